/** Runs each check on evidence of a few exchanges: a case that passes, and a case that fails. */

import { describe, expect, test } from 'vitest';

import { CLIENT_CHECKS } from '../../audition/index.ts';
import { create, download, GAVE_UP, poll, refused, small, WHOLE, type Sent, type Small } from './small-evidence.ts';

interface Example {
  readonly kept: Small;
  readonly missed: Small;
}

const MADE: readonly Sent[] = [create(), poll('running'), poll('completed'), download()];
const UUID = 'c9a1f0de-0000-4000-8000-000000000000';
const NOTHING = { index: 0, isForeign: false };
const BROKEN = { ...WHOLE, found: { sha256: 'part', bytes: 40 } };
const WAIT = { headers: { 'retry-after': '1' } };
const LOST: Sent = create({ end: 'broken' });
const CUT: Sent = download({ end: 'broken', bytesSent: 40 });
const REST: Sent = { status: 206, bytesSent: 60, range: 'bytes=40-', ifRange: '"1"' };
const OTHER_CLIP = { headers: { 'content-type': 'video/mp4', etag: '"2"' } };
const failing = (pauses: readonly number[]): Sent[] => {
  let arrivedMs = 0;
  return [0, ...pauses].map((pause) => refused(503, { arrivedMs: (arrivedMs += pause + 1) }));
};

const polling = (pauses: readonly number[]): Sent[] => {
  let arrivedMs = 0;
  return [0, ...pauses].map((pause) => poll('running', { arrivedMs: (arrivedMs += pause + 1) }));
};

