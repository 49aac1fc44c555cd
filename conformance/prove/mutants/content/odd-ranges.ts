/** Servers that mishandle unusual ranges or conditions. */

import { answering, gzipped, withStatus } from '../../tamper/answers.ts';
import { refusalAnswer } from '../../tamper/create.ts';
import { ignoring, multipart, partOf, parting, unsatisfiable } from '../../tamper/ranges.ts';
import { also, mutant, type Mutant } from '../../mutant.ts';
import { withHeader, type Tampering, type Call } from '../../server.ts';

/** Reads an invalid range as the first hundred bytes. */
const takenForRange = (range: string | RegExp): (() => Tampering) =>
  parting((asked) =>
    (typeof range === 'string' ? asked.range === range : range.test(asked.range)) ? partOf(asked, [0, 99]) : undefined,
  );
/** Ignores a header of some downloads. */
const blindTo =
  (name: string, when: (call: Call) => boolean): (() => Tampering) =>
  () =>
  (call, engine) =>
    engine(
      call.operation === 'content' && call.headers.has(name) && when(call) ? withHeader(call, name, undefined) : call,
    );
const ifRange = ({ headers }: Call): string => headers.get('if-range') ?? '';
const range = ({ headers }: Call): string => headers.get('range') ?? '';

const FORMS: readonly Mutant[] = [
  mutant('content.range.open.bytes', 'counts an open range from the start', {
    tamper: parting((asked) =>
      /^bytes=\d+-$/.test(asked.range) && asked.part.status === 206 ? partOf(asked, [0, 99]) : undefined,
    ),
  }),
  mutant('content.range.suffix.bytes', 'counts a suffix range from the start', {
    tamper: takenForRange('bytes=-100'),
  }),
  mutant('content.range.backwards', 'swaps the ends of a range that runs backwards', {
    tamper: takenForRange('bytes=500-0'),
  }),
  mutant('content.range.words', 'reads a word as 0', { tamper: takenForRange('bytes=abc') }),
  mutant('content.range.three-numbers', 'reads the first two of three numbers', {
    tamper: takenForRange('bytes=1-2-3'),
  }),
  mutant('content.range.hexadecimal', 'reads hexadecimal positions', { tamper: takenForRange('bytes=0x0-5') }),
  also(['content.range.other-unit', 'refused'], 'answers 416 to an unknown unit', {
    tamper: parting(({ range }) => (range === 'pages=1-2' ? unsatisfiable() : undefined)),
  }),
  mutant('content.range.other-unit', 'does not check the unit', { tamper: takenForRange('pages=1-2') }),
  mutant('content.range.suffix-of-nothing', 'reads -0 as 0', { tamper: takenForRange('bytes=-0') }),
  mutant('content.range.huge-start', 'keeps 32 bits of a position', { tamper: takenForRange(/^bytes=1000000000/) }),
  mutant('content.range.unit-case', 'accepts `bytes` only in small letters', {
    tamper: ignoring(({ range: asked }) => asked.startsWith('Bytes')),
  }),
  mutant('content.range.huge-end', 'overflows at an end of thirty digits', {
    tamper: parting((asked) => (asked.range.startsWith('bytes=0-1000000000') ? unsatisfiable() : undefined)),
  }),
  mutant('content.range.several.satisfiable', 'answers 416 if one of several ranges lies beyond the clip', {
    tamper: parting((asked) => (asked.range.startsWith('bytes=0-0,') ? unsatisfiable() : undefined)),
  }),
  mutant('content.range.several.shape', 'sends several parts without Content-Range', {
    tamper: twoParts(false),
    keeper: { tamper: twoParts(true) },
  }),
  also(['content.range.several.bytes', 'one-more'], 'sends one extra byte in the first of several parts', {
    tamper: parting((asked) => (asked.range === 'bytes=0-9,20-29' ? partOf(asked, [0, 10], [0, 9]) : undefined)),
    keeper: { tamper: parting((asked) => (asked.range === 'bytes=0-9,20-29' ? partOf(asked, [0, 9]) : undefined)) },
  }),
  also(['content.range.several.bytes', 'behind-each-other'], 'joins several ranges into one part', {
    tamper: parting((asked) => {
      if (asked.range !== 'bytes=0-9,20-29') return undefined;
      const bytes = Buffer.concat([asked.whole.bytes.subarray(0, 10), asked.whole.bytes.subarray(20, 30)]);
      const joined = { ...partOf(asked, [0, 29]), bytes: new Uint8Array(bytes) };
      return withHeader(joined, 'content-length', '20');
    }),
  }),
  also(['content.range.several.bytes', 'second'], 'sends other bytes in the second of several parts', {
    tamper: parting((asked) => {
      if (asked.range !== 'bytes=0-9,20-29') return undefined;
      const bytes = asked.whole.bytes.slice();
      bytes.set(bytes.subarray(21, 31), 20);
      return multipart({ ...asked, whole: { ...asked.whole, bytes } }, [
        [0, 9],
        [20, 29],
      ]);
    }),
    keeper: { tamper: twoParts(true) },
  }),
  also(['content.range.several.bytes', 'open-end'], 'leaves out the closing boundary of several parts', {
    tamper: parting((asked) => {
      if (asked.range !== 'bytes=0-9,20-29') return undefined;
      const whole = multipart(asked, [
        [0, 9],
        [20, 29],
      ]);
      return { ...whole, bytes: whole.bytes.slice(0, -'--edge--\r\n'.length) };
    }),
  }),
  mutant('content.range.announced', 'answers ranges, but announces that it does not', {
    tamper: answering('content', (answer) =>
      answer.status === 206 || answer.status === 200 ? withHeader(answer, 'accept-ranges', 'none') : answer,
    ),
  }),
  mutant('content.range.no-amplification', 'reads the whole clip for each of many ranges', {
    tamper: parting((asked) =>
      asked.range.startsWith('bytes=0-99,')
        ? multipart(asked, [
            [0, asked.size - 1],
            [0, asked.size - 1],
          ])
        : undefined,
    ),
  }),
  mutant('content.range.refusal-first', 'evaluates Range before it looks up the id', {
    tamper: answering('content', (answer, call) =>
      answer.status === 404 && range(call) !== '' ? unsatisfiable() : answer,
    ),
  }),
];

