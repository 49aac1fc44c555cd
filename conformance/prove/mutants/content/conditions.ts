/** Servers that misread conditions: lists, weak and near tags, dates, their order; and digests and codings of parts. */

import { createHash } from 'node:crypto';
import { also, mutant, type Mutant } from '../../mutant.ts';
import { answering, gzipped, withStatus } from '../../tamper/answers.ts';
import { refusalAnswer } from '../../tamper/create.ts';
import { partOf, parting } from '../../tamper/ranges.ts';
import { withHeader, type Answer, type Call, type Tampering } from '../../server.ts';

const conditionOf = (call: Call, name: string): string => call.headers.get(name) ?? '';
/** Writes a condition of some downloads in another way, before the engine reads it; nothing to leave it out. */
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
  also(['content.if-range.near', 'list'], 'finds its tag in a list of If-Range', {
    tamper: matching('if-range', (text, tag) => text.includes(',') && text.includes(tag)),
  }),
  also(['content.if-range.near', 'weak'], 'drops the W/ of a tag in If-Range', {
    tamper: matching('if-range', (text, tag) => text === `W/${tag}`),
  }),
  also(['content.if-range.near', 'beginning'], 'compares as much of a tag as was sent in If-Range', {
    tamper: matching('if-range', (text, tag) => tag.startsWith(text.slice(0, -1)) && text.length > 2),
  }),
  also(['content.if-range.near', 'within'], 'looks for what was sent within its tag', {
    tamper: matching('if-range', (text, tag) => tag.includes(inner(text)) && text.startsWith('"') && text.length > 2),
  }),
  also(['content.if-range.near', 'star'], 'takes `*` for any tag in If-Range', {
    tamper: matching('if-range', (text) => text === '*'),
  }),
  also(['content.if-range.near', 'bare'], 'compares tags without their quotes', {
    tamper: matching('if-range', (text, tag) => text === inner(tag)),
  }),
  also(['content.if-range.date.near', 'later'], 'takes any date from that of the clip on', {
    tamper: reading('if-range', (text) => (text.endsWith('GMT') && !text.includes('2001') ? undefined : text)),
  }),
  also(['content.if-none-match.lists', 'whole'], 'compares If-None-Match as a whole', {
    tamper: reading('if-none-match', (text) => (text.includes(',') ? undefined : text)),
  }),
  also(['content.if-none-match.lists', 'first'], 'looks at the first tag of a list only', {
    tamper: reading('if-none-match', (text) => (text.startsWith('"no-such-tag", ') ? '"no-such-tag"' : text)),
  }),
  also(['content.if-none-match.lists', 'strong'], 'compares weak tags strongly', {
    tamper: reading('if-none-match', (text) => (text.startsWith('W/') ? undefined : text)),
  }),
  also(['content.if-none-match.lists', 'star'], 'does not know `*` in If-None-Match', {
    tamper: reading('if-none-match', (text) => (text === '*' ? undefined : text)),
  }),
  also(['content.if-none-match.other', 'within'], 'looks for its tag within the one that was sent', {
    tamper: matching('if-none-match', (text, tag) => inner(text).includes(inner(tag)) && !text.includes(',')),
  }),
  also(['content.if-none-match.other', 'end'], 'compares the ends of tags', {
    tamper: matching('if-none-match', (text, tag) => inner(text).length > 2 && inner(tag).endsWith(inner(text))),
  }),
  also(['content.if-none-match.before-date', 'either'], 'answers 304 where one of two conditions holds', {
    tamper: saying(304, 'if-none-match', (_, call) => call.headers.has('if-modified-since')),
  }),
  also(['content.if-none-match.beyond', 'range'], 'looks at a range beyond the clip before If-None-Match', {
    tamper: reading('if-none-match', (text, call) => (isBeyond(call) ? undefined : text)),
  }),
  also(['content.if-match.own', 'list'], 'knows no list in If-Match', {
    tamper: saying(412, 'if-match', (text) => text.includes(',')),
  }),
  also(['content.if-match.own', 'star'], 'knows no `*` in If-Match', {
    tamper: saying(412, 'if-match', (text) => text === '*'),
  }),
  also(['content.if-match.own', 'date'], 'looks at If-Unmodified-Since beside If-Match', {
    tamper: saying(412, 'if-unmodified-since', (_, call) => call.headers.has('if-match')),
  }),
  also(['content.if-match.weak', 'dropped'], 'drops the W/ of a tag in If-Match', {
    tamper: matching('if-match', (text, tag) => text === `W/${tag}`),
  }),
  also(['content.if-match.first', 'range'], 'looks at a range beyond the clip before If-Match', {
    tamper: reading('if-match', (text, call) => (isBeyond(call) ? undefined : text)),
  }),
];

