/** Legal servers that answer downloads with smaller parts, other conditions or other storages. */

import { answering, toHeader, withStatus, withText } from '../tamper/answers.ts';
import { dropping, knowingCreates, rejecting } from '../tamper/calls.ts';
import { refusalAnswer } from '../tamper/create.ts';
import { isPart, partOf, ranged, type Asked } from '../tamper/ranges.ts';
import { legalVariants, type LegalVariant } from '../legal-variant.ts';
import { withHeader, withKey, type Answer, type Call, type Tampering } from '../server.ts';

const STORAGE = 'https://storage.standin.test';
/** Sends at most this many bytes of a part at once. */
const atMost = (bytes: number): (() => Tampering) =>
  ranged(isPart, (asked) => {
    const [, first, last] = /^bytes (\d+)-(\d+)\//.exec(asked.part.headers.get('content-range') ?? '') ?? [];
    return partOf(asked, [Number(first), Math.min(Number(last), Number(first) + bytes - 1)]);
  });
const heading = (change: (answer: Answer) => Answer): (() => Tampering) => answering({ method: 'HEAD' }, change);

/** Redirects downloads to the storage, which requires the signature and rejects requests that carry an API key. */
export const redirectingToStorage = knowingCreates((createOf) => async (call, engine) => {
  if (call.url.origin === STORAGE) {
    if (call.headers.has('authorization')) return refusalAnswer(400, 'two_credentials');
    return inXml(await engine(withKey(call, createOf(call.url.searchParams.get('signature'))?.key ?? '')));
  }
  return redirected(call, await engine(call), [`${STORAGE}${call.url.pathname}?signature=${call.id}`, 307]);
});

export const DOWNLOAD_VARIANTS: readonly LegalVariant[] = legalVariants({
  'parts-of-64-kib': {
    does: 'sends at most 64 KiB of a part, and announces it',
    tamper: atMost(65_536),
    observed: { 'content.range.answer.open': '206' },
  },
  'parts-of-60-bytes': {
    does: 'sends at most 60 bytes of a part, and announces it',
    tamper: atMost(60),
    observed: { 'content.range.answer.suffix': '206' },
  },
  'redirect-inside': {
    does: 'redirects downloads to a path that looks like a record',
    tamper: redirectingInside,
    observed: { 'content.redirect': '302 to the same origin' },
  },
  'storage-for-gets': {
    does: 'redirects downloads to a storage whose URLs are signed for GET only',
    tamper: storageForGets,
    observed: { 'content.redirect': '307 to another origin', 'content.head.status': '403' },
  },
  'cached-downloads': {
    does: 'has a cache that answers parts with Age and ignores their If-Match and If-Unmodified-Since',
    tamper: () => standingBefore('age', '7', ({ headers }) => headers.has('range')),
    observed: { 'content.conditional.if-match-other': '206' },
  },
  'proxied-downloads': {
    does: 'has a proxy that sends Via with all downloads and ignores the same conditions',
    tamper: () => standingBefore('via', '1.1 gateway', () => true),
    observed: { 'content.conditional.if-match-other': '206' },
  },
  'no-conditional-dates': {
    does: 'supports conditions on tags, but not on dates',
    tamper: dropping('content', 'if-modified-since', 'if-unmodified-since'),
    observed: { 'content.conditional.if-modified-since': '200' },
  },
  'dates-only': {
    does: 'sends dates but no tags',
    tamper: datesOnly,
    observed: { 'content.headers.etag': 'absent', 'content.headers.last-modified': 'present' },
  },
  'head-501': {
    does: 'answers HEAD with 501',
    tamper: heading((answer) => ({ ...withStatus(answer, 501), bytes: new Uint8Array() })),
    observed: { 'content.head.status': '501' },
  },
  'head-without-length': {
    does: 'announces no length at HEAD',
    tamper: heading(toHeader('content-length', undefined)),
    observed: { 'content.head.status': '200' },
  },
  'moving-cache-headers': {
    does: 'counts down the max-age of a clip in every answer',
    tamper: countingDown,
    observed: { 'content.headers.vary': 'Accept-Encoding' },
  },
  'lengths-wanted': {
    does: 'requires the length of a create, and answers 411 without it',
    tamper: rejecting({ has: 'transfer-encoding' }, 411, 'length_required'),
    socket: 'title-case',
    observed: { 'http.socket.expect': '402 insufficient_credits' },
  },
  'tags-by-replica': {
    does: 'is two replicas with different tags, and both know all tags',
    tamper: taggingByReplica,
    observed: { 'content.encoding.video': 'avc' },
  },
  'one-range-of-several': {
    does: 'answers only the first of several ranges',
    tamper: ranged(/^bytes=\d+-\d+,/, firstOf),
    observed: { 'content.range.answer.several': '206' },
  },
});