const EXAMPLES: Readonly<Record<string, Example>> = {
  'delivered-file-is-the-clip': { kept: { sent: MADE }, missed: { sent: MADE, files: [BROKEN] } },
  'no-partial-file-left': {
    kept: { sent: MADE, files: [BROKEN], outcome: GAVE_UP },
    missed: { sent: MADE, files: [BROKEN], outcome: { end: 'gave-up' } },
  },
  delivers: { kept: { sent: MADE }, missed: { sent: MADE, files: [NOTHING], outcome: GAVE_UP } },
  'finishes-what-was-accepted': {
    kept: { sent: [create(), refused(402, { prompt: 'q' }), download()], outcome: GAVE_UP },
    missed: { sent: [create(), refused(402, { prompt: 'q' })], files: [NOTHING], outcome: GAVE_UP },
  },
  'ends-by-its-deadline': { kept: { sent: MADE }, missed: { sent: MADE, outcome: { end: 'hung' } } },
  'one-generation-per-intent': {
    kept: { sent: [LOST, create({ made: null })] },
    missed: { sent: [LOST, create({ made: 'h', idempotencyKey: 'other' })] },
  },
  'no-second-create': {
    kept: { sent: MADE },
    missed: { sent: [create(), poll('x', { status: 404 }), create({ made: 'h', idempotencyKey: 'other' })] },
  },
  'same-key-on-every-attempt': {
    kept: { sent: [refused(500), create()] },
    missed: { sent: [refused(500), create({ idempotencyKey: 'other' })] },
  },
  'same-body-on-every-attempt': {
    kept: { sent: [refused(503), create()] },
    missed: { sent: [refused(503), create({ bodyHash: 'other' })] },
  },
  'creates-what-was-asked': {
    kept: { bodies: [{ prompt: 'p' }], sent: [create({ requestBody: '{"audio":true,"prompt":"p"}' })] },
    missed: { bodies: [{ prompt: 'p' }], sent: [create({ requestBody: '{"prompt":"q"}' })] },
  },
  'keeps-key-when-refused': {
    kept: { sent: [refused(503), create()] },
    missed: { sent: [refused(503), create({ idempotencyKey: 'other' })] },
  },
  'sends-idempotency-key': { kept: { sent: MADE }, missed: { sent: [create({ idempotencyKey: null })] } },
  'waits-as-long-as-retry-after': {
    kept: { sent: [refused(429, { ...WAIT, arrivedMs: 0 }), create({ arrivedMs: 1001 })] },
    missed: { sent: [refused(429, { ...WAIT, arrivedMs: 0 }), create({ arrivedMs: 900 })] },
  },
  'attempts-have-an-end': {
    kept: { sent: failing(Array.from({ length: 29 }, () => 500)) },
    missed: { sent: failing(Array.from({ length: 30 }, () => 500)) },
  },
  'pauses-between-attempts': { kept: { sent: failing([10, 10, 60]) }, missed: { sent: failing([10, 10, 10]) } },
  'pauses-grow': { kept: { sent: failing([400, 800, 1600]) }, missed: { sent: failing([1000, 1100, 900]) } },
  'pauses-differ': { kept: { sent: failing([1000, 1100, 900]) }, missed: { sent: failing([1000, 1001, 1002]) } },
  'tries-again': {
    kept: { sent: failing([500]), outcome: GAVE_UP, expectation: { giveUp: giveUpAfter(2) } },
    missed: { sent: failing([]), outcome: GAVE_UP, expectation: { giveUp: giveUpAfter(2) } },
  },
  'stops-polling-at-the-end': {
    kept: { sent: [...MADE, poll('completed'), poll('completed'), poll('completed')] },
    missed: { sent: [...MADE, poll('completed'), poll('completed'), poll('completed'), poll('completed')] },
  },
  'stops-at-a-refusal': {
    kept: { sent: [refused(400), create({ bodyHash: 'repaired' })] },
    missed: { sent: [refused(400), refused(400)] },
  },
  'stops-submitting-at-402': {
    kept: { sent: [refused(402), create({ bodyHash: 'next', connection: 2 })] },
    missed: { sent: [refused(402), create({ bodyHash: 'next' })] },
  },
  'unknown-status-is-no-end': {
    kept: { sent: [create(), poll('paused'), poll('completed'), download()] },
    missed: { sent: [create(), poll('paused'), download()] },
  },
  'failed-poll-is-no-failure': {
    kept: { sent: [create(), poll('x', { status: 503 })], outcome: GAVE_UP },
    missed: {
      sent: [create(), poll('x', { status: 503 })],
      outcome: { end: 'gave-up', said: { ids: [], status: 'failed' } },
    },
  },
  'timeout-is-neither': {
    kept: { sent: [create(), poll('running')], outcome: GAVE_UP },
    missed: { sent: [create(), poll('running')], outcome: { end: 'gave-up', said: { ids: [], status: 'failed' } } },
  },
  'reports-its-own-ids': {
    kept: { sent: [create({ made: UUID })], outcome: { said: { ids: [UUID, ''] } } },
    missed: { sent: MADE, outcome: { said: { ids: ['g', UUID] } } },
  },
  'tells-what-failed': {
    kept: { sent: [create(), poll('failed')], outcome: GAVE_UP },
    missed: { sent: [create(), poll('failed')], outcome: { end: 'gave-up' } },
  },
  'polls-slow-down': {
    kept: { sent: polling([300, 450, 700, 1000, 1500, 1900]) },
    missed: { sent: polling([1000, 1000, 1000, 1000, 1000, 1000]) },
  },
  'tells-unknown-outcome': {
    kept: { sent: [LOST], outcome: { end: 'gave-up', said: { ids: [], also: ['k'] } } },
    missed: { sent: [LOST], outcome: { end: 'gave-up', said: { ids: [], error: { code: 'x' } } } },
  },
  'changed-etag-starts-anew': {
    kept: { sent: [CUT, download({ ...REST })] },
    missed: { sent: [CUT, download({ ...REST, ...OTHER_CLIP })] },
  },
  'nothing-appended-after-200': {
    kept: { sent: [CUT, download({ range: 'bytes=40-' })] },
    missed: {
      sent: [CUT, download({ range: 'bytes=40-' })],
      files: [{ ...WHOLE, found: { sha256: 'x', bytes: 140 } }],
    },
  },
  'resumes-where-it-broke-off': { kept: { sent: [CUT, download(REST)] }, missed: { sent: [CUT, download()] } },
  'sends-if-range': {
    kept: { sent: [CUT, download(REST)] },
    missed: { sent: [CUT, download({ ...REST, ifRange: null })] },
  },
  'idle-timeout': {
    kept: { sent: [download({ faults: ['a_story:1'] })] },
    missed: { sent: [download({ faults: ['a_story:1'], end: 'left', bytesSent: 40 })] },
  },
  'key-goes-nowhere-else': {
    kept: { sent: [download({ status: 302 }), download({ path: 'http://x/clip', hasAuthorization: false })] },
    missed: { sent: [download({ status: 302 }), download({ path: 'http://x/clip' })] },
  },
  'key-stays-secret': { kept: { sent: MADE }, missed: { sent: MADE, outcome: { leaks: ['standard error'] } } },
};