const DATES: readonly Mutant[] = [
  also(['content.if-modified-since.changed', 'any'], 'answers 304 to any date', {
    tamper: saying(304, 'if-modified-since', () => true),
  }),
  also(['content.if-modified-since.changed', 'words'], 'takes a date that is none for now', {
    tamper: saying(304, 'if-modified-since', (text) => text === 'yesterday'),
  }),
  also(['content.if-unmodified-since.kept', 'own'], 'wants a date that is later than that of the clip', {
    tamper: saying(412, 'if-unmodified-since', (_, call) => !call.headers.has('if-match')),
  }),
  also(['content.if-unmodified-since.kept', 'words'], 'answers 412 to a date that is none', {
    tamper: saying(412, 'if-unmodified-since', (text) => text === 'yesterday'),
  }),
  also(['content.not-modified.headers', 'tag'], 'leaves the tag out of a 304', {
    tamper: notModified((answer) => withHeader(answer, 'etag', undefined)),
  }),
  also(['content.not-modified.headers', 'length'], 'announces a length of 0 with a 304', {
    tamper: notModified((answer) => withHeader(answer, 'content-length', '0')),
  }),
  also(['content.not-modified.headers', 'cache'], 'leaves what it says to caches out of a 304', {
    tamper: notModified((answer) => withHeader(answer, 'cache-control', undefined)),
  }),
];

/** A condition that is dropped from some requests for content. */
const deaf = (name: string, when: (call: Call) => boolean): (() => Tampering) =>
  reading(name, (text, call) => (when(call) ? undefined : text));
const hasRange = (call: Call): boolean => call.headers.has('range');
const isHead = (call: Call): boolean => call.method === 'HEAD';

const ELSEWHERE: readonly Mutant[] = [
  also(['content.conditional.in-part', 'match'], 'forgets If-Match where a part is asked for', {
    tamper: deaf('if-match', hasRange),
  }),
  also(['content.conditional.in-part', 'unmodified'], 'forgets If-Unmodified-Since where a part is asked for', {
    tamper: deaf('if-unmodified-since', hasRange),
  }),
  also(['content.conditional.in-part', 'modified'], 'forgets If-Modified-Since where a part is asked for', {
    tamper: deaf('if-modified-since', hasRange),
  }),
  also(['content.conditional.of-head', 'match'], 'forgets If-Match in a HEAD', { tamper: deaf('if-match', isHead) }),
  also(['content.conditional.of-head', 'none'], 'forgets If-None-Match in a HEAD', {
    tamper: deaf('if-none-match', isHead),
  }),
  also(['content.conditional.of-head', 'dates'], 'forgets If-Unmodified-Since in a HEAD', {
    tamper: deaf('if-unmodified-since', isHead),
  }),
];

const always = (): boolean => true;

const NEVER_EVALUATED: readonly Mutant[] = [
  mutant('content.if-none-match.evaluated', 'sends tags, and takes no notice of If-None-Match', {
    tamper: deaf('if-none-match', always),
  }),
  mutant('content.if-match.evaluated', 'sends tags, and takes no notice of If-Match', {
    tamper: deaf('if-match', always),
  }),
  also(['content.if-match.evaluated', 'tags-only'], 'looks at neither If-Match nor If-Unmodified-Since', {
    tamper: () => {
      const [one, two] = [deaf('if-match', always)(), deaf('if-unmodified-since', always)()];
      return (call, engine) => one(call, (passed) => two(passed, engine));
    },
  }),
  mutant('content.if-modified-since.evaluated', 'sends dates, and takes no notice of If-Modified-Since', {
    tamper: deaf('if-modified-since', always),
  }),
  mutant('content.if-unmodified-since.evaluated', 'knows If-Match, and no If-Unmodified-Since', {
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
  also(['content.coded.part', 'cut-first'], 'cuts a part first, and compresses it then', { tamper: codedParts(true) }),
  also(['content.coded.part', 'plain'], 'says of plain parts that they are compressed', { tamper: codedParts(false) }),
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

/** Whole clips come compressed where that is asked for. */
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
