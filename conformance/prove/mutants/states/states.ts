/** Servers that break the order of states, or lose a generation on its way. */

import { answering, recording, recordingWhen, withStatus } from '../../tamper/answers.ts';
import { creating } from '../../tamper/create-change.ts';
import { listOf, refusalAnswer, refusing } from '../../tamper/create.ts';
import { inImageMode, operates, type Test } from '../../tamper/workflow.ts';
import { also, mutant, type Mutant } from '../../mutant.ts';
import type { Fields } from '../../../checks/lib/answers.ts';
import { fieldsOf, withJson, withKey, type Tampering } from '../../server.ts';

const is =
  (status: string) =>
  (record: Fields): boolean =>
    record['status'] === status;
const atCreate = (more: (record: Fields) => Fields): (() => Tampering) =>
  recording((record, { operation }) => (operation === 'create' ? { ...record, ...more(record) } : record));
const urlOf = (record: Fields): Fields => ({ url: `/v1/videos/${String(record['id'])}/content` });

const BEGINNING: readonly Mutant[] = [
  mutant('state.initial', 'begins as `running`', { tamper: atCreate(() => ({ status: 'running' })) }),
  mutant('service.asynchronous', 'finishes the clip before it answers the create', {
    tamper: atCreate((record) => ({ status: 'completed', output: urlOf(record) })),
  }),
  mutant('create.answer.status', 'answers an accepted create with 201', { tamper: accepted(201) }),
  mutant('create.answer.status', 'answers an accepted create with 200', {
    id: 'create.answer.status.200',
    tamper: accepted(200),
  }),
  mutant('state.accepted-if', 'rejects creates of four seconds with sound for no reason', {
    tamper: () => refusing((body) => body['duration_seconds'] === 4 && body['audio'] === true),
  }),
  mutant('service.one-clip', 'answers the same prompt with the same generation', {
    tamper: cached,
    selection: { only: ['service.one-clip', 'workflow.text.accepted.runs'] },
  }),
  mutant('create.content-type', 'requires a media type of its own', {
    tamper: () => refusing((_, { headers }) => headers.get('content-type') === 'application/json'),
  }),
  mutant('create.content-type.charset', 'accepts only a Content-Type without parameters', {
    tamper: () => refusing((_, { headers }) => (headers.get('content-type') ?? '').includes('charset=utf-8')),
  }),
  mutant('http.content-type.case', 'is case-sensitive about the Content-Type', {
    tamper: () => refusing((_, { headers }) => headers.get('content-type') === 'Application/JSON'),
  }),
  mutant('create.idempotency-key.optional', 'requires an Idempotency-Key', {
    tamper: () => refusing((body, { headers }) => headers.get('idempotency-key') === null && 'model' in body),
  }),
  mutant('create.idempotency-key.accepted', 'accepts at most 127 characters of an Idempotency-Key', {
    tamper: keysUpTo(127),
  }),
  mutant('create.idempotency-key.longest', 'accepts at most 100 characters of an Idempotency-Key', {
    tamper: keysUpTo(100),
  }),
  mutant('create.idempotency-key.length.above', 'cuts an Idempotency-Key to 128 characters', {
    tamper: () => (call, engine) => {
      const key = call.headers.get('idempotency-key') ?? '';
      return engine(key.length > 128 ? { ...call, headers: cut(call.headers, key.slice(0, 128)) } : call);
    },
  }),
  mutant('idempotency.scope', 'replays across accounts', { tamper: sharedReplays }),
];

const MOVING: readonly Mutant[] = [
  mutant('state.pending-to-running', 'goes from `pending` to a state of its own', {
    tamper: recordingWhen(is('running'), { status: 'processing' }),
  }),
  mutant('state.running-to-completed', 'goes back to `pending` from `running`', { tamper: startingOver }),
  mutant('state.no-way-back', 'shows an older state at every third poll', { tamper: lagging }),
  mutant('state.no-way-back', 'shows a running generation as pending at every second poll', {
    id: 'state.no-way-back.every-other',
    tamper: flapping,
    selection: { only: ['state.no-way-back'] },
  }),
  mutant('state.terminal', 'forgets the clip after the second poll', { tamper: expiring }),
  mutant('state.terminal', 'starts a failed generation again', {
    id: 'state.terminal.again',
    tamper: tryingAgain,
    selection: { only: ['state.terminal', 'credits.refund'] },
  }),
  mutant('state.terminal', 'shows the source of an edit as running at the next two polls', {
    id: 'state.terminal.source',
    tamper: runningAgain,
  }),
  mutant('state.to-failed', 'shows a failed generation as completed, but without a clip', {
    tamper: recording((record) =>
      is('failed')(record) ? { ...record, status: 'completed', error: undefined } : record,
    ),
  }),
  mutant('state.to-failed', 'makes some clip if the generation has to fail', {
    id: 'state.to-failed.silent',
    tamper: creating((body) =>
      String(body['prompt']).includes('[[standin:fails_') ? { ...body, prompt: 'Some other kite.' } : body,
    ),
  }),
  mutant('service.poll-to-the-end', 'completes generations, but drops their clips', { tamper: noClips }),
  mutant('state.download-with-completion', 'is completed long before its clip is there', {
    tamper: () => lateClips(() => true, 2),
  }),
  also(['state.download-with-completion.every', 'extend'], 'is completed before an extension is there', {
    tamper: () => lateClips(operates('extend')),
  }),
  also(['state.download-with-completion.every', 'image'], 'is completed before a clip from an image is there', {
    tamper: () => lateClips(inImageMode),
  }),
];