function firstOf(asked: Asked): Answer {
  const [, first, last] = /^bytes=(\d+)-(\d+),/.exec(asked.range) ?? [];
  return partOf(asked, [Number(first), Math.min(Number(last), asked.size - 1)]);
}

const CONDITIONS = ['if-match', 'if-none-match', 'if-range'] as const;

function taggingByReplica(): Tampering {
  let answered = 0;
  return async (call, engine) => {
    const known = CONDITIONS.reduce(
      (one, name) => withHeader(one, name, one.headers.get(name)?.replaceAll(/-[ab]"/g, '"')),
      call,
    );
    const answer = await engine(known);
    const tag = call.operation === 'content' ? answer.headers.get('etag') : null;
    if (tag === null) return answer;
    answered += 1;
    return withHeader(answer, 'etag', tag.replace(/"$/, answered % 2 === 0 ? '-a"' : '-b"'));
  };
}

function storageForGets(): Tampering {
  const storage = redirectingToStorage();
  return async (call, engine) => {
    const isSigned = call.url.searchParams.has('signature');
    if (!isSigned || call.method !== 'HEAD') return storage(call, engine);
    return { status: 403, headers: new Headers({ 'content-type': 'application/xml' }), bytes: new Uint8Array() };
  };
}

/** Adds the header of an intermediary, which ignores some conditions. */
function standingBefore(name: string, value: string, answers: (call: Call) => boolean): Tampering {
  const served = answering('content', toHeader(name, value))();
  const bare = dropping('content', 'if-match', 'if-unmodified-since')();
  return (call, engine) => (answers(call) ? served(call, (passed) => bare(passed, engine)) : engine(call));
}

function datesOnly(): Tampering {
  return async (call, engine) => {
    if (call.operation !== 'content') return engine(call);
    const isTag = /"/.test(call.headers.get('if-range') ?? '');
    // No tag can match here.
    const names = isTag ? ['range', 'if-range', 'if-none-match', 'if-match'] : ['if-none-match', 'if-match'];
    const bare = names.reduce((one, name) => withHeader(one, name, undefined), call);
    return withHeader(await engine(bare), 'etag', undefined);
  };
}

function countingDown(): Tampering {
  let seconds = 3600;
  return answering('content', (answer) => {
    seconds -= 1;
    const expires = new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toUTCString();
    const timed = withHeader(withHeader(answer, 'cache-control', `private, max-age=${seconds}`), 'expires', expires);
    return withHeader(timed, 'vary', 'Accept-Encoding');
  })();
}

/** Redirects downloads to a path of the same origin that looks like a record. The path requires the key, too. */
function redirectingInside(): Tampering {
  return async (call, engine) => {
    const file = /\/v1\/videos\/([0-9a-f-]{36})\.mp4$/.exec(call.url.pathname)?.[1];
    if (file !== undefined) {
      const url = new URL(`/v1/videos/${file}/content`, call.url);
      return engine({ ...call, operation: 'content', id: file, url });
    }
    return redirected(call, await engine(call), [`/v1/videos/${call.id}.mp4`, 302]);
  };
}

/** Converts an error to XML, as a storage sends it. */
function inXml(answer: Answer): Answer {
  return answer.status < 400 ? answer : withText(answer, '<Error><Code>InvalidRange</Code></Error>', 'application/xml');
}

/** Redirects a download if there is something to download. */
function redirected({ operation }: Call, answer: Answer, [location, status]: readonly [string, number]): Answer {
  const isThere = operation === 'content' && (answer.status < 300 || answer.status === 416);
  return isThere ? { status, headers: new Headers({ location }), bytes: new Uint8Array() } : answer;
}
