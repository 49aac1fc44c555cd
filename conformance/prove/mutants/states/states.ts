/** Servers that break the order of states, lose a generation on its way, or change it after its end. */

import type { Fields } from '../../../checks/lib/answers.ts';
import { mutants, type Mutant } from '../../mutant.ts';
import { asFields, fieldsOf, withJson, withKey, type Tampering } from '../../server.ts';
import { answering, counter, isFine, recording, recordingEach, recordingWhen, toStatus } from '../../tamper/answers.ts';
import { isAccepted, keyOf, knowingCreates, rekeying, serving } from '../../tamper/calls.ts';
import {
  EDITING,
  EXTENDING,
  TWO_IMAGES,
  IN_IMAGE_MODE,
  instead,
  listOf,
  matches,
  ONE_IMAGE,
  refusalAnswer,
  refusing,
  SOME,
  type CreateWhen,
} from '../../tamper/create.ts';

type RecordTest = (record: Fields, call: { readonly operation: string }) => boolean;
const is =
  (status: string): RecordTest =>
  (record) =>
    record['status'] === status;
const polled =
  (...statuses: readonly string[]): RecordTest =>
  (record, { operation }) =>
    operation === 'get' && statuses.includes(String(record['status']));
const atCreate = (more: (record: Fields) => Fields): (() => Tampering) =>
  recording((record, { operation }) => (operation === 'create' ? { ...record, ...more(record) } : record));
const running = (record: Fields): Fields => ({ ...record, status: 'running', output: undefined, error: undefined });
const pending = (record: Fields): Fields => ({ ...record, status: 'pending', output: undefined, error: undefined });
const costlier = (record: Fields): Fields => ({ ...record, cost_usd: Number(record['cost_usd']) + 0.01 });
const accepted = (status: number): (() => Tampering) =>
  answering({ operation: 'create', status: 202 }, toStatus(status));
const keysUpTo = (limit: number): (() => Tampering) =>
  refusing((_, call) => keyOf(call).length > limit && keyOf(call).length <= 128);