export const STATE_MUTANTS: readonly Mutant[] = [...BEGINNING, ...MOVING];

function accepted(status: number): () => Tampering {
  return answering('create', (answer) => (answer.status === 202 ? withStatus(answer, status) : answer));
}

function keysUpTo(limit: number): () => Tampering {
  return () =>
    refusing((_, { headers }) => {
      const { length } = headers.get('idempotency-key') ?? '';
      return length > limit && length <= 128;
    });
}

function cached(): Tampering {
  const made = new Map<string, ReturnType<typeof fieldsOf>>();
  return async (call, engine) => {
    const answer = await engine(call);
    if (call.operation !== 'create' || answer.status !== 202) return answer;
    const name = `${call.key} ${String(call.json['prompt'])}`;
    const earlier = made.get(name);
    if (earlier === undefined) made.set(name, fieldsOf(answer));
    return earlier === undefined ? answer : withJson(answer, earlier);
  };
}

function sharedReplays(): Tampering {
  const owners = new Map<string, string>();
  return (call, engine) => {
    const name = call.headers.get('idempotency-key');
    if (call.operation !== 'create' || name === null) return engine(call);
    const owner = owners.get(name) ?? call.key;
    owners.set(name, owner);
    return engine(owner === call.key ? call : withKey(call, owner));
  };
}

function cut(from: Headers, key: string): Headers {
  const headers = new Headers(from);
  headers.set('idempotency-key', key);
  return headers;
}

/** Shows `running` once, and then `pending` again. */
function startingOver(): Tampering {
  const seen = new Set<unknown>();
  return recording((record) => {
    if (!is('running')(record)) return record;
    if (seen.has(record['id'])) return { ...record, status: 'pending' };
    seen.add(record['id']);
    return record;
  })();
}

function lagging(): Tampering {
  const looks = new Map<unknown, number>();
  return recording((record, { operation }) => {
    const count = (looks.get(record['id']) ?? 0) + 1;
    looks.set(record['id'], count);
    return operation === 'get' && count % 3 === 0 ? { ...record, status: 'pending', output: undefined } : record;
  })();
}

function expiring(): Tampering {
  const looks = new Map<unknown, number>();
  return recording((record) => {
    if (!is('completed')(record)) return record;
    const count = (looks.get(record['id']) ?? 0) + 1;
    looks.set(record['id'], count);
    return count > 1 ? { ...record, output: { expired: true } } : record;
  })();
}

function tryingAgain(): Tampering {
  const failed = new Set<unknown>();
  return recording((record) => {
    if (!is('failed')(record)) return record;
    const isAgain = failed.has(record['id']);
    failed.add(record['id']);
    return isAgain ? { ...record, status: 'running', error: undefined } : record;
  })();
}

function noClips(): Tampering {
  return async (call, engine) => {
    const answer = await engine(call);
    return call.operation === 'content' && answer.status < 300 ? refusalAnswer(404, 'content_gone') : answer;
  };
}

function lateClips(when: Test = () => true, lag = 1): Tampering {
  const [looks, others] = [new Map<string, number>(), new Set<string>()];
  return async (call, engine) => {
    const answer = await engine(call);
    if (call.operation === 'create' && !when(call.json)) others.add(String(fieldsOf(answer)['id']));
    if (others.has(call.id)) return answer;
    const seen = looks.get(call.id) ?? 0;
    if (call.operation !== 'content' || answer.status >= 300 || seen >= lag) return answer;
    looks.set(call.id, seen + 1);
    return refusalAnswer(404, 'content_not_ready');
  };
}

/** Answers every second poll from a replica that lags behind. */
function flapping(): Tampering {
  const looks = new Map<unknown, number>();
  return recording((record, { operation }) => {
    if (operation !== 'get' || !is('running')(record)) return record;
    const seen = (looks.get(record['id']) ?? 0) + 1;
    looks.set(record['id'], seen);
    return seen % 2 === 0 ? { ...record, status: 'pending' } : record;
  })();
}

/** Shows the source of an edit as running at the next two polls after the edit was created. */
function runningAgain(): Tampering {
  const looks = new Map<unknown, number>();
  return async (call, engine) => {
    const answer = await engine(call);
    if (call.operation === 'create' && answer.status === 202 && operates('edit')(call.json))
      looks.set(listOf(call.json, 'source_video_ids')[0], 2);
    const left = looks.get(call.id) ?? 0;
    if (call.operation !== 'get' || answer.status !== 200 || left === 0) return answer;
    looks.set(call.id, left - 1);
    return withJson(answer, { ...fieldsOf(answer), status: 'running', output: undefined });
  };
}
