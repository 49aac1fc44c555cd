/** Servers that break rules of headers and connections in unusual places. */

import { answering } from '../../tamper/answers.ts';
import { refusalAnswer } from '../../tamper/create.ts';
import { parting } from '../../tamper/ranges.ts';
import { also, type Mutant } from '../../mutant.ts';
import { fieldsOf, withHeader, withJson, type Tampering } from '../../server.ts';

const SOCKET: Pick<Mutant, 'socket'> = { socket: 'title-case' };

export const WIRE_MUTANTS: readonly Mutant[] = [
  also(['content.range.beyond.size.right', 'less'], 'sends a size that is one too small with its 416', {
    tamper: parting(({ part, size }) =>
      part.status === 416 ? withHeader(part, 'content-range', `bytes */${size - 1}`) : undefined,
    ),
  }),
  also(['content.range.type', 'later'], 'declares all parts but the first as bytes', {
    tamper: parting(({ part, start }) =>
      part.status === 206 && start > 0 ? withHeader(part, 'content-type', 'application/octet-stream') : undefined,
    ),
  }),
  also(['content.head.range', 'length'], 'announces the length of the part at HEAD', {
    tamper: answering('content', (answer, call) =>
      call.method === 'HEAD' && call.headers.has('range') && answer.status === 200
        ? withHeader(answer, 'content-length', '100')
        : answer,
    ),
  }),
  also(['record.error.when-failed', 'empty'], 'sends an empty code for a failure', {
    tamper: answering('get', (answer) => {
      const record = fieldsOf(answer);
      return record['status'] === 'failed'
        ? withJson(answer, { ...record, error: { code: '', message: 'It failed.' } })
        : answer;
    }),
  }),
  also(['http.body.complete', 'errors'], 'announces five bytes too many for a 404', {
    ...SOCKET,
    tamper: answering('get', (answer) =>
      answer.status === 404 ? withHeader(answer, 'content-length', String(answer.bytes.length + 5)) : answer,
    ),
    selection: { only: ['http.body.complete', 'get.unknown'] },
  }),
  also(['http.head.no-body', 'errors'], 'sends the body of its errors at HEAD', {
    ...SOCKET,
    tamper: answering('any', (answer, call) =>
      call.method === 'HEAD' && answer.status >= 400 ? withHeader(answer, 'x-body-at-head', '{"error":{}}') : answer,
    ),
    selection: { only: ['http.head.no-body'] },
  }),
  ...(['whole', 'part'] as const).map((name) =>
    also(['http.not-modified.no-body', name], `sends a body after its 304 for a ${name === 'whole' ? 'clip' : name}`, {
      ...SOCKET,
      tamper: answering('content', (answer, call) =>
        answer.status === 304 && call.headers.has('range') === (name === 'part')
          ? withHeader(answer, 'x-body-at-head', 'not modified')
          : answer,
      ),
      selection: { only: ['http.not-modified.no-body'] },
    }),
  ),
  also(['http.version.1-0', 'chunks'], 'sends chunks to HTTP/1.0', {
    ...SOCKET,
    tamper: answering('any', (answer, call) =>
      call.headers.get('x-version') === '1.0'
        ? withHeader(withHeader(answer, 'content-length', undefined), 'transfer-encoding', 'chunked')
        : answer,
    ),
    selection: { only: ['http.version.1-0'] },
  }),
  also(['http.chunked.forms', 'capital'], 'accepts the transfer coding only in small letters', {
    ...SOCKET,
    tamper: () => async (call, engine) =>
      call.headers.get('transfer-encoding') === 'Chunked' ? refusalAnswer(400, 'invalid_request') : engine(call),
    selection: { only: ['http.chunked.forms'] },
  }),
  ...(
    [
      ['record', 'authorization', 'authorization'],
      ['record', 'capitals', 'AUTHORIZATION'],
      ['part', 'range', 'range'],
      ['other-tag', 'if-range', 'if-range'],
      ['known-tag', 'if-none-match', 'IF-NONE-MATCH'],
      ['create', 'type', 'content-type'],
      ['long-key', 'idempotency', 'idempotency-key'],
    ] as const
  ).map(([check, name, written]) =>
    also([`http.field-names.${check}`, name], `does not recognize ${written} in these letters`, {
      tamper: blindTo(written),
      socket: 'title-case',
      selection: { only: ['http.field-names.*'] },
    }),
  ),
  also(['http.chunked.forms', 'character'], 'decodes each chunk as separate text', {
    tamper: () => async (call, engine) =>
      call.key.includes('poor') && /\u00e9/.test(call.body ?? '') && call.headers.has('transfer-encoding')
        ? refusalAnswer(400, 'invalid_json')
        : engine(call),
    socket: 'title-case',
    selection: { only: ['http.chunked.*'] },
  }),
  also(['http.chunked.trailer', 'line'], 'reads a trailer as the next request', {
    tamper: takingTrailers,
    socket: 'title-case',
    selection: { only: ['http.chunked.trailer'] },
  }),
  also(['http.date', 'parts'], 'leaves out the Date of a part', {
    ...SOCKET,
    tamper: answering('content', (answer) => (answer.status === 206 ? withHeader(answer, 'date', '') : answer)),
    selection: { only: ['http.date', 'content.range.*'] },
  }),
  also(['http.absolute-form', 'creates'], 'rejects creates with an absolute URL', {
    ...SOCKET,
    tamper: () => async (call, engine) =>
      call.operation === 'create' && call.headers.has('x-absolute') ? refusalAnswer(404, 'not_found') : engine(call),
    selection: { only: ['http.absolute-form'] },
  }),
  also(['http.host.twice', 'creates'], 'accepts two Host lines with a create', {
    ...SOCKET,
    tamper: () => (call, engine) => engine(call.operation === 'create' ? withHeader(call, 'x-hosts', undefined) : call),
    selection: { only: ['http.host.twice'] },
  }),
];

/** Recognizes a header only in other letters than these. */
function blindTo(written: string): () => Tampering {
  return () => (call, engine) =>
    engine(
      (call.headers.get('x-names') ?? '').split(' ').includes(written) ? withHeader(call, written, undefined) : call,
    );
}

/** Answers the request after a chunked create as a malformed request. */
function takingTrailers(): Tampering {
  let wasInChunks = false;
  return (call, engine) => {
    const isBehind = wasInChunks && call.method === 'GET';
    wasInChunks = call.headers.has('transfer-encoding');
    return isBehind ? Promise.resolve(refusalAnswer(400, 'bad_request')) : engine(call);
  };
}
