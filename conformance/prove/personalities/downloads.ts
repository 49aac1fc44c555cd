/** Legal servers that answer downloads otherwise: smaller parts, other conditions, other storages. */

import { answering, withStatus } from '../tamper/answers.ts';
import { refusalAnswer } from '../tamper/create.ts';
import { parting, partOf, type Asked } from '../tamper/ranges.ts';
import type { Personality } from '../personality.ts';
import { withHeader, type Answer, type Call, type Tampering } from '../server.ts';
import { redirectingInside, redirectingToStorage } from './storage.ts';

/** Sends no more than so many bytes of a part at once. */
const atMost = (bytes: number): (() => Tampering) =>
  parting((asked) => {
    const [first, last] = /^bytes (\d+)-(\d+)\//.exec(asked.part.headers.get('content-range') ?? '')?.slice(1) ?? [];
    if (asked.part.status !== 206 || first === undefined) return undefined;
    return partOf(asked, [Number(first), Math.min(Number(last), Number(first) + bytes - 1)]);
  });
const has = (call: Call, ...names: readonly string[]): boolean => names.some((name) => call.headers.has(name));
const lacking =
  (...names: readonly string[]): (() => Tampering) =>
  () =>
  async (call, engine) =>
    call.operation === 'content'
      ? engine(names.reduce((one, name) => withHeader(one, name, undefined), call))
      : engine(call);
const heading = (answerTo: (answer: Answer) => Answer): (() => Tampering) =>
  answering('any', (answer, { method }) => (method === 'HEAD' ? answerTo(answer) : answer));

export const DOWNLOAD_PERSONALITIES: readonly Personality[] = [
  {
    id: 'parts-of-64-kib',
    does: 'sends at most 64 KiB of a part, and says so',
    tamper: atMost(65_536),
    observed: { 'content.range.answer.open': '206' },
  },
  {
    id: 'parts-of-60-bytes',
    does: 'sends at most 60 bytes of a part, and says so',
    tamper: atMost(60),
    observed: { 'content.range.answer.suffix': '206' },
  },
  {
    id: 'redirect-inside',
    does: 'redirects downloads to an address of its own that looks like a record',
    tamper: redirectingInside,
    observed: { 'content.redirect': '302 to the same origin' },
  },
  {
    id: 'storage-for-gets',
    does: 'redirects downloads to a storage whose addresses are signed for GET alone',
    tamper: storageForGets,
    observed: { 'content.redirect': '307 to another origin', 'content.head.status': '403' },
  },
  {
    id: 'cached-downloads',
    does: 'has a cache in front of its downloads, which says so with Age and leaves If-Match and If-Unmodified-Since alone',
    tamper: () => standingBefore('age', '7'),
    observed: { 'content.conditional.if-match-other': '206' },
  },
  {
    id: 'proxied-downloads',
    does: 'has a proxy in front of its downloads, which says so with Via and leaves the same conditions alone',
    tamper: () => standingBefore('via', '1.1 gateway'),
    observed: { 'content.conditional.if-match-other': '206' },
  },
  {
    id: 'no-conditional-dates',
    does: 'knows conditions by tags alone: neither If-Modified-Since nor If-Unmodified-Since',
    tamper: lacking('if-modified-since', 'if-unmodified-since'),
    observed: { 'content.conditional.if-modified-since': '200' },
  },
  {
    id: 'dates-only',
    does: 'has dates for validators, and no tags',
    tamper: datesOnly,
    observed: { 'content.headers.etag': 'absent', 'content.headers.last-modified': 'present' },
  },
  {
    id: 'head-501',
    does: 'answers HEAD with 501',
    tamper: heading((answer) => ({ ...withStatus(answer, 501), bytes: new Uint8Array() })),
    observed: { 'content.head.status': '501' },
  },
  {
    id: 'head-without-length',
    does: 'announces no length at HEAD',
    tamper: heading((answer) => withHeader(answer, 'content-length', undefined)),
    observed: { 'content.head.status': '200' },
  },
  {
    id: 'moving-cache-headers',
    does: 'counts down how long a cache may keep a clip, in every answer anew',
    tamper: countingDown,
    observed: { 'content.headers.vary': 'Accept-Encoding' },
  },
  {
    id: 'lengths-wanted',
    does: 'wants the length of a create beforehand, and answers 411',
    tamper: () => async (call, engine) =>
      has(call, 'transfer-encoding') ? refusalAnswer(411, 'length_required') : engine(call),
    socket: 'title-case',
    observed: { 'http.socket.expect': '402 insufficient_credits' },
  },
  {
    id: 'tags-by-replica',
    does: 'is two replicas, each with tags of its own, which both know',
    tamper: taggingByReplica,
    observed: { 'content.encoding.video': 'avc' },
  },
  {
    id: 'one-range-of-several',
    does: 'answers the first of several ranges alone',
    tamper: parting((asked) => (asked.range.includes(',') ? firstOf(asked) : undefined)),
    observed: { 'content.range.answer.several': '206' },
  },
];

function firstOf(asked: Asked): Answer | undefined {
  const [, first, last] = /^bytes=(\d+)-(\d+),/.exec(asked.range) ?? [];
  return first === undefined ? undefined : partOf(asked, [Number(first), Math.min(Number(last), asked.size - 1)]);
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

/** Something stands before the downloads, and says so in a header. */
function standingBefore(name: string, value: string): Tampering {
  const served = answering('content', (answer) => withHeader(answer, name, value))();
  const bare = lacking('if-match', 'if-unmodified-since')();
  return (call, engine) => served(call, (passed) => bare(passed, engine));
}

function datesOnly(): Tampering {
  return async (call, engine) => {
    if (call.operation !== 'content') return engine(call);
    const isTag = /"/.test(call.headers.get('if-range') ?? '');
    // A tag can match nothing here.
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