const CONDITIONS: readonly Mutant[] = [
  mutant('content.if-range.other', 'ignores If-Range', {
    tamper: blindTo('if-range', (call) => ifRange(call) === '"no-such-tag"' && range(call) === 'bytes=0-99'),
  }),
  mutant('content.if-range.weak', 'accepts weak tags in If-Range', {
    tamper: blindTo('if-range', (call) => ifRange(call).startsWith('W/')),
  }),
  mutant('content.if-range.unsatisfiable', 'evaluates Range before If-Range', {
    tamper: blindTo('if-range', (call) => range(call).startsWith('bytes=9999')),
  }),
  mutant('content.if-range.date', 'ignores dates in If-Range', {
    tamper: blindTo('if-range', (call) => ifRange(call).endsWith('GMT')),
  }),
  mutant('content.if-range.alone', 'answers 412 to If-Range alone', {
    tamper: () => async (call, engine) =>
      ifRange(call) !== '' && range(call) === '' ? refusalAnswer(412, 'precondition_failed') : engine(call),
  }),
  mutant('content.if-none-match.first', 'evaluates Range before If-None-Match', {
    tamper: blindTo('if-none-match', (call) => range(call) !== ''),
  }),
  mutant('content.if-none-match.empty', 'sends the clip with a 304', {
    tamper: () => async (call, engine) => {
      if (!call.headers.has('if-none-match') || range(call) !== '') return engine(call);
      return withStatus(await engine(withHeader(call, 'if-none-match', undefined)), 304);
    },
  }),
  mutant('content.etag.same-bytes', 'encodes a clip again for each download, with one tag', {
    tamper: reencoding(),
  }),
  also(['content.etag.same-bytes', 'seldom'], 'encodes a clip again if If-None-Match does not match', {
    tamper: reencoding(({ headers }) => headers.has('if-none-match')),
    selection: { only: ['content.etag.same-bytes', 'content.if-none-match.*'] },
  }),
  mutant('content.head.length', 'answers HEAD with the length of an error page', {
    tamper: answering('content', (answer, { method }) =>
      method === 'HEAD' && answer.status === 200 ? withHeader(answer, 'content-length', '178') : answer,
    ),
  }),
  mutant('content.head.range', 'answers HEAD with 206', {
    tamper: answering('content', (answer, call) =>
      call.method === 'HEAD' && range(call) !== '' ? withStatus(answer, 206) : answer,
    ),
  }),
  mutant('content.head', 'does not support HEAD', {
    tamper: answering('any', (answer, { method }) => (method === 'HEAD' ? withStatus(answer, 405) : answer)),
  }),
];

