/** Servers that misread conditions (lists, weak tags, dates, their order), digests, codings or HEAD of clips. */

import { createHash } from 'node:crypto';
import { mutants, type Mutant } from '../../mutant.ts';
import { withHeader, type Answer, type Call, type Tampering } from '../../server.ts';
import { answering, gzipped, isFine, toHeader, toStatus, withStatus } from '../../tamper/answers.ts';
import { CLIP_HEAD, CONTENT, dropping, meets, CLIP_PART, rejecting, sending, type Where } from '../../tamper/calls.ts';
import { isPart, partOf, parting, ranged } from '../../tamper/ranges.ts';

const conditionOf = (call: Call, name: string): string => call.headers.get(name) ?? '';
/** Finds requests for content with a condition of this form. */
const has = (name: string, form: RegExp, where: Where = {}): ((call: Call) => boolean) => {
  const isMeant = meets({ ...CONTENT, ...where });
  return (call) => isMeant(call) && form.test(conditionOf(call, name));
};
/** Ignores some conditions. */
const deaf = (name: string, where: Where | RegExp = {}): (() => Tampering) =>
  dropping(where instanceof RegExp ? has(name, where) : has(name, /./, where), name);
/** Ignores the condition of a request whose range begins beyond the clip. */
const deafBeyond = (name: string): (() => Tampering) =>
  dropping((call) => has(name, /./)(call) && has('range', /^bytes=9999/)(call), name);
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
const failing = (name: string, form: RegExp, where: Where = {}): (() => Tampering) =>
  rejecting(has(name, form, where), 412, 'precondition_failed');
/** Answers some conditions with 304. */
const notModified = (name: string, form: RegExp, where: Where = {}): (() => Tampering) => {
  const isMeant = has(name, form, where);
  return () => async (call, engine) => {
    if (!isMeant(call)) return engine(call);
    return { ...withStatus(await engine(withHeader(call, name, undefined)), 304), bytes: new Uint8Array() };
  };
};
const without = (name: string, value?: string): (() => Tampering) =>
  answering({ ...CONTENT, status: 304 }, toHeader(name, value));
const inner = (tag: string): string => tag.slice(1, -1);
const isSameLetters = (text: string, tag: string): boolean => text.toLowerCase() === tag.toLowerCase();
const isWeak = (text: string, tag: string): boolean => text === `W/${tag}`;

