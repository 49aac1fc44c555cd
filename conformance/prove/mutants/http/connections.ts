/** Servers that break rules of headers, methods and connections. */

import { setTimeout as sleep } from 'node:timers/promises';
import { mutant, mutants, mutantsWith, type Mutant } from '../../mutant.ts';
import { withBody, withHeader, type Call, type Tampering } from '../../server.ts';
import {
  answering,
  gzipped,
  hangingUp,
  isRejected,
  isFine,
  toHeader,
  toStatus,
  toText,
  withStatus,
} from '../../tamper/answers.ts';
import {
  CLIP_HEAD,
  dropping,
  failing,
  RECORD,
  RECORD_HEAD,
  rejecting,
  sending,
  type When,
} from '../../tamper/calls.ts';
import { refusalAnswer } from '../../tamper/create.ts';

const SOCKET = { socket: 'title-case' } as const;
/** Finds requests by the text of a header. */
const has =
  (name: string, text: string | RegExp): ((call: Call) => boolean) =>
  ({ headers }) => {
    const value = headers.get(name) ?? '';
    return typeof text === 'string' ? value === text : text.test(value);
  };
/** Recognizes a header only in other letters than these. */
const blindTo = (written: string): (() => Tampering) =>
  dropping((call) => (call.headers.get('x-names') ?? '').split(' ').includes(written), written);
const hosting = (when: When): (() => Tampering) => dropping(when, 'x-hosts');
const isPath = (operation: string, form: RegExp) => (call: Call) =>
  call.operation === operation && form.test(call.url.pathname);

const ON_SOCKET: readonly Mutant[] = mutantsWith(SOCKET, {
  'http.body.complete': {
    'announces five bytes too many for a 404': {
      tamper: answering({ ...RECORD, status: 404 }, (answer) =>
        withHeader(answer, 'content-length', String(answer.bytes.length + 5)),
      ),
      selection: { only: ['get.unknown'] },
    },
  },
  'http.head.no-body': {
    'sends the body of its errors at HEAD': answering(
      { method: 'HEAD', status: isRejected },
      toHeader('x-body-at-head', '{"error":{}}'),
    ),
  },
  'http.not-modified.no-body': {
    'sends a body after its 304 for a clip': answering(
      { operation: 'content', lacks: 'range', status: 304 },
      toHeader('x-body-at-head', 'not modified'),
    ),
    'sends a body after its 304 for a part': answering(
      { operation: 'content', has: 'range', status: 304 },
      toHeader('x-body-at-head', 'not modified'),
    ),
  },
  'http.version.1-0': {
    'sends chunks to HTTP/1.0': answering(has('x-version', '1.0'), (answer) =>
      withHeader(withHeader(answer, 'content-length', undefined), 'transfer-encoding', 'chunked'),
    ),
  },
  'http.chunked': { 'ignores a body without a length': rejecting({ has: 'transfer-encoding' }, 400, 'invalid_json') },
  'http.chunked.forms': {
    'accepts the transfer coding only in small letters': rejecting(has('transfer-encoding', 'Chunked'), 400, 'invalid'),
    'decodes each chunk as separate text': {
      tamper: rejecting(
        ({ key, body = '', headers }) =>
          key.includes('poor') && body.includes('\u00e9') && headers.has('transfer-encoding'),
        400,
        'invalid_json',
      ),
      selection: { only: ['http.chunked.*'] },
    },
  },
  'http.chunked.trailer': { 'reads a trailer as the next request': takingTrailers },
  'http.date': {
    'leaves out the Date of a part': {
      tamper: answering({ operation: 'content', status: 206 }, toHeader('date', '')),
      selection: { only: ['content.range.*'] },
    },
    'writes its Date in the format of a database': answering('any', toHeader('date', '2026-01-01T00:00:00Z')),
  },
  'http.date.sent': { 'sends no Date': answering('any', toHeader('date', '')) },
  'http.date.goes-on': { 'sends the Date of its start forever': stoppedClock },
  'http.absolute-form': {
    'has no route for an absolute URL': {
      tamper: rejecting({ has: 'x-absolute' }, 404, 'not_found'),
      selection: { only: ['http.host.*'] },
    },
    'rejects creates with an absolute URL': rejecting({ operation: 'create', has: 'x-absolute' }, 404, 'not_found'),
  },
  'http.host.missing': { 'accepts a request without Host': hosting(has('x-hosts', '0')) },
  'http.host.twice': {
    'accepts a request with two Host lines': hosting(has('x-hosts', '2')),
    'accepts two Host lines with a create': hosting('create'),
  },
  'http.upgrade.offered': { 'closes connections after an Upgrade header': hangingUp({ has: 'upgrade' }) },
  'http.pipelined': { 'loses a pipelined request': answering({ has: 'x-pipelined' }, toHeader('x-lost', 'yes')) },
  'http.connection.close': {
    'keeps connections open despite Connection: close': answering('any', toHeader('x-stays-open', 'yes')),
    'keeps connections open after creates': answering('create', toHeader('x-stays-open', 'yes')),
  },
  'http.expect.read': {
    'sends 100, and then rejects the expectation': rejecting({ has: 'expect' }, 413, 'not_expected'),
  },
  'http.expect.old': {
    'sends 100 to HTTP/1.0': answering(
      (call) => call.operation === 'create' && has('x-version', '1.0')(call) && call.headers.has('expect'),
      toHeader('x-asks-late', 'yes'),
    ),
  },
  'http.trace': { 'answers TRACE with the request and its key': tracing },
});