function giveUpAfter(attempts: number): object {
  return { after: { attempts }, why: 'It may.' };
}

const JUDGING = CLIENT_CHECKS.filter(({ level }) => level !== 'observed');

test('each check that judges has its example here', () => {
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(JUDGING.map(({ id }) => id).toSorted());
});

describe.each(JUDGING)('$id', ({ id, judge }) => {
  const { kept, missed } = EXAMPLES[id] ?? { kept: { sent: [] }, missed: { sent: [] } };

  test('is kept', () => {
    expect(judge(small(kept))).toEqual({ kind: 'kept' });
  });

  test('is missed, with exchanges that are there', () => {
    const evidence = small(missed);
    const judgement = judge(evidence);
    expect(judgement.kind).toBe('missed');
    const shown = judgement.kind === 'missed' ? judgement.exchanges : [];
    expect(shown.filter((seq) => !evidence.requests.some((request) => request.seq === seq))).toEqual([]);
  });
});

test('a client that keeps its part while a page of HTML comes, and resumes behind it, joins one representation', () => {
  const { judge } = JUDGING.find(({ id }) => id === 'changed-etag-starts-anew') ?? { judge: () => undefined };
  const page = download({ range: 'bytes=40-', headers: { 'content-type': 'text/html' } });
  const rest = download({ ...REST });
  expect(judge(small({ sent: [create(), poll('completed'), CUT, page, rest] }))).toEqual({ kind: 'kept' });
});

describe('nothing that a busy machine does makes a sound client look broken:', () => {
  test('creates that were under way when a 402 came, and arrive seconds later', () => {
    const { judge } = JUDGING.find(({ id }) => id === 'stops-submitting-at-402') ?? { judge: () => undefined };
    const later = [2, 3].map((connection) =>
      create({ bodyHash: `${connection}`, connection, arrivedMs: 4000 * connection }),
    );
    expect(judge(small({ sent: [refused(402, { arrivedMs: 0 }), ...later] }))).toEqual({ kind: 'kept' });
  });

  test('a download that drips so slowly that the client leaves it at its own deadline', () => {
    const { judge } = JUDGING.find(({ id }) => id === 'idle-timeout') ?? { judge: () => undefined };
    const dripped = download({ faults: ['a_story:1'], end: 'left', bytesSent: 40, arrivedMs: 100, endedMs: 18_300 });
    expect(judge(small({ sent: [dripped], files: [NOTHING], outcome: GAVE_UP }))).toEqual({ kind: 'kept' });
  });

  test('a poller with pauses that double, which gives up when the next would come too late', () => {
    const { judge } = JUDGING.find(({ id }) => id === 'delivers') ?? { judge: () => undefined };
    const outcome = { ...GAVE_UP, ranMs: 14_000 };
    expect(judge(small({ sent: [create(), poll('running')], files: [NOTHING], outcome }))).toEqual({ kind: 'kept' });
  });
});
