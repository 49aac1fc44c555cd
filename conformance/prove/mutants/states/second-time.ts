/** Servers that do not expect the same act twice, and servers that accept discouraged input. */

import { also, mutant, type Mutant } from '../../mutant.ts';
import { answering, recording } from '../../tamper/answers.ts';
import { listOf, refusalAnswer } from '../../tamper/create.ts';
import { asFields, fieldsOf, withHeader, withKey, type Tampering } from '../../server.ts';
import { sourcesOf } from '../../tamper/workflow.ts';

const LOST = { only: ['idempotency.lost-answer.charge', 'credits.sum'] };

/** Forgets the Idempotency-Key of the create whose response the kit drops. */
function forgettingLost(): Tampering {
  let isFirst = true;
  return (call, engine) => {
    if (!isFirst || call.headers.get('idempotency-key')?.endsWith('-lost-answer') !== true) return engine(call);
    isFirst = false;
    return engine(withHeader(call, 'idempotency-key', undefined));
  };
}

/** Remembers that a source was rejected, and rejects it from then on. */
function remembering(): Tampering {
  const rejected = new Set<unknown>();
  return async (call, engine) => {
    const sources = call.operation === 'create' ? listOf(call.json, 'source_video_ids') : [];
    if (sources.some((id) => rejected.has(id))) return refusalAnswer(400, 'source_video_not_ready');
    const answer = await engine(call);
    const isEarly = asFields(fieldsOf(answer)['error'])['code'] === 'source_video_not_ready';
    if (isEarly) for (const id of sources) rejected.add(id);
    return answer;
  };
}

/** Names QuickTime in place of each brand. */
function quickTime(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const clip = Buffer.from(bytes);
  if (clip.toString('latin1', 4, 8) !== 'ftyp') return new Uint8Array(clip);
  return new Uint8Array(clip.fill('qt  ', 8, 12).fill('qt  ', 16, clip.readUInt32BE(0)));
}

export const SECOND_TIME_MUTANTS: readonly Mutant[] = [
  mutant('create.source-video-ids.completed.meanwhile', 'rejects a source again that was not completed before', {
    tamper: remembering,
    settings: { latency: 'polls:1,1' },
    selection: { only: ['create.source-video-ids.completed.meanwhile'] },
  }),
  mutant('idempotency.lost-answer.charge', 'forgets a create whose response did not arrive', {
    tamper: forgettingLost,
    socket: 'title-case',
    selection: LOST,
  }),
  also(['idempotency.lost-answer.charge', 'ignored'], 'ignores Idempotency-Keys', {
    settings: { idempotency: 'ignore' },
    socket: 'title-case',
    selection: LOST,
  }),
  mutant('authentication.bearer.query', 'accepts a key from the query', {
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
  also(['billing.source-seconds.to-the-cent', 'fraction'], 'adds five cents to 60 s at a fractional price', {
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