const FAILING = { prompt: /\[\[standin:fails_/ };

const BEGINNING: readonly Mutant[] = mutants({
  'state.initial': {
    'begins as `running`': atCreate(() => ({ status: 'running' })),
    'never shows `pending`': recordingWhen('pending', { status: 'running' }),
  },
  'service.asynchronous': {
    'finishes the clip before it answers the create': atCreate((record) => ({
      status: 'completed',
      output: { url: `/v1/videos/${String(record['id'])}/content` },
    })),
  },
  'create.answer.status': {
    'answers an accepted create with 201': accepted(201),
    'answers an accepted create with 200': accepted(200),
  },
  'state.accepted-if': {
    'rejects creates of four seconds with sound for no reason': refusing({ duration_seconds: 4, audio: true }),
  },
  'service.one-clip': {
    'answers the same prompt with the same generation': {
      tamper: cached,
      selection: { only: ['workflow.text.accepted.runs'] },
    },
  },
  'create.content-type': {
    'requires a media type of its own': refusing(
      (_, { headers }) => headers.get('content-type') === 'application/json',
    ),
  },
  'create.idempotency-key.optional': {
    'requires an Idempotency-Key': refusing((body, call) => keyOf(call) === '' && 'model' in body),
  },
  'create.idempotency-key.accepted': { 'accepts at most 127 characters of an Idempotency-Key': keysUpTo(127) },
  'create.idempotency-key.length.above': {
    'cuts an Idempotency-Key to 128 characters': rekeying((key) => key.slice(0, 128)),
  },
  'idempotency.scope': { 'replays across accounts': sharedReplays },
});

const MOVING: readonly Mutant[] = mutants({
  'state.pending-to-running': {
    'goes from `pending` to a state of its own': recordingWhen('running', { status: 'processing' }),
  },
  'state.running-to-completed': {
    'goes back to `pending` from `running`': recordingEach(is('running'), (record, seen) =>
      seen > 1 ? pending(record) : record,
    ),
  },
  'state.no-way-back': {
    'shows an older state at every third poll': recordingEach(
      () => true,
      (record, seen) => (seen % 3 === 0 ? pending(record) : record),
    ),
    'shows a running generation as pending at every second poll': recordingEach(polled('running'), (record, seen) =>
      seen % 2 === 0 ? pending(record) : record,
    ),
  },
  'state.to-failed': {
    'shows a failed generation as completed, but without a clip': recordingWhen('failed', {
      status: 'completed',
      error: undefined,
    }),
    'makes some clip if the generation has to fail': instead(FAILING, { prompt: 'Some other kite.' }),
  },
  'service.poll-to-the-end': {
    'completes generations, but drops their clips': answering({ operation: 'content', status: isFine }, gone),
  },
  'state.download-with-completion': { 'is completed long before its clip is there': lateClips({}, 2) },
  'state.download-with-completion.every': {
    'is completed before an extension is there': lateClips(EXTENDING),
    'is completed before a clip from an image is there': lateClips(IN_IMAGE_MODE),
  },
});

/** Changes the records of ended generations of some creates, from a poll on. */
function later(when: CreateWhen, from: number, change: (record: Fields) => Fields): () => Tampering {
  const isMeant = matches(when);
  return knowingCreates((createOf) =>
    recordingEach(
      (record, call) => {
        const create = polled('completed', 'failed')(record, call) ? createOf(record['id']) : undefined;
        return create !== undefined && isMeant(create.json, create);
      },
      (record, seen) => (seen >= from ? change(record) : record),
    )(),
  );
}

/** The workflows of which each may show another state late. */
const WORKFLOWS: Readonly<Record<string, CreateWhen>> = {
  'image mode': ONE_IMAGE,
  frames: TWO_IMAGES,
  references: { audio_urls: SOME, source_video_ids: SOME },
  edits: EDITING,
  extensions: { ...EXTENDING, source_video_ids: 1 },
};
const rejected = { code: 'output_rejected', message: 'It did not pass a later review.' };

const ENDS: readonly Mutant[] = mutants({
  'state.terminal': {
    'forgets the clip after the second poll': recordingEach(is('completed'), (record, seen) =>
      seen > 1 ? { ...record, output: { expired: true } } : record,
    ),
    'starts a failed generation again': {
      tamper: recordingEach(is('failed'), (record, seen) => (seen > 1 ? running(record) : record)),
      selection: { only: ['credits.refund'] },
    },
    'shows the source of an edit as running at the next two polls': runningAgain,
    ...Object.fromEntries(
      Object.entries(WORKFLOWS).map(([name, when]) => [
        `shows a generation as running at the fifth poll (${name})`,
        later(when, 5, running),
      ]),
    ),
    'shows a failed generation as pending at the sixth poll': {
      tamper: later(FAILING, 6, pending),
      // Another check makes this generation.
      selection: { only: ['credits.refund'] },
    },
    'shows `running` again at the tenth poll': later({}, 10, running),
    'shows a completed edit as failed after later creates': {
      tamper: later(EDITING, 3, (record) => ({ ...record, status: 'failed', output: undefined, error: rejected })),
      // Another check makes the edits.
      selection: { only: ['billing.source-seconds.edit'] },
    },
    'drops the URL of a clip after a few polls': later({}, 7, (record) => ({ ...record, output: null })),
  },
  'record.cost-usd.reserved': {
    'adds a cent to the cost of an edit at the fifth poll': later(EDITING, 5, costlier),
    'adds a fee to the cost after the sixth poll': later({}, 7, costlier),
  },
  'create.source-video-ids.completed.meanwhile': {
    'rejects a source again that was not completed before': {
      tamper: remembering,
      settings: { latency: 'polls:1,1' },
    },
  },
});

export const STATE_MUTANTS: readonly Mutant[] = [...BEGINNING, ...MOVING, ...ENDS];

function cached(): Tampering {
  const made = new Map<string, ReturnType<typeof fieldsOf>>();
  return async (call, engine) => {
    const answer = await engine(call);
    if (!isAccepted(call, answer)) return answer;
    const name = `${call.key} ${String(call.json['prompt'])}`;
    const earlier = made.get(name);
    if (earlier === undefined) made.set(name, fieldsOf(answer));
    return earlier === undefined ? answer : withJson(answer, earlier);
  };
}

function sharedReplays(): Tampering {
  const owners = new Map<string, string>();
  return (call, engine) => {
    if (call.operation !== 'create' || keyOf(call) === '') return engine(call);
    const owner = owners.get(keyOf(call)) ?? call.key;
    owners.set(keyOf(call), owner);
    return engine(owner === call.key ? call : withKey(call, owner));
  };
}

function gone(): ReturnType<typeof refusalAnswer> {
  return refusalAnswer(404, 'content_gone');
}

/** Serves the clips of some creates only after some requests for them. */
function lateClips(when: CreateWhen, lag = 1): () => Tampering {
  return serving(when, () => {
    const seen = counter();
    return answering({ operation: 'content', status: isFine }, (answer, { id }) =>
      seen(id) > lag ? answer : refusalAnswer(404, 'content_not_ready'),
    )();
  });
}

/** Shows the source of an edit as running at the next two polls after the edit was created. */
function runningAgain(): Tampering {
  const left = new Map<unknown, number>();
  return async (call, engine) => {
    const answer = await engine(call);
    if (isAccepted(call, answer) && call.json['reference_video_operation'] === 'edit')
      left.set(listOf(call.json, 'source_video_ids')[0], 2);
    const polls = left.get(call.id) ?? 0;
    if (call.operation !== 'get' || answer.status !== 200 || polls === 0) return answer;
    left.set(call.id, polls - 1);
    return withJson(answer, running(fieldsOf(answer)));
  };
}

/** Remembers that a source was rejected, and rejects it from then on. */
function remembering(): Tampering {
  const early = new Set<unknown>();
  return async (call, engine) => {
    const sources = call.operation === 'create' ? listOf(call.json, 'source_video_ids') : [];
    if (sources.some((id) => early.has(id))) return refusalAnswer(400, 'source_video_not_ready');
    const answer = await engine(call);
    if (asFields(fieldsOf(answer)['error'])['code'] === 'source_video_not_ready')
      for (const id of sources) early.add(id);
    return answer;
  };
}