const TAGS: readonly Mutant[] = mutants({
  'content.if-range.other': {
    'ignores If-Range': deaf('if-range', /^"no-such-tag"$/),
    'sends a part with the 200 to an If-Range': ranged(
      ({ call }) => call.headers.has('if-range'),
      (asked) => withStatus(partOf(asked, [0, 99]), 200),
    ),
  },
  'content.if-range.weak': { 'accepts weak tags in If-Range': deaf('if-range', /^W\//) },
  'content.if-range.unsatisfiable': { 'evaluates Range before If-Range': deafBeyond('if-range') },
  'content.if-range.date': { 'ignores dates in If-Range': deaf('if-range', /GMT$/) },
  'content.if-range.date.near': {
    'accepts any date from the date of the clip on': deaf('if-range', /^(?!.*2001).*GMT$/),
  },
  'content.if-range.alone': { 'answers 412 to If-Range alone': failing('if-range', /./, { lacks: 'range' }) },
  'content.if-range.near': {
    'folds the case of a tag in If-Range': matching('if-range', isSameLetters),
    'accepts a list of tags in If-Range': matching('if-range', (text, tag) => text.includes(',') && text.includes(tag)),
    'drops the W/ of a tag in If-Range': matching('if-range', isWeak),
    'compares only the beginning of its tag in If-Range': matching(
      'if-range',
      (text, tag) => tag.startsWith(text.slice(0, -1)) && text.length > 2,
    ),
    'accepts any part of its tag': matching(
      'if-range',
      (text, tag) => tag.includes(inner(text)) && text.startsWith('"') && text.length > 2,
    ),
    'accepts `*` as a tag in If-Range': matching('if-range', (text) => text === '*'),
    'compares tags without their quotes': matching('if-range', (text, tag) => text === inner(tag)),
  },
  'content.if-range.own': {
    'crashes if a download continues with If-Range': answering(
      { ...CLIP_PART, has: 'if-range', status: 206 },
      toStatus(500),
    ),
    'sends the first part again to a matching If-Range': ranged(
      (asked) => isPart(asked) && asked.call.headers.has('if-range'),
      (asked) => partOf(asked, [1, 100], [0, 99]),
    ),
  },
  'content.if-none-match.other': {
    'folds the case of a tag in If-None-Match': matching('if-none-match', isSameLetters),
    'accepts any text that contains its tag': matching(
      'if-none-match',
      (text, tag) => inner(text).includes(inner(tag)) && !text.includes(','),
    ),
    'compares only the ends of tags': matching(
      'if-none-match',
      (text, tag) => inner(text).length > 2 && inner(tag).endsWith(inner(text)),
    ),
  },
  'content.if-none-match.lists': {
    'compares If-None-Match as a whole': deaf('if-none-match', /,/),
    'compares only the first tag of a list': sending(has('if-none-match', /^"no-such-tag", /), (call) =>
      withHeader(call, 'if-none-match', '"no-such-tag"'),
    ),
    'compares weak tags strongly': deaf('if-none-match', /^W\//),
    'does not support `*` in If-None-Match': deaf('if-none-match', /^\*$/),
  },
  'content.if-none-match.before-date': {
    'answers 304 if one of two conditions holds': notModified('if-none-match', /./, { has: 'if-modified-since' }),
  },
  'content.if-none-match.first': { 'evaluates Range before If-None-Match': deaf('if-none-match', CLIP_PART) },
  'content.if-none-match.beyond': {
    'evaluates a range beyond the clip before If-None-Match': deafBeyond('if-none-match'),
  },
  'content.if-none-match.empty': {
    'sends the clip with a 304': (): Tampering => async (call, engine) => {
      if (!meets({ has: 'if-none-match', lacks: 'range' })(call)) return engine(call);
      return withStatus(await engine(withHeader(call, 'if-none-match', undefined)), 304);
    },
  },
  'content.if-none-match.of-get': {
    'answers 412 to a download whose tag matches': answering(
      { ...CONTENT, has: 'if-none-match', status: 304 },
      toStatus(412),
    ),
  },
  'content.if-match.own': {
    'does not support lists in If-Match': failing('if-match', /,/),
    'does not support `*` in If-Match': failing('if-match', /^\*$/),
    'evaluates If-Unmodified-Since beside If-Match': failing('if-unmodified-since', /./, { has: 'if-match' }),
  },
  'content.if-match.weak': { 'drops the W/ of a tag in If-Match': matching('if-match', isWeak) },
  'content.if-match.first': { 'evaluates a range beyond the clip before If-Match': deafBeyond('if-match') },
});

const EVALUATED: readonly Mutant[] = mutants({
  'content.if-modified-since.changed': {
    'answers 304 to any date': notModified('if-modified-since', /./),
    'reads an invalid date as now': notModified('if-modified-since', /^yesterday$/),
  },
  'content.if-unmodified-since.kept': {
    'requires a later date than the date of the clip': failing('if-unmodified-since', /./, { lacks: 'if-match' }),
    'answers 412 to an invalid date': failing('if-unmodified-since', /^yesterday$/),
  },
  'content.not-modified.headers': {
    'leaves the tag out of a 304': without('etag'),
    'announces a length of 0 with a 304': without('content-length', '0'),
    'leaves Cache-Control out of a 304': without('cache-control'),
  },
  'content.conditional.in-part': {
    'ignores If-Match in requests for a part': deaf('if-match', CLIP_PART),
    'ignores If-Unmodified-Since in requests for a part': deaf('if-unmodified-since', CLIP_PART),
    'ignores If-Modified-Since in requests for a part': deaf('if-modified-since', CLIP_PART),
  },
  'content.conditional.of-head': {
    'ignores If-Match in a HEAD': deaf('if-match', CLIP_HEAD),
    'ignores If-None-Match in a HEAD': deaf('if-none-match', CLIP_HEAD),
    'ignores If-Unmodified-Since in a HEAD': deaf('if-unmodified-since', CLIP_HEAD),
  },
  'content.if-none-match.evaluated': { 'sends tags, but ignores If-None-Match': deaf('if-none-match') },
  'content.if-match.evaluated': {
    'sends tags, but ignores If-Match': deaf('if-match'),
    'ignores If-Match and If-Unmodified-Since': dropping('content', 'if-match', 'if-unmodified-since'),
    'crashes if If-Match is false': answering({ ...CONTENT, has: 'if-match', status: 412 }, toStatus(500)),
  },
  'content.if-modified-since.evaluated': { 'sends dates, but ignores If-Modified-Since': deaf('if-modified-since') },
  'content.if-unmodified-since.evaluated': { 'ignores If-Unmodified-Since': deaf('if-unmodified-since') },
});

const BODIES: readonly Mutant[] = mutants({
  'content.digest': {
    'sends the Content-Digest of the clip with a part': {
      tamper: digesting('content-digest', 'whole'),
      keeper: { tamper: digesting('content-digest', 'part') },
    },
    'sends a Content-Digest of three bytes': answering(
      { ...CONTENT, status: isFine },
      toHeader('content-digest', 'sha-256=:AAAA:'),
    ),
  },
  'content.digest.representation': {
    'sends the Repr-Digest of a part with it': {
      tamper: digesting('repr-digest', 'part'),
      keeper: { tamper: digesting('repr-digest', 'whole') },
    },
  },
  'content.coded.tag': {
    'compresses clips under their own tag': {
      tamper: coding((answer) => answer),
      keeper: { tamper: coding(toHeader('etag', '"coded"')) },
    },
  },
  'content.coded.part': {
    'compresses a part after it cuts it': codedParts(gzipped),
    'declares plain parts as compressed': codedParts(toHeader('content-encoding', 'gzip')),
  },
  'content.etag.same-bytes': {
    'encodes a clip again for each download, with one tag': reencoding({}),
    'encodes a clip again if If-None-Match does not match': {
      tamper: reencoding({ has: 'if-none-match' }),
      selection: { only: ['content.if-none-match.*'] },
    },
  },
  'content.head.length': {
    'answers HEAD with the length of an error page': answering(
      { ...CLIP_HEAD, status: 200 },
      toHeader('content-length', '178'),
    ),
    'announces a clip of length 0 at HEAD': answering({ ...CLIP_HEAD, status: 200 }, toHeader('content-length', '0')),
  },
  'content.head.range': {
    'answers HEAD with 206': answering({ ...CLIP_HEAD, has: 'range' }, toStatus(206)),
    'announces the length of the part at HEAD': answering(
      { ...CLIP_HEAD, has: 'range', status: 200 },
      toHeader('content-length', '100'),
    ),
  },
  'content.head': { 'does not support HEAD': answering({ method: 'HEAD' }, toStatus(405)) },
  'http.content-disposition.form': {
    'writes the name of a file with unquoted spaces': rewriting(
      'content-disposition',
      () => 'inline; filename=my clip (1).mp4',
    ),
  },
  'http.last-modified.form': {
    'writes Last-Modified in ISO 8601': rewriting('last-modified', (date) => new Date(date).toISOString()),
    'writes Last-Modified in its own time zone': rewriting('last-modified', (date) => date.replace('GMT', '+0100')),
  },
  'http.last-modified.past': {
    'sends the expiry date of a clip as Last-Modified': rewriting('last-modified', () =>
      new Date(Date.now() + 86_400_000).toUTCString(),
    ),
  },
  'http.etag.form': { 'sends tags without quotes': rewriting('etag', (tag) => tag.replaceAll('"', '')) },
});

export const CONDITION_MUTANTS: readonly Mutant[] = [...TAGS, ...EVALUATED, ...BODIES];

function digesting(name: string, of: 'whole' | 'part'): () => Tampering {
  return ranged(isPart, (asked) => {
    const digest = createHash('sha256').update(asked[of].bytes).digest('base64');
    return withHeader(asked.part, name, `sha-256=:${digest}:`);
  });
}

function wantsGzip({ headers }: Call): boolean {
  return (headers.get('accept-encoding') ?? '').includes('gzip');
}

/** Compresses whole clips if the client accepts it. */
function coding(mark: (answer: Answer) => Answer): () => Tampering {
  return () => async (call, engine) => {
    if (call.operation !== 'content' || call.method !== 'GET' || !wantsGzip(call)) return engine(call);
    const answer = await engine(withHeader(call, 'range', undefined));
    return answer.status === 200 ? mark(gzipped(answer)) : answer;
  };
}

function codedParts(code: (part: Answer) => Answer): () => Tampering {
  const parts = parting((asked) => {
    const { start, end, part, call } = asked;
    if (!wantsGzip(call) || start < 0 || part.status !== 206) return undefined;
    return code(withHeader(partOf(asked, [start, end]), 'etag', '"coded"'));
  })();
  const wholes = coding(toHeader('etag', '"coded"'))();
  return () => (call, engine) => (call.headers.has('range') ? parts(call, engine) : wholes(call, engine));
}

function reencoding(where: Where): () => Tampering {
  return () => {
    let downloads = 0;
    return answering({ ...CONTENT, method: 'GET', ...where, status: 200 }, (answer) => {
      const bytes = answer.bytes.slice();
      bytes[bytes.length - 1] = (downloads += 1) % 256;
      return { ...answer, bytes };
    })();
  };
}

/** Rewrites a header of clips. */
function rewriting(name: string, write: (value: string) => string): () => Tampering {
  return answering('content', (answer) => {
    const value = answer.headers.get(name);
    return value === null ? answer : withHeader(answer, name, write(value));
  });
}
