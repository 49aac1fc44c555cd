/** Servers that compress, tag or cache records, and do it wrong. */

import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { also, mutant, type Mutant } from '../../mutant.ts';
import { answering, withText } from '../../tamper/answers.ts';
import { refusalAnswer } from '../../tamper/create.ts';
import { fieldsOf, isRecord, withHeader, type Answer, type Call, type Tampering } from '../../server.ts';

const LONG_AGO = new Date(0).toUTCString();

interface Tags {
  readonly tagOf?: (answer: Answer, call: Call) => string;
  readonly evaluates?: (call: Call) => boolean;
  readonly isFirst?: true;
}

/** A tag made of the bytes of a response. */
export const digestOf = ({ bytes }: Answer): string =>
  `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;

/** Tags records by their bytes and evaluates conditions on the tags. The options change this. */
export function tagging({ tagOf = digestOf, evaluates = () => true, isFirst }: Tags): () => Tampering {
  return () => {
    const last = new Map<string, string>();
    return async (call, engine) => {
      if (call.operation !== 'get' || call.method !== 'GET') return engine(call);
      const none = call.headers.get('if-none-match');
      if (isFirst === true && none !== null && (none === '*' || none === last.get(call.id))) return notModified(none);
      const answer = await engine(call);
      if (answer.status !== 200) return answer;
      const tag = tagOf(answer, call);
      last.set(call.id, tag);
      const tagged = withHeader(answer, 'etag', tag);
      if (!evaluates(call)) return tagged;
      const match = call.headers.get('if-match');
      if (match !== null && match !== tag && match !== '*') return refusalAnswer(412, 'precondition_failed');
      return none === '*' || none?.includes(tag) === true ? notModified(tag) : tagged;
    };
  };
}

function notModified(etag: string): Answer {
  return { status: 304, headers: new Headers({ etag }), bytes: new Uint8Array() };
}

/** Compresses records and errors, as some Accept-Encoding asks for. */
export function compressing(
  when: (accepted: string) => boolean,
  mark: (answer: Answer) => Answer = (answer) =>
    withHeader(withHeader(answer, 'content-encoding', 'gzip'), 'vary', 'accept-encoding'),
): () => Tampering {
  return answering('any', (answer, call) => {
    const isJson = answer.headers.get('content-type')?.includes('json') === true && answer.bytes.length > 0;
    if (!isJson || !when(call.headers.get('accept-encoding') ?? '')) return answer;
    return mark({ ...withHeader(answer, 'content-length', undefined), bytes: new Uint8Array(gzipSync(answer.bytes)) });
  });
}

/** Whether gzip is accepted, by a reader of q values. */
export const acceptsGzip = (accepted: string): boolean => /\bgzip\b(?!\s*;\s*q=0)/.test(accepted);

const isUnder = (name: string) => (call: Call) => call.headers.has(name);

export const JSON_HTTP_MUTANTS: readonly Mutant[] = [
  mutant('service.json.coded', 'compresses JSON, and does not say so', {
    tamper: compressing(acceptsGzip, (answer) => answer),
  }),
  also(['service.json.coded', 'errors'], 'compresses errors, and does not say so', {
    tamper: () => async (call, engine) => {
      const answer = await engine(call);
      const isMeant = answer.status >= 400 && acceptsGzip(call.headers.get('accept-encoding') ?? '');
      return isMeant ? { ...answer, bytes: new Uint8Array(gzipSync(answer.bytes)) } : answer;
    },
  }),
  mutant('http.json.coding.accepted', 'looks for the word gzip in Accept-Encoding', {
    tamper: compressing((accepted) => accepted.includes('gzip')),
  }),
  mutant('http.json.coding.tag', 'tags a record before it compresses it', {
    tamper: () => {
      const [tag, compress] = [tagging({})(), compressing(acceptsGzip)()];
      return (call, engine) => compress(call, (passed) => tag(passed, engine));
    },
  }),
  mutant('http.json.etag', 'tags a record by its id', { tamper: tagging({ tagOf: (_, { id }) => `"${id}"` }) }),
  mutant('get.answer.record.condition', 'tags a record weakly by its id', {
    tamper: tagging({ tagOf: (_, { id }) => `W/"${id}"` }),
  }),
  mutant('http.json.last-modified', 'dates a record long before its status changed', {
    tamper: answering('get', (answer) =>
      answer.status === 200 ? withHeader(answer, 'last-modified', LONG_AGO) : answer,
    ),
  }),
  mutant('http.json.if-none-match', 'sends tags of records, and reads none', {
    tamper: tagging({ evaluates: () => false }),
  }),
  mutant('http.json.if-none-match.other', 'answers 304 whatever tag is asked for', {
    tamper: () => async (call, engine) => {
      const answer = await tagging({})()(call, engine);
      const isMeant = call.operation === 'get' && answer.status === 200 && call.headers.has('if-none-match');
      return isMeant ? notModified(answer.headers.get('etag') ?? '') : answer;
    },
  }),
  mutant('http.json.if-match', 'does not read If-Match', { tamper: tagging({ evaluates: isUnder('if-none-match') }) }),
  mutant('http.json.condition.unknown', 'answers 304 for `*` before it looks for a record', {
    tamper: tagging({ isFirst: true }),
  }),
  mutant('get.foreign.condition', 'compares tags before it looks for the owner', {
    tamper: tagging({ isFirst: true }),
    id: 'get.foreign.condition',
  }),
  mutant('http.json.part', 'answers 206 with the whole record', {
    tamper: () => async (call, engine) => {
      const answer = await engine(call);
      if (call.operation !== 'get' || !call.headers.has('range') || answer.status !== 200) return answer;
      const { length } = answer.bytes;
      return { ...withHeader(answer, 'content-range', `bytes 1-9/${length}`), status: 206 };
    },
  }),
  mutant('http.json.cache', 'lets every cache keep a record', {
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
