/** The verdicts of checks on parallel requests, and on clients that send their requests one after the other. */

import { describe, expect, test } from 'vitest';

import { CLIENT_CHECKS } from '../../audition/index.ts';
import { create, download, GAVE_UP, poll, refused, small, WHOLE, type Sent, type Small } from './small-evidence.ts';

/** Returns the verdict of a check on an evidence. */
function kindOf(id: string, evidence: Small): string | undefined {
  return CLIENT_CHECKS.find((check) => check.id === id)?.judge(small(evidence)).kind;
}

/** Returns polls in pairs, each on its own connection. The second poll of the last pair arrives late. */
function pairs(last: Sent, lateMs: number): Sent[] {
  const asked = [poll('running'), poll('running'), poll('x', last), poll('x', last)];
  const arrivals = [1000, 1002, 3000, 3000 + lateMs];
  return [
    create({ arrivedMs: 0 }),
    ...asked.map((one, at) => ({ ...one, arrivedMs: arrivals[at] ?? 0, connection: at + 2 })),
  ];
}

test('a poll that was sent in parallel with the refused poll is not a second attempt, however late it arrives', () => {
  expect(kindOf('stops-at-a-refusal', { sent: pairs({ status: 401 }, 340) })).toBe('kept');
  const waits = { status: 429, headers: { 'retry-after': '1' } };
  expect(kindOf('waits-as-long-as-retry-after', { sent: pairs(waits, 340) })).toBe('untried');
});

test('one poll more than are ever sent side by side is a second attempt', () => {
  const again = poll('x', { status: 401, arrivedMs: 3500, connection: 9 });
  expect(kindOf('stops-at-a-refusal', { sent: [...pairs({ status: 401 }, 340), again] })).toBe('missed');
});

test('a client that polls one by one, each on a new connection, has no such excuse', () => {
  const sent = pairs({ status: 401 }, 340).filter((_, at) => at !== 2);
  expect(kindOf('stops-at-a-refusal', { sent })).toBe('missed');
});

/** Returns creates in sequence, each on its own connection. The server refuses the third create and all later ones. */
function creates(pauseMs: number, tookMs: number): Sent[] {
  return [0, 1, 2, 3].map((at) => {
    const arrivedMs = at * (tookMs + pauseMs);
    const fields = { bodyHash: `${at}`, prompt: `${at}`, connection: at + 1, arrivedMs, endedMs: arrivedMs + tookMs };
    return at < 2 ? create(fields) : refused(402, fields);
  });
}

test('creates that come in turn, each after a long answer, were sent after the 402 before them', () => {
  expect(kindOf('stops-submitting-at-402', { sent: creates(5, 300) })).toBe('missed');
});

test('creates that overlap, or whose answers are too short to tell, may have been under way', () => {
  expect(kindOf('stops-submitting-at-402', { sent: creates(-100, 300) })).toBe('kept');
  expect(kindOf('stops-submitting-at-402', { sent: creates(5, 2) })).toBe('kept');
});

test('a poll that brings no refund does not make a 402 another attempt', () => {
  const again = (status: string): Sent[] => [create({ bodyHash: 'a' }), refused(402), poll(status), refused(402)];
  expect(kindOf('stops-at-a-refusal', { sent: again('running') })).toBe('missed');
  expect(kindOf('stops-at-a-refusal', { sent: again('failed') })).toBe('kept');
});

test('a pause that a busy machine made a little longer does not hide that there are none', () => {
  const failing = (pauses: readonly number[]): Small => {
    let arrivedMs = 0;
    return { sent: [0, ...pauses].map((pause) => refused(503, { arrivedMs: (arrivedMs += pause + 1) })) };
  };
  expect(kindOf('pauses-between-attempts', failing([10, 80, 10, 90, 10]))).toBe('missed');
  expect(kindOf('pauses-between-attempts', failing([10, 200, 10, 200, 10]))).toBe('kept');
});

test('parts of two clips that are downloaded side by side are not joined', () => {
  const part = (generation: string, from: number): Sent =>
    download({
      generation,
      status: 206,
      range: `bytes=${from}-${from + 49}`,
      headers: { 'content-type': 'video/mp4', etag: `"${generation}"` },
    });
  const sent = [create(), part('g', 0), part('h', 0), part('g', 50), part('h', 50)];
  expect(kindOf('changed-etag-starts-anew', { sent })).toBe('kept');
});

