/** Legal servers that answer downloads with smaller parts, other conditions or other storages. */

import { answering, withStatus } from '../tamper/answers.ts';
import { refusalAnswer } from '../tamper/create.ts';
import { parting, partOf, type Asked } from '../tamper/ranges.ts';
import type { Personality } from '../personality.ts';
import { withHeader, type Answer, type Call, type Tampering } from '../server.ts';
import { redirectingInside, redirectingToStorage } from './storage.ts';

/** Sends at most this many bytes of a part at once. */
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
    does: 'sends at most 64 KiB of a part, and announces it',
    tamper: atMost(65_536),
    observed: { 'content.range.answer.open': '206' },
  },
  {
    id: 'parts-of-60-bytes',
    does: 'sends at most 60 bytes of a part, and announces it',
    tamper: atMost(60),
    observed: { 'content.range.answer.suffix': '206' },
  },
  {
    id: 'redirect-inside',
    does: 'redirects downloads to a path that looks like a record',
    tamper: redirectingInside,
    observed: { 'content.redirect': '302 to the same origin' },
  },
  {
    id: 'storage-for-gets',
    does: 'redirects downloads to a storage whose URLs are signed for GET only',
    tamper: storageForGets,
    observed: { 'content.redirect': '307 to another origin', 'content.head.status': '403' },
  },
  {
    id: 'cached-downloads',
    does: 'has a cache that sends Age with downloads and ignores If-Match and If-Unmodified-Since',
    tamper: () => standingBefore('age', '7'),
    observed: { 'content.conditional.if-match-other': '206' },
  },
  {
    id: 'proxied-downloads',
    does: 'has a proxy that sends Via with downloads and ignores the same conditions',
    tamper: () => standingBefore('via', '1.1 gateway'),
    observed: { 'content.conditional.if-match-other': '206' },
  },
  {
    id: 'no-conditional-dates',
    does: 'supports conditions on tags, but not on dates',
    tamper: lacking('if-modified-since', 'if-unmodified-since'),
    observed: { 'content.conditional.if-modified-since': '200' },
  },
  {
    id: 'dates-only',
    does: 'sends dates but no tags',
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
    does: 'counts down the max-age of a clip in every answer',
    tamper: countingDown,
    observed: { 'content.headers.vary': 'Accept-Encoding' },
  },
  {
    id: 'lengths-wanted',
    does: 'requires the length of a create, and answers 411 without it',
    tamper: () => async (call, engine) =>
      has(call, 'transfer-encoding') ? refusalAnswer(411, 'length_required') : engine(call),
    socket: 'title-case',
    observed: { 'http.socket.expect': '402 insufficient_credits' },
  },
  {
    id: 'tags-by-replica',
    does: 'is two replicas with different tags, and both know all tags',
    tamper: taggingByReplica,
    observed: { 'content.encoding.video': 'avc' },
  },
  {
    id: 'one-range-of-several',
    does: 'answers only the first of several ranges',
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

/** Adds the header of an intermediary, which ignores some conditions. */
function standingBefore(name: string, value: string): Tampering {
  const served = answering('content', (answer) => withHeader(answer, name, value))();
  const bare = lacking('if-match', 'if-unmodified-since')();
  return (call, engine) => served(call, (passed) => bare(passed, engine));
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
