/** Servers that compress, tag or cache records, but do it wrong. */

import { createHash } from 'node:crypto';
import { also, mutant, type Mutant } from '../../mutant.ts';
import { answering, gzipped, withStatus, withText } from '../../tamper/answers.ts';
import { refusalAnswer } from '../../tamper/create.ts';
import { fieldsOf, isRecord, withHeader, type Answer, type Call, type Tampering } from '../../server.ts';

const LONG_AGO = new Date(0).toUTCString();

/** Returns a tag from the bytes of a response. */
export const digestOf = ({ bytes }: Answer): string =>
  `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;

/** Tags records by their bytes and evaluates conditions on the tags, unless a function does otherwise. */
export function tagging(
  tagOf: (answer: Answer, call: Call) => string = digestOf,
  evaluates: (call: Call) => boolean = () => true,
): () => Tampering {
  return answering('get', (answer, call) => {
    if (call.method !== 'GET' || answer.status !== 200) return answer;
    const [tag, match, none] = [tagOf(answer, call), call.headers.get('if-match'), call.headers.get('if-none-match')];
    const tagged = withHeader(answer, 'etag', tag);
    if (!evaluates(call)) return tagged;
    if (match !== null && match !== tag && match !== '*') return refusalAnswer(412, 'precondition_failed');
    return none === '*' || none?.includes(tag) === true ? notModified(tag) : tagged;
  });
}

/** Answers 304 for `*` and for a known tag before it checks whether the record exists and who owns it. */
function taggingFirst(): Tampering {
  const tags = new Set(['*']);
  const tag = tagging()();
  return async (call, engine) => {
    const none = call.operation === 'get' ? call.headers.get('if-none-match') : null;
    if (none !== null && tags.has(none)) return notModified(none);
    const answer = await tag(call, engine);
    tags.add(answer.headers.get('etag') ?? '*');
    return answer;
  };
}

function notModified(etag: string): Answer {
  return { status: 304, headers: new Headers({ etag }), bytes: new Uint8Array() };
}

/** Compresses records and errors for some values of Accept-Encoding. */
export function compressing(
  when: (accepted: string) => boolean,
  compress: (answer: Answer) => Answer = (answer) => withHeader(gzipped(answer), 'vary', 'accept-encoding'),
): () => Tampering {
  return answering('any', (answer, call) => {
    const isJson = answer.headers.get('content-type')?.includes('json') === true && answer.bytes.length > 0;
    return isJson && when(call.headers.get('accept-encoding') ?? '') ? compress(answer) : answer;
  });
}

/** Reports whether the client accepts gzip. It reads q values. */
export const acceptsGzip = (accepted: string): boolean => /\bgzip\b(?!\s*;\s*q=0)/.test(accepted);

const silently = (answer: Answer): Answer => withHeader(gzipped(answer), 'content-encoding', undefined);

const isUnder = (name: string) => (call: Call) => call.headers.has(name);

export const JSON_HTTP_MUTANTS: readonly Mutant[] = [
  mutant('service.json.coded', 'compresses JSON without Content-Encoding', {
    tamper: compressing(acceptsGzip, silently),
  }),
  also(['service.json.coded', 'errors'], 'compresses errors without Content-Encoding', {
    tamper: compressing(acceptsGzip, (answer) => (answer.status < 400 ? answer : silently(answer))),
  }),
  mutant('http.json.coding.accepted', 'compresses if Accept-Encoding contains the word gzip', {
    tamper: compressing((accepted) => accepted.includes('gzip')),
  }),
  mutant('http.json.coding.tag', 'sends the same tag for plain and compressed records', {
    tamper: () => {
      const [tag, compress] = [tagging()(), compressing(acceptsGzip)()];
      return (call, engine) => compress(call, (passed) => tag(passed, engine));
    },
  }),
  mutant('http.json.etag', 'tags a record by its id', { tamper: tagging((_, { id }) => `"${id}"`) }),
  mutant('get.answer.record.condition', 'tags a record weakly by its id', {
    tamper: tagging((_, { id }) => `W/"${id}"`),
  }),
  mutant('http.json.last-modified', 'sends a Last-Modified from long before the status changed', {
    tamper: answering('get', (answer) =>
      answer.status === 200 ? withHeader(answer, 'last-modified', LONG_AGO) : answer,
    ),
  }),
  mutant('http.json.if-none-match', 'sends tags of records, but ignores conditions', {
    tamper: tagging(digestOf, () => false),
  }),
  mutant('http.json.if-none-match.other', 'matches every tag', {
    tamper: tagging((answer, { headers }) => headers.get('if-none-match') ?? digestOf(answer)),
  }),
  mutant('http.json.if-match', 'does not evaluate If-Match', { tamper: tagging(digestOf, isUnder('if-none-match')) }),
  mutant('http.json.condition.unknown', 'answers 304 for `*` before it looks up the record', { tamper: taggingFirst }),
  mutant('get.foreign.condition', 'compares tags before it checks the owner', { tamper: taggingFirst }),
  mutant('http.json.part', 'answers 206 with the whole record', {
    tamper: answering('get', (answer, call) =>
      call.headers.has('range') && answer.status === 200
        ? withHeader(withStatus(answer, 206), 'content-range', `bytes 1-9/${answer.bytes.length}`)
        : answer,
    ),
  }),
  mutant('http.json.cache', 'allows every cache to store a record', {
    tamper: answering('get', (answer, call) =>
      isRecord(call, answer) ? withHeader(answer, 'cache-control', 'public, max-age=60') : answer,
    ),
  }),
  mutant('record.names-twice.unique', 'writes the object of a record twice', {
    tamper: answering('any', (answer, call) =>
      isRecord(call, answer)
        ? withText(answer, JSON.stringify(fieldsOf(answer)).replace('{', '{"object":"video",'))
        : answer,
    ),
  }),
];