test('a batch that is said to be delivered has every file', () => {
  const files = [WHOLE, { index: 1, isForeign: false }];
  expect(kindOf('delivered-file-is-the-clip', { sent: [create(), refused(402), download()], files })).toBe('missed');
});

test('a file as long as the clip with other bytes in it is said to be that', () => {
  const files = [{ ...WHOLE, found: { sha256: 'x', bytes: 100 } }];
  const check = CLIENT_CHECKS.find(({ id }) => id === 'delivered-file-is-the-clip');
  expect(JSON.stringify(check?.judge(small({ sent: [create(), download()], files })))).toContain(
    'same length but different bytes',
  );
});

test('the code that only a failed generation has says as much as its status', () => {
  const outcome = { ...GAVE_UP, said: { ids: ['g'], error: { code: 'generation_failed' } } };
  expect(kindOf('failed-poll-is-no-failure', { sent: [create(), poll('x', { status: 404 })], outcome })).toBe('missed');
  expect(kindOf('timeout-is-neither', { sent: [create(), poll('running')], outcome })).toBe('missed');
  expect(kindOf('timeout-is-neither', { sent: [refused(402)], outcome: { ...outcome, end: 'gave-up' } })).toBe('kept');
});

test('a poller that comes every ten seconds may give up when the next poll would come too late', () => {
  const sent = [create({ arrivedMs: 0 }), poll('running', { arrivedMs: 10_000 })];
  const files = [{ index: 0, isForeign: false }];
  expect(kindOf('delivers', { sent, files, outcome: { ...GAVE_UP, ranMs: 10_100 } })).toBe('kept');
  expect(kindOf('delivers', { sent, files, outcome: { ...GAVE_UP, ranMs: 4000 } })).toBe('missed');
  const unheard = { ...GAVE_UP, said: { ids: [], error: { code: 'x' } }, ranMs: 18_000 };
  expect(kindOf('delivers', { sent, files, outcome: unheard })).toBe('missed');
  expect(kindOf('delivers', { sent: [refused(500, { end: 'left' })], files, outcome: unheard })).toBe('kept');
});

test('a client may give up at refused creates, and not once one was accepted', () => {
  const expectation = { giveUp: { after: { operation: 'create', attempts: 2 }, why: 'It may.' } };
  const unheard: Small['outcome'] = { end: 'gave-up', said: { ids: [], error: { code: 'x' } } };
  const kind = (sent: Small['sent'], outcome = unheard): string | undefined =>
    kindOf('delivers', { sent, expectation, outcome, files: [{ index: 0, isForeign: false }] });
  const limited = [refused(429, { faults: ['a_story:1'] }), refused(429, { faults: ['a_story:1'] })];
  expect(kind(limited)).toBe('kept');
  expect(kind([...limited, create()])).toBe('missed');
  expect(kind([...limited, create(), poll('running')])).toBe('missed');
  expect(kind([...limited, create()], GAVE_UP)).toBe('missed');
  // The client may have sent the request before that response, or the trouble continues.
  expect(kind([create({ faults: ['slow_headers:1'] })])).toBe('kept');
  expect(kind([...limited, create(), poll('x', { status: 503, faults: ['storm_503:1'] })])).toBe('kept');
});

test('a client that leaves a wrong part and starts the download over has not failed to resume', () => {
  const cut = download({ end: 'broken', bytesSent: 40 });
  const wrong = download({ status: 206, range: 'bytes=40-', ifRange: '"1"', end: 'left', faults: ['a_story:part'] });
  expect(kindOf('resumes-where-it-broke-off', { sent: [cut, wrong, download()] })).toBe('kept');
  expect(kindOf('resumes-where-it-broke-off', { sent: [cut, download()] })).toBe('missed');
});

