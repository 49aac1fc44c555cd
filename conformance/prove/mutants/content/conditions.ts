/** Servers that misread conditions (lists, weak tags, dates, their order), digests or codings of parts. */

import { createHash } from 'node:crypto';
import { also, mutant, type Mutant } from '../../mutant.ts';
import { answering, gzipped, withStatus } from '../../tamper/answers.ts';
import { refusalAnswer } from '../../tamper/create.ts';
import { partOf, parting } from '../../tamper/ranges.ts';
import { withHeader, type Answer, type Call, type Tampering } from '../../server.ts';

const conditionOf = (call: Call, name: string): string => call.headers.get(name) ?? '';
/** Rewrites a condition of some downloads before the engine reads it. Undefined removes the condition. */
const reading =
  (name: string, write: (text: string, call: Call) => string | undefined): (() => Tampering) =>
  () =>
  (call, engine) => {
    const text = call.headers.get(name);
    if (call.operation !== 'content' || text === null) return engine(call);
    const written = write(text, call);
    return engine(written === text ? call : withHeader(call, name, written));
  };
/** Reads some conditions as if they named the tag of the clip. */
const matching =
  (name: string, when: (text: string, tag: string) => boolean): (() => Tampering) =>
  () => {
    const tags = new Map<string, string>();
    return async (call, engine) => {
      const [text, tag] = [conditionOf(call, name), tags.get(call.id)];
      const isMeant = call.operation === 'content' && tag !== undefined && text !== '' && text !== tag;
      const answer = await engine(isMeant && when(text, tag) ? withHeader(call, name, tag) : call);
      const own = answer.headers.get('etag');
      if (call.operation === 'content' && own !== null) tags.set(call.id, own);
      return answer;
    };
  };
/** Answers some conditions with a status of its own. */
const saying =
  (status: number, name: string, when: (text: string, call: Call) => boolean): (() => Tampering) =>
  () =>
  async (call, engine) => {
    const text = conditionOf(call, name);
    if (call.operation !== 'content' || text === '' || !when(text, call)) return engine(call);
    if (status !== 304) return refusalAnswer(status, 'precondition_failed');
    return { ...withStatus(await engine(withHeader(call, name, undefined)), 304), bytes: new Uint8Array() };
  };
const isBeyond = (call: Call): boolean => conditionOf(call, 'range').startsWith('bytes=9999');
const inner = (tag: string): string => tag.slice(1, -1);
const notModified = (change: (answer: Answer) => Answer): (() => Tampering) =>
  answering('content', (answer) => (answer.status === 304 ? change(answer) : answer));
const sha256 = (bytes: Uint8Array): string => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;

