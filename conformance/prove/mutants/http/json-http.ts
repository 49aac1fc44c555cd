/** Servers that compress, tag or cache records, but do it wrong. */

import { createHash } from 'node:crypto';
import { mutants, type Mutant } from '../../mutant.ts';
import { answering, gzipped, isFine, toHeader, withStatus } from '../../tamper/answers.ts';
import { meets } from '../../tamper/calls.ts';
import { refusalAnswer } from '../../tamper/create.ts';
import { before, withHeader, type Answer, type Call, type Tampering } from '../../server.ts';

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

export const JSON_HTTP_MUTANTS: readonly Mutant[] = mutants({
  'service.json.coded': {
    'compresses JSON without Content-Encoding': compressing(acceptsGzip, silently),
    'compresses errors without Content-Encoding': compressing(acceptsGzip, (answer) =>
      answer.status < 400 ? answer : silently(answer),
    ),
  },
  'http.json.coding.accepted': {
    'compresses if Accept-Encoding contains the word gzip': compressing((accepted) => accepted.includes('gzip')),
  },
  'http.json.coding.tag': {
    'sends the same tag for plain and compressed records': before(compressing(acceptsGzip), tagging()),
  },
  'http.json.etag': { 'tags a record by its id': tagging((_, { id }) => `"${id}"`) },
  'get.answer.record.condition': { 'tags a record weakly by its id': tagging((_, { id }) => `W/"${id}"`) },
  'http.json.last-modified': {
    'sends a Last-Modified from long before the status changed': answering(
      { operation: 'get', status: 200 },
      toHeader('last-modified', LONG_AGO),
    ),
  },
  'http.json.if-none-match': { 'sends tags of records, but ignores conditions': tagging(digestOf, () => false) },
  'http.json.if-none-match.other': {
    'matches every tag': tagging((answer, { headers }) => headers.get('if-none-match') ?? digestOf(answer)),
  },
  'http.json.if-match': { 'does not evaluate If-Match': tagging(digestOf, meets({ has: 'if-none-match' })) },
  'http.json.condition.unknown': { 'answers 304 for `*` before it looks up the record': taggingFirst },
  'get.foreign.condition': { 'compares tags before it checks the owner': taggingFirst },
  'http.json.part': {
    'answers 206 with the whole record': answering({ operation: 'get', has: 'range', status: 200 }, (answer) =>
      withHeader(withStatus(answer, 206), 'content-range', `bytes 1-9/${answer.bytes.length}`),
    ),
  },
  'http.json.cache': {
    'allows every cache to store a record': answering(
      { operation: 'get', status: isFine },
      toHeader('cache-control', 'public, max-age=60'),
    ),
  },
});