describe('a Retry-After that cannot be used counts as none, so that a retry', () => {
  const after = (text: string, pauseMs: number): Small => ({
    sent: [refused(429, { headers: { 'retry-after': text }, arrivedMs: 0 }), create({ arrivedMs: 1 + pauseMs })],
  });

  test.each(['-5', 'soon', 'Fri, 31 Dec 1999 23:59:59 GMT'])('after %s needs a pause', (text) => {
    expect(kindOf('pauses-between-attempts', after(text, 3))).toBe('missed');
    expect(kindOf('pauses-between-attempts', after(text, 300))).toBe('kept');
  });

  test('may come soon once, because a random pause can be short', () => {
    const { sent } = after('soon', 3);
    const limited = (arrivedMs: number): Sent => refused(429, { headers: { 'retry-after': 'soon' }, arrivedMs });
    expect(kindOf('pauses-between-attempts', { sent: [limited(0), limited(4), create({ arrivedMs: 900 })] })).toBe(
      'kept',
    );
    expect(kindOf('pauses-between-attempts', { sent: [limited(0), limited(4), create({ arrivedMs: 8 })] })).toBe(
      'missed',
    );
    expect(kindOf('pauses-between-attempts', { sent })).toBe('missed');
  });

  test('after 0 may come at once', () => {
    expect(kindOf('pauses-between-attempts', after('0', 3))).toBe('kept');
  });
});

test('pauses that double exactly have no chance in them', () => {
  const failing = (pauses: readonly number[]): Small => {
    let arrivedMs = 0;
    return { sent: [0, ...pauses].map((pause) => refused(503, { arrivedMs: (arrivedMs += pause + 1) })) };
  };
  expect(kindOf('pauses-differ', failing([502, 1003, 2001]))).toBe('missed');
  expect(kindOf('pauses-differ', failing([430, 1003, 2201]))).toBe('kept');
});

test('redirects need no pauses, but an end', () => {
  const following = (hops: number): Small => ({
    sent: [
      create(),
      ...Array.from({ length: hops }, (_, at) =>
        download({ status: 302, headers: { location: 'content' }, arrivedMs: 1000 + 3 * at }),
      ),
    ],
  });
  expect(kindOf('pauses-between-attempts', following(50))).toBe('kept');
  expect(kindOf('attempts-have-an-end', following(50))).toBe('untried');
  expect(kindOf('attempts-have-an-end', following(61))).toBe('missed');
});

describe('a client that gets 404', () => {
  const polling = (...seconds: readonly number[]): Small => ({
    sent: [create(), ...seconds.map((at) => poll('x', { status: 404, arrivedMs: at * 1000 }))],
  });

  test('polls for a short time only', () => {
    expect(kindOf('stops-at-a-refusal', polling(1, 3, 6, 10, 15))).toBe('missed');
    expect(kindOf('stops-at-a-refusal', polling(1, 2, 4, 8, 12))).not.toBe('missed');
  });

  test('may poll slowly', () => {
    expect(kindOf('stops-at-a-refusal', polling(1, 9, 18))).not.toBe('missed');
  });
});

describe('first retries without a pause', () => {
  /** Returns failures of a create, a poll and a download, each with a retry after one of these pauses. */
  const retried = (...pauses: readonly number[]): Small => {
    const make = [refused, (status: number) => poll('x', { status }), (status: number) => download({ status })];
    const sent = pauses.flatMap((pause, at) => {
      const arrivedMs = 1000 * at;
      const fields = { arrivedMs: arrivedMs + 1 + pause };
      const success = [create(fields), poll('completed', fields), download(fields)][at] ?? {};
      return [{ ...make[at]?.(502), arrivedMs }, success];
    });
    return { sent };
  };

  test('are a habit if all of three requests have one', () => {
    expect(kindOf('pauses-between-attempts', retried(2, 0, 3))).toBe('missed');
  });

  test('may be chance otherwise', () => {
    expect(kindOf('pauses-between-attempts', retried(2, 0, 30))).toBe('kept');
    expect(kindOf('pauses-between-attempts', retried(2, 0))).toBe('kept');
  });

  test('may resume a download that broke off', () => {
    const { sent } = retried(2, 0, 3);
    const broken = sent.map((one) => (one.status === 502 ? { ...one, end: 'broken' as const } : one));
    expect(kindOf('pauses-between-attempts', { sent: broken })).toBe('kept');
  });
});

test('pauses may differ as little as random pauses do', () => {
  const pausing = (...pauses: readonly number[]): Small => {
    let arrivedMs = 0;
    return { sent: [0, ...pauses].map((pause) => refused(429, { arrivedMs: (arrivedMs += pause + 1) })) };
  };
  expect(kindOf('pauses-grow', pausing(900, 1150, 1000))).toBe('kept');
  expect(kindOf('pauses-grow', pausing(1000, 1100, 900))).toBe('missed');
});