const TAGS: readonly Mutant[] = [
  also(['content.if-range.near', 'case'], 'folds the case of a tag in If-Range', {
    tamper: matching('if-range', (text, tag) => text.toLowerCase() === tag.toLowerCase()),
  }),
  also(['content.if-none-match.other', 'case'], 'folds the case of a tag in If-None-Match', {
    tamper: matching('if-none-match', (text, tag) => text.toLowerCase() === tag.toLowerCase()),
  }),
  also(['content.if-range.near', 'list'], 'accepts a list of tags in If-Range', {
    tamper: matching('if-range', (text, tag) => text.includes(',') && text.includes(tag)),
  }),
  also(['content.if-range.near', 'weak'], 'drops the W/ of a tag in If-Range', {
    tamper: matching('if-range', (text, tag) => text === `W/${tag}`),
  }),
  also(['content.if-range.near', 'beginning'], 'compares only the beginning of its tag in If-Range', {
    tamper: matching('if-range', (text, tag) => tag.startsWith(text.slice(0, -1)) && text.length > 2),
  }),
  also(['content.if-range.near', 'within'], 'accepts any part of its tag', {
    tamper: matching('if-range', (text, tag) => tag.includes(inner(text)) && text.startsWith('"') && text.length > 2),
  }),
  also(['content.if-range.near', 'star'], 'accepts `*` as a tag in If-Range', {
    tamper: matching('if-range', (text) => text === '*'),
  }),
  also(['content.if-range.near', 'bare'], 'compares tags without their quotes', {
    tamper: matching('if-range', (text, tag) => text === inner(tag)),
  }),
  also(['content.if-range.date.near', 'later'], 'accepts any date from the date of the clip on', {
    tamper: reading('if-range', (text) => (text.endsWith('GMT') && !text.includes('2001') ? undefined : text)),
  }),
  also(['content.if-none-match.lists', 'whole'], 'compares If-None-Match as a whole', {
    tamper: reading('if-none-match', (text) => (text.includes(',') ? undefined : text)),
  }),
  also(['content.if-none-match.lists', 'first'], 'compares only the first tag of a list', {
    tamper: reading('if-none-match', (text) => (text.startsWith('"no-such-tag", ') ? '"no-such-tag"' : text)),
  }),
  also(['content.if-none-match.lists', 'strong'], 'compares weak tags strongly', {
    tamper: reading('if-none-match', (text) => (text.startsWith('W/') ? undefined : text)),
  }),
  also(['content.if-none-match.lists', 'star'], 'does not support `*` in If-None-Match', {
    tamper: reading('if-none-match', (text) => (text === '*' ? undefined : text)),
  }),
  also(['content.if-none-match.other', 'within'], 'accepts any text that contains its tag', {
    tamper: matching('if-none-match', (text, tag) => inner(text).includes(inner(tag)) && !text.includes(',')),
  }),
  also(['content.if-none-match.other', 'end'], 'compares only the ends of tags', {
    tamper: matching('if-none-match', (text, tag) => inner(text).length > 2 && inner(tag).endsWith(inner(text))),
  }),
  also(['content.if-none-match.before-date', 'either'], 'answers 304 if one of two conditions holds', {
    tamper: saying(304, 'if-none-match', (_, call) => call.headers.has('if-modified-since')),
  }),
  also(['content.if-none-match.beyond', 'range'], 'evaluates a range beyond the clip before If-None-Match', {
    tamper: reading('if-none-match', (text, call) => (isBeyond(call) ? undefined : text)),
  }),
  also(['content.if-match.own', 'list'], 'does not support lists in If-Match', {
    tamper: saying(412, 'if-match', (text) => text.includes(',')),
  }),
  also(['content.if-match.own', 'star'], 'does not support `*` in If-Match', {
    tamper: saying(412, 'if-match', (text) => text === '*'),
  }),
  also(['content.if-match.own', 'date'], 'evaluates If-Unmodified-Since beside If-Match', {
    tamper: saying(412, 'if-unmodified-since', (_, call) => call.headers.has('if-match')),
  }),
  also(['content.if-match.weak', 'dropped'], 'drops the W/ of a tag in If-Match', {
    tamper: matching('if-match', (text, tag) => text === `W/${tag}`),
  }),
  also(['content.if-match.first', 'range'], 'evaluates a range beyond the clip before If-Match', {
    tamper: reading('if-match', (text, call) => (isBeyond(call) ? undefined : text)),
  }),
];

const DATES: readonly Mutant[] = [
  also(['content.if-modified-since.changed', 'any'], 'answers 304 to any date', {
    tamper: saying(304, 'if-modified-since', () => true),
  }),
  also(['content.if-modified-since.changed', 'words'], 'reads an invalid date as now', {
    tamper: saying(304, 'if-modified-since', (text) => text === 'yesterday'),
  }),
  also(['content.if-unmodified-since.kept', 'own'], 'requires a later date than the date of the clip', {
    tamper: saying(412, 'if-unmodified-since', (_, call) => !call.headers.has('if-match')),
  }),
  also(['content.if-unmodified-since.kept', 'words'], 'answers 412 to an invalid date', {
    tamper: saying(412, 'if-unmodified-since', (text) => text === 'yesterday'),
  }),
  also(['content.not-modified.headers', 'tag'], 'leaves the tag out of a 304', {
    tamper: notModified((answer) => withHeader(answer, 'etag', undefined)),
  }),
  also(['content.not-modified.headers', 'length'], 'announces a length of 0 with a 304', {
    tamper: notModified((answer) => withHeader(answer, 'content-length', '0')),
  }),
  also(['content.not-modified.headers', 'cache'], 'leaves Cache-Control out of a 304', {
    tamper: notModified((answer) => withHeader(answer, 'cache-control', undefined)),
  }),
];

/** Drops a condition from some requests for content. */
const deaf = (name: string, when: (call: Call) => boolean): (() => Tampering) =>
  reading(name, (text, call) => (when(call) ? undefined : text));
const hasRange = (call: Call): boolean => call.headers.has('range');
const isHead = (call: Call): boolean => call.method === 'HEAD';