const PROTOCOL: readonly Mutant[] = [
  ...['put', 'patch', 'delete'].map((method) => methodWithoutAllow(`http.allow.${method}`, method.toUpperCase())),
  methodWithoutAllow('http.allow.post-content', 'POST'),
  mutant('http.allow.supported', 'lists POST in the Allow of every 405', {
    tamper: answering('any', (answer) => (answer.status === 405 ? withHeader(answer, 'allow', 'POST') : answer)),
  }),
  mutant('http.retry-after', 'sends a Retry-After of one and a half seconds', {
    tamper: waiting('1.5'),
    keeper: { tamper: waiting('1') },
  }),
  mutant('http.date.sent', 'sends no Date', {
    tamper: answering('any', (answer) => withHeader(answer, 'date', '')),
    socket: 'title-case',
    selection: { only: ['http.date.sent'] },
  }),
  mutant('http.date', 'writes its Date in the format of a database', {
    id: 'http.date.iso',
    tamper: answering('any', (answer) => withHeader(answer, 'date', '2026-01-01T00:00:00Z')),
    socket: 'title-case',
    selection: { only: ['http.date'] },
  }),
  mutant('http.content-disposition.form', 'writes the name of a file with unquoted spaces', {
    tamper: rewriting('content-disposition', () => 'inline; filename=my clip (1).mp4'),
  }),
  mutant('http.last-modified.form', 'writes Last-Modified in ISO 8601', {
    tamper: rewriting('last-modified', (date) => new Date(date).toISOString()),
  }),
  mutant('http.last-modified.form', 'writes Last-Modified in its own time zone', {
    id: 'http.last-modified.form.zone',
    tamper: rewriting('last-modified', (date) => date.replace('GMT', '+0100')),
  }),
  mutant('http.etag.form', 'sends tags without quotes', {
    tamper: rewriting('etag', (tag) => tag.replaceAll('"', '')),
  }),
  mutant('http.content-encoding', 'compresses records and errors for every client', {
    tamper: answering('any', (answer) =>
      (answer.headers.get('content-type') ?? '').includes('json') ? gzipped(answer) : answer,
    ),
  }),
  mutant('http.chunked', 'ignores a body without a length', {
    tamper: () => async (call, engine) =>
      call.headers.has('transfer-encoding') ? refusalAnswer(400, 'invalid_json') : engine(call),
    socket: 'title-case',
    selection: { only: ['http.chunked'] },
  }),
  mutant('http.trace', 'answers TRACE with the request and its key', {
    tamper: () => async (call, engine) => {
      if (call.method !== 'TRACE') return engine(call);
      const text = Array.from(call.headers, (line) => line.join(': ')).join('\r\n');
      return {
        status: 200,
        headers: new Headers({ 'content-type': 'message/http' }),
        bytes: new TextEncoder().encode(text),
      };
    },
    socket: 'title-case',
    selection: { only: ['http.trace'] },
  }),
];

export const ODD_RANGE_MUTANTS: readonly Mutant[] = [...FORMS, ...CONDITIONS, ...PROTOCOL];

function methodWithoutAllow(check: string, method: string): Mutant {
  return mutant(check, `answers ${method} with 405 and without Allow`, {
    tamper: () => async (call, engine) => {
      const answer = await engine(call);
      return call.operation === 'other' && call.method === method
        ? withHeader(withStatus(answer, 405), 'allow', undefined)
        : answer;
    },
  });
}

function reencoding(when: (call: Call) => boolean = () => true): () => Tampering {
  return () => {
    let downloads = 0;
    return async (call, engine) => {
      const answer = await engine(call);
      const isDownload = call.operation === 'content' && call.method === 'GET' && answer.status === 200;
      if (!isDownload || !when(call)) return answer;
      downloads += 1;
      const bytes = answer.bytes.slice();
      bytes[bytes.length - 1] = downloads % 256;
      return { ...answer, bytes };
    };
  };
}

function waiting(seconds: string): () => Tampering {
  return answering('any', (answer) => (answer.status === 404 ? withHeader(answer, 'retry-after', seconds) : answer));
}

function twoParts(isNamed: boolean): () => Tampering {
  const parts = [
    [0, 9],
    [20, 29],
  ] as const;
  return parting((asked) =>
    asked.range === 'bytes=0-9,20-29'
      ? multipart(
          asked,
          parts.map(([start, end]) => [start, end]),
          isNamed,
        )
      : undefined,
  );
}

/** Rewrites a header of clips. */
function rewriting(name: string, write: (value: string) => string): () => Tampering {
  return answering('content', (answer) => {
    const value = answer.headers.get(name);
    return value === null ? answer : withHeader(answer, name, write(value));
  });
}