test('an If-Range that never matches is not a validator', () => {
  const kind = (ifRange: string): string | undefined =>
    kindOf('sends-if-range', {
      sent: [
        create(),
        download({ end: 'broken', bytesSent: 40 }),
        download({ status: 206, range: 'bytes=40-', ifRange }),
      ],
    });
  expect(kind('"1"')).toBe('kept');
  expect(kind('Fri, 31 Dec 1999 23:59:59 GMT')).toBe('kept');
  for (const useless of ['1', 'W/"1"']) expect(kind(useless)).toBe('missed');
});

test('a client without a key does not retry a create of unknown outcome, and has no key to report', () => {
  const sent = (idempotencyKey: string | null): Sent[] => [refused(502, { idempotencyKey })];
  const expectation = { giveUp: { after: { operation: 'create', attempts: 2 }, why: 'It may.' } };
  const kind = (id: string, key: string | null): string | undefined =>
    kindOf(id, { sent: sent(key), outcome: GAVE_UP, expectation });
  for (const check of ['tries-again', 'tells-unknown-outcome']) {
    expect([kind(check, 'key'), kind(check, null)]).toEqual(['missed', 'untried']);
  }
});

test('a status in the reported error also reports a failed generation', () => {
  const sent = [create(), poll('x', { status: 503 })];
  const said = (status: string | number): NonNullable<Small['outcome']> => ({
    end: 'gave-up',
    said: { ids: ['g'], error: { status } },
  });
  expect(kindOf('failed-poll-is-no-failure', { sent, outcome: said('failed') })).toBe('missed');
  expect(kindOf('failed-poll-is-no-failure', { sent, outcome: said(503) })).toBe('kept');
});

test('a record has one id and one status, whatever its unknown members contain', () => {
  const extra = '{"metadata":{"id":"other","status":"failed"},"id":"g","status":"running"}';
  const sent = [create({ body: extra.replace('running', 'pending') }), poll('running', { body: extra })];
  const outcome = { end: 'gave-up', said: { ids: ['g'], status: 'failed' } } as const;
  expect(kindOf('timeout-is-neither', { sent, outcome })).toBe('missed');
});

test('a client that reports the id of the failed generation of a batch reports enough', () => {
  const failed = '{"id":"h","status":"failed","error":{"code":"generation_failed"}}';
  const sent = [
    create(),
    create({ prompt: 'q', body: '{"id":"h","status":"pending"}', made: 'h', generation: 'h' }),
    poll('failed', { generation: 'h', body: failed }),
  ];
  const kind = (id: string): string | undefined =>
    kindOf('tells-what-failed', {
      sent,
      outcome: { end: 'gave-up', said: { ids: [id], error: { code: 'generation_failed' } } },
    });
  expect([kind('h'), kind('g')]).toEqual(['kept', 'missed']);
});

test('a failed generation has nothing to download', () => {
  const downloads = Array.from({ length: 4 }, () => download({ status: 404, body: '{"error":{"code":"x"}}' }));
  expect(kindOf('stops-polling-at-the-end', { sent: [create(), poll('failed'), ...downloads] })).toBe('missed');
  expect(kindOf('stops-polling-at-the-end', { sent: [create(), poll('completed'), ...downloads] })).toBe('kept');
});

describe('a client that gives up misses a should if it has not tried again', () => {
  const kind = (...sent: readonly Sent[]): string | undefined => kindOf('tries-again', { sent, outcome: GAVE_UP });
  const limited = (after: string): Sent => refused(429, { headers: { 'retry-after': after } });

  test('after 429 and 503, whatever its scenario says', () => {
    expect(kind(refused(429))).toBe('missed');
    expect(kind(create(), poll('x', { status: 503 }))).toBe('missed');
    expect(kind(refused(503), refused(503))).toBe('kept');
    expect(kind(refused(503, { arrivedMs: 0 }), refused(503, { arrivedMs: 90 }))).toBe('missed');
  });

  test('after a download that broke off or was slow', () => {
    expect(kind(create(), download({ end: 'broken', bytesSent: 40 }))).toBe('missed');
    expect(kind(create(), download({ end: 'left', bytesSent: 0 }))).toBe('missed');
  });

  test('but not if the wait that was asked for ends after its deadline, or after another refusal', () => {
    expect(kind(limited('3600'))).toBe('untried');
    expect(kind(refused(402))).toBe('untried');
  });
});