const ELSEWHERE: readonly Mutant[] = [
  also(['content.conditional.in-part', 'match'], 'ignores If-Match in requests for a part', {
    tamper: deaf('if-match', hasRange),
  }),
  also(['content.conditional.in-part', 'unmodified'], 'ignores If-Unmodified-Since in requests for a part', {
    tamper: deaf('if-unmodified-since', hasRange),
  }),
  also(['content.conditional.in-part', 'modified'], 'ignores If-Modified-Since in requests for a part', {
    tamper: deaf('if-modified-since', hasRange),
  }),
  also(['content.conditional.of-head', 'match'], 'ignores If-Match in a HEAD', { tamper: deaf('if-match', isHead) }),
  also(['content.conditional.of-head', 'none'], 'ignores If-None-Match in a HEAD', {
    tamper: deaf('if-none-match', isHead),
  }),
  also(['content.conditional.of-head', 'dates'], 'ignores If-Unmodified-Since in a HEAD', {
    tamper: deaf('if-unmodified-since', isHead),
  }),
];

const always = (): boolean => true;

const NEVER_EVALUATED: readonly Mutant[] = [
  mutant('content.if-none-match.evaluated', 'sends tags, but ignores If-None-Match', {
    tamper: deaf('if-none-match', always),
  }),
  mutant('content.if-match.evaluated', 'sends tags, but ignores If-Match', {
    tamper: deaf('if-match', always),
  }),
  also(['content.if-match.evaluated', 'tags-only'], 'ignores If-Match and If-Unmodified-Since', {
    tamper: () => {
      const [one, two] = [deaf('if-match', always)(), deaf('if-unmodified-since', always)()];
      return (call, engine) => one(call, (passed) => two(passed, engine));
    },
  }),
  mutant('content.if-modified-since.evaluated', 'sends dates, but ignores If-Modified-Since', {
    tamper: deaf('if-modified-since', always),
  }),
  mutant('content.if-unmodified-since.evaluated', 'supports If-Match, but not If-Unmodified-Since', {
    tamper: deaf('if-unmodified-since', always),
  }),
];

const DIGESTS: readonly Mutant[] = [
  also(['content.digest', 'whole'], 'sends the Content-Digest of the clip with a part', {
    tamper: digesting('content-digest', ({ whole }) => whole),
    keeper: { tamper: digesting('content-digest', ({ part }) => part) },
  }),
  also(['content.digest.representation', 'part'], 'sends the Repr-Digest of a part with it', {
    tamper: digesting('repr-digest', ({ part }) => part),
    keeper: { tamper: digesting('repr-digest', ({ whole }) => whole) },
  }),
  also(['content.coded.tag', 'same'], 'compresses clips under their own tag', {
    tamper: coding((answer) => answer),
    keeper: { tamper: coding((answer) => withHeader(answer, 'etag', '"coded"')) },
  }),
  also(['content.coded.part', 'cut-first'], 'compresses a part after it cuts it', {
    tamper: codedParts(true),
  }),
  also(['content.coded.part', 'plain'], 'declares plain parts as compressed', { tamper: codedParts(false) }),
];

export const CONDITION_MUTANTS: readonly Mutant[] = [...TAGS, ...DATES, ...ELSEWHERE, ...NEVER_EVALUATED, ...DIGESTS];

interface Bodies {
  readonly whole: Uint8Array;
  readonly part: Uint8Array;
}

function digesting(name: string, choose: (bodies: Bodies) => Uint8Array): () => Tampering {
  return parting(({ part, whole }) =>
    part.status === 206 ? withHeader(part, name, sha256(choose({ whole: whole.bytes, part: part.bytes }))) : undefined,
  );
}

const wantsGzip = ({ headers }: Call): boolean => (headers.get('accept-encoding') ?? '').includes('gzip');

/** Compresses whole clips if the client accepts it. */
function coding(mark: (answer: Answer) => Answer): () => Tampering {
  return () => async (call, engine) => {
    if (call.operation !== 'content' || call.method !== 'GET' || !wantsGzip(call)) return engine(call);
    const answer = await engine(withHeader(call, 'range', undefined));
    return answer.status === 200 ? mark(gzipped(answer)) : answer;
  };
}

function codedParts(isCompressed: boolean): () => Tampering {
  const parts = parting((asked) => {
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(asked.range) ?? [];
    if (!wantsGzip(asked.call) || start === undefined || asked.part.status !== 206) return undefined;
    const part = withHeader(partOf(asked, [Number(start), Number(end)]), 'etag', '"coded"');
    return isCompressed ? gzipped(part) : withHeader(part, 'content-encoding', 'gzip');
  })();
  const wholes = coding((answer) => withHeader(answer, 'etag', '"coded"'))();
  return () => (call, engine) => (call.headers.has('range') ? parts(call, engine) : wholes(call, engine));
}