const NAMES: readonly Mutant[] = (
  [
    ['record', 'authorization'],
    ['record', 'AUTHORIZATION'],
    ['part', 'range'],
    ['other-tag', 'if-range'],
    ['known-tag', 'IF-NONE-MATCH'],
    ['create', 'content-type'],
    ['long-key', 'idempotency-key'],
  ] as const
).map(([check, written]) =>
  mutant(`http.field-names.${check}`, `does not recognize ${written} in these letters`, {
    tamper: blindTo(written),
    ...SOCKET,
    selection: { only: ['http.field-names.*'] },
  }),
);

const METHODS: readonly Mutant[] = mutants({
  'http.expect.answered': {
    'never sends 100 for `Expect: 100-continue`': {
      socket: 'without-100',
      tamper: answering('create', toHeader('x-waited', 'yes')),
    },
  },
  'http.head.status': {
    'answers 200 to a HEAD of an unknown id': answering({ method: 'HEAD', status: 404 }, (answer) => ({
      ...withStatus(answer, 200),
      bytes: new Uint8Array(),
    })),
    'answers 404 to a HEAD of a record': answering(RECORD_HEAD, toStatus(404)),
  },
  'http.head.headers': {
    'announces a record of length 0 at HEAD': answering(RECORD_HEAD, toHeader('content-length', '0')),
    'sends another tag of a clip at HEAD': answering({ ...CLIP_HEAD, status: 200 }, toHeader('etag', '"head"')),
    'declares a clip as text at HEAD': answering({ ...CLIP_HEAD, status: 200 }, toHeader('content-type', 'text/plain')),
  },
  ...Object.fromEntries(
    ['PUT', 'PATCH', 'DELETE', 'POST'].map((method) => [
      `http.allow.${method === 'POST' ? 'post-content' : method.toLowerCase()}`,
      {
        [`answers ${method} with 405 and without Allow`]: answering({ operation: 'other', method }, (answer) =>
          withHeader(withStatus(answer, 405), 'allow', undefined),
        ),
      },
    ]),
  ),
  'http.allow.supported': {
    'lists POST in the Allow of every 405': answering({ status: 405 }, toHeader('allow', 'POST')),
  },
  'http.range.of-create': {
    'sends a part of its record if a create has a Range': answering(
      { operation: 'create', has: 'range', status: 202 },
      (answer) => ({ ...answer, status: 206, bytes: answer.bytes.slice(0, 100) }),
    ),
  },
  'http.content-encoding': {
    'compresses records and errors for every client': answering('any', (answer) =>
      (answer.headers.get('content-type') ?? '').includes('json') ? gzipped(answer) : answer,
    ),
  },
  'service.json.browser': {
    'shows browsers a page instead of its records': pagesFor(isFine),
    'shows browsers a page instead of its errors': pagesFor(isRejected),
  },
  'content.accept': {
    'answers 406 to clients that accept only video/mp4': answering(
      (call) => call.operation === 'content' && has('accept', 'video/mp4')(call),
      (answer) => (answer.status < 300 ? withStatus(answer, 406) : answer),
    ),
  },
  'create.body.json.query': {
    'reads missing fields from the query': sending(
      ({ operation, url }) => operation === 'create' && url.searchParams.size > 0,
      (call) => {
        const { duration_seconds: seconds, ...query } = Object.fromEntries(call.url.searchParams);
        return withBody(call, { ...query, ...(seconds && { duration_seconds: Number(seconds) }), ...call.json });
      },
    ),
  },
  'get.malformed.near': {
    'crashes on the id of a get that is wrongly encoded': failing(isPath('get', /%zz/i)),
    'crashes on an id with a NUL': failing(isPath('get', /%00/)),
  },
  'content.malformed.near': {
    'crashes on the id of a download that is not UTF-8': failing(isPath('content', /%ff/i)),
  },
});

const versionless = (call: Call): Call => ({ ...call, url: new URL(call.url.href.replace('/v1/', '/')) });

const VERSIONS: readonly Mutant[] = mutants({
  'versioning.path.base': { 'has no records under /v1': sending('get', versionless) },
  'versioning.path': { 'has its downloads outside of /v1': sending('content', versionless) },
});

export const CONNECTION_MUTANTS: readonly Mutant[] = [...ON_SOCKET, ...NAMES, ...METHODS, ...VERSIONS];

function pagesFor(isMeant: (status: number) => boolean): () => Tampering {
  return answering(
    (call) => call.operation !== 'content' && has('accept', /^text\/html/)(call),
    (answer) =>
      isMeant(answer.status)
        ? toText('<!doctype html><title>Video</title>', 'text/html; charset=utf-8')(answer)
        : answer,
  );
}

/** Answers the request after a chunked create as a malformed request. */
function takingTrailers(): Tampering {
  let wasInChunks = false;
  return async (call, engine) => {
    const isBehind = wasInChunks && call.method === 'GET';
    wasInChunks = call.headers.has('transfer-encoding');
    return isBehind ? refusalAnswer(400, 'bad_request') : engine(call);
  };
}

/** A pause after which a server must not reuse the text of a Date. */
const LONG_MS = 2800;

function stoppedClock(): Tampering {
  const date = new Date().toUTCString();
  let gets = 0;
  return async (call, engine) => {
    // The run begins with a get for each of its keys.
    if (call.operation === 'get' && (gets += 1) === 8) await sleep(LONG_MS);
    return withHeader(await engine(call), 'date', date);
  };
}

function tracing(): Tampering {
  return async (call, engine) => {
    if (call.method !== 'TRACE') return engine(call);
    const text = Array.from(call.headers, (line) => line.join(': ')).join('\r\n');
    const answer = { status: 200, headers: new Headers(), bytes: new Uint8Array() };
    return toText(text, 'message/http')(answer);
  };
}
