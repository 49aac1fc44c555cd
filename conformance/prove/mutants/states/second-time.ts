/** Servers that do not expect the same act twice, and servers that accept what they are advised against. */

import { also, mutant, type Mutant } from '../../mutant.ts';
import { answering } from '../../tamper/answers.ts';
import { accepting, listOf, refusalAnswer } from '../../tamper/create.ts';
import { fieldsOf, withBody, withHeader, withKey, type Tampering } from '../../server.ts';
import { sourcesOf } from '../../tamper/workflow.ts';
import { recording } from '../../tamper/answers.ts';

/** The key of the create whose response the kit drops. */
const isLost = (key: string): boolean => key.endsWith('-lost-answer');

function forgettingLost(): Tampering {
  let isFirst = true;
  return (call, engine) => {
    const isMeant = call.operation === 'create' && isFirst && isLost(call.headers.get('idempotency-key') ?? '');
    if (!isMeant) return engine(call);
    isFirst = false;
    return engine(withHeader(call, 'idempotency-key', undefined));
  };
}

/** Keeps that a source was rejected, and rejects it from then on. */
function remembering(): Tampering {
  const rejected = new Set<unknown>();
  return async (call, engine) => {
    const sources = call.operation === 'create' ? listOf(call.json, 'source_video_ids') : [];
    if (sources.some((id) => rejected.has(id))) return refusalAnswer(400, 'source_video_not_ready');
    const answer = await engine(call);
    if (answer.status === 400 && fieldsOf(answer)['error'] !== undefined) {
      const { code } = fieldsOf(answer)['error'] as Record<string, unknown>;
      if (code === 'source_video_not_ready') for (const id of sources) rejected.add(id);
    }
    return answer;
  };
}

const QUICKTIME = new TextEncoder().encode('qt  ');
const FTYP = 'ftyp';

/** Names QuickTime in place of each brand. */
function quickTime(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const changed = new Uint8Array(bytes);
  if (new TextDecoder('latin1').decode(changed.subarray(4, 8)) !== FTYP) return changed;
  const size = new DataView(changed.buffer).getUint32(0);
  for (let at = 8; at < size; at += 4) if (at !== 12) changed.set(QUICKTIME, at);
  return changed;
}

export const SECOND_TIME_MUTANTS: readonly Mutant[] = [
  mutant('create.source-video-ids.completed.meanwhile', 'remembers which sources were not completed', {
    tamper: remembering,
    settings: { latency: 'polls:1,1' },
    selection: { only: ['create.source-video-ids.completed.meanwhile'] },
  }),
  mutant('idempotency.lost-answer.charge', 'forgets a create whose response did not arrive', {
    tamper: forgettingLost,
    socket: 'title-case',
    selection: { only: ['idempotency.lost-answer.charge', 'credits.sum'] },
  }),
  also(['idempotency.lost-answer.charge', 'ignored'], 'ignores Idempotency-Keys', {
    settings: { idempotency: 'ignore' },
    socket: 'title-case',
    selection: { only: ['idempotency.lost-answer.charge', 'credits.sum'] },
  }),
  mutant('create.body.not-json', 'repairs a comma before the end of JSON', {
    tamper: () => accepting((_, { body = '' }) => body.endsWith(',}')),
    selection: { only: ['create.body.not-json', 'create.body.trailing-comma'] },
  }),
  mutant('create.prompt.length.trailing-space', 'trims a prompt before it counts', {
    tamper: () => (call, engine) => {
      const { prompt } = call.json;
      const isMeant = call.operation === 'create' && typeof prompt === 'string' && prompt.length > 15_000;
      return engine(isMeant ? withBody(call, { ...call.json, prompt: prompt.trim() }) : call);
    },
    selection: { only: ['create.prompt.length.trailing-space', 'create.prompt.blank.trimmed'] },
  }),
  mutant('authentication.bearer.query', 'takes a key from the query', {
    tamper: () => (call, engine) => {
      const key = call.url.searchParams.get('access_token');
      return engine(key === null || call.key !== '' ? call : withKey(call, key));
    },
  }),
  mutant('content.every-clip.brand', 'stores clips as QuickTime', {
    tamper: answering('content', (answer) =>
      answer.status === 200 && answer.bytes.length > 0 ? { ...answer, bytes: quickTime(answer.bytes) } : answer,
    ),
  }),
  also(['billing.source-seconds.to-the-cent', 'fraction'], 'adds five cents to what 60 s cost, at a fine price', {
    settings: {
      prices: {
        withoutSources: { '480p': 0.12, '720p': 0.28, '1080p': 0.68 },
        withSources: { '480p': 0.0813, '720p': 0.17, '1080p': 0.41 },
      },
    },
    tamper: recording((record, { operation, json }) =>
      operation === 'create' && sourcesOf(json) > 1 && json['duration_seconds'] === 30
        ? { ...record, cost_usd: Number(record['cost_usd']) + 0.05 }
        : record,
    ),
    selection: { only: ['billing.source-seconds.to-the-cent'] },
  }),
];
