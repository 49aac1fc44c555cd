/** Servers with typical errors of serializers, frameworks, proxies and encoders. */

import { answering, erring, recording, recordingWhen, withStatus, withText } from '../../tamper/answers.ts';
import { refusalAnswer } from '../../tamper/create.ts';
import { parting, type Asked } from '../../tamper/ranges.ts';
import { atSpeed, retracking } from '../../tamper/tracks.ts';
import { also, type Mutant } from '../../mutant.ts';
import type { Fields } from '../../../checks/lib/answers.ts';
import { asFields, fieldsOf, isRecord, withHeader, withJson, type Answer, type Tampering } from '../../server.ts';

const textOf = ({ bytes }: Answer): string => new TextDecoder().decode(bytes);
/** Rewrites the JSON of records. */
const writing = (change: (text: string) => string): (() => Tampering) =>
  answering('any', (answer, call) => (isRecord(call, answer) ? withText(answer, change(textOf(answer))) : answer));
const costing = (text: string): (() => Tampering) =>
  writing((json) => json.replace(/"cost_usd":[\d.]+/, `"cost_usd":${text}`));
const wrapped = (operation: 'any' | 'get', wrap: (record: Fields) => unknown): (() => Tampering) =>
  answering(operation, (answer, call) => (isRecord(call, answer) ? withJson(answer, wrap(fieldsOf(answer))) : answer));
const completed = (output: (record: Fields) => unknown): (() => Tampering) =>
  recording((record) => (record['status'] === 'completed' ? { ...record, output: output(record) } : record));
const located = (url: (id: string) => string): (() => Tampering) => completed(({ id }) => ({ url: url(String(id)) }));
const failing = (change: (answer: Answer) => Answer): (() => Tampering) =>
  answering('any', (answer) => (answer.status >= 400 ? change(answer) : answer));
const errorOf = (answer: Answer): unknown => fieldsOf(answer)['error'];
const whole = (change: (answer: Answer) => Answer): (() => Tampering) =>
  answering('content', (answer) => (answer.status === 200 ? change(answer) : answer));
const described = (range: (asked: Asked) => string): (() => Tampering) =>
  parting((asked) =>
    asked.part.status === 206 && asked.start >= 0 ? withHeader(asked.part, 'content-range', range(asked)) : undefined,
  );

const NUMBERS_AND_FIELDS: readonly Mutant[] = [
  also(['record.cost-usd', 'nan'], 'writes NaN as a cost', { tamper: costing('NaN') }),
  also(['record.cost-usd', 'infinite'], 'writes a cost that overflows a number', { tamper: costing('1e999') }),
  also(['record.cost-usd', 'negative'], 'records the cost with a negative sign', {
    tamper: recording((record) => ({ ...record, cost_usd: -Number(record['cost_usd']) })),
  }),
  also(['record.cost-usd', 'null'], 'sends the cost only in completed records', {
    tamper: recording((record) => (record['status'] === 'completed' ? record : { ...record, cost_usd: null })),
  }),
  also(['record.status', 'capital'], 'writes its states with a capital', {
    tamper: recording((record) => ({ ...record, status: capital(String(record['status'])) })),
  }),
  also(['record.output.when-completed', 'null'], 'sends `output: null` in a completed record', {
    tamper: completed(() => null),
  }),
  also(['record.output.when-completed', 'string'], 'sends the URL itself as output', {
    tamper: completed(({ output }) => asFields(output)['url']),
  }),
  also(['record.output.when-completed', 'list'], 'sends a list of outputs', {
    tamper: completed(({ output }) => [output]),
  }),
  also(['record.output.url', 'other-base'], 'leaves the version out of its URL', {
    tamper: located((id) => `/videos/${id}/content`),
  }),
  also(['record.output.url', 'slash'], 'ends its URL with a slash', {
    tamper: located((id) => `/v1/videos/${id}/content/`),
  }),
  also(['record.output.url', 'no-slash'], 'leaves out the first slash of its URL', {
    tamper: located((id) => `v1/videos/${id}/content`),
  }),
  also(['record.id', 'data'], 'wraps its records in `data`', {
    tamper: wrapped('any', (record) => ({ data: record })),
  }),
  also(['record.id', 'list'], 'answers with a list of one record', { tamper: wrapped('any', (record) => [record]) }),
  also(['record.id', 'utf-16'], 'writes JSON in UTF-16', {
    tamper: answering('any', (answer, call) =>
      isRecord(call, answer)
        ? {
            ...withHeader(answer, 'content-length', undefined),
            bytes: new Uint8Array(Buffer.from(textOf(answer), 'utf16le')),
          }
        : answer,
    ),
  }),
  also(['record.id', 'trailing-comma'], 'leaves a comma before the last brace', {
    tamper: writing((json) => json.replace(/\}\s*$/, ',}')),
  }),
  also(['events.polling-suffices', 'data'], 'wraps its records in `data` in polls', {
    tamper: wrapped('get', (record) => ({ data: record })),
  }),
];

const STATUSES: readonly Mutant[] = [
  also(['get.answer.status', '202'], 'answers polls with 202 until the generation has ended', {
    tamper: answering('get', (answer) =>
      ['pending', 'running'].includes(String(fieldsOf(answer)['status'])) ? withStatus(answer, 202) : answer,
    ),
  }),
  also(['get.answer.record', 'late'], 'finds a record only at the second poll', { tamper: lateRecords }),
  also(['state.initial', 'processing'], 'never shows `pending`', {
    tamper: recordingWhen(isPending, { status: 'running' }),
  }),
  also(['create.answer.status', '307'], 'redirects creates to a path with a slash at the end', {
    tamper: () => async (call, engine) => {
      if (call.operation !== 'create') return engine(call);
      return withHeader({ status: 307, headers: new Headers(), bytes: new Uint8Array() }, 'location', '/v1/videos/');
    },
  }),
  also(['service.json', 'text'], 'declares records as text', {
    tamper: answering('any', (answer, call) =>
      isRecord(call, answer) ? withHeader(answer, 'content-type', 'text/plain') : answer,
    ),
  }),
];

const ERRORS: readonly Mutant[] = [
  also(['error.envelope', 'string'], 'sends a string as error', {
    tamper: failing((answer) => withJson(answer, { error: 'bad request' })),
  }),
  also(['error.envelope', 'bare'], 'leaves out the envelope', {
    tamper: failing((answer) => withJson(answer, errorOf(answer))),
  }),
  also(['error.envelope', 'list'], 'sends a list of errors', {
    tamper: failing((answer) => withJson(answer, { errors: [errorOf(answer)] })),
  }),
  also(['error.envelope', 'empty'], 'sends errors without a body', {
    tamper: failing((answer) => withText(answer, '')),
  }),
  also(['error.envelope', 'twice'], 'encodes errors twice', {
    tamper: failing((answer) => withJson(answer, textOf(answer))),
  }),
  also(['error.envelope', '416'], 'answers 416 in the format of its file server', {
    tamper: answering('content', (answer) =>
      answer.status === 416 ? withText(answer, '<html><h1>416</h1></html>', 'text/html') : answer,
    ),
  }),
  also(['error.code', 'null'], 'sends null as a code', { tamper: erring((error) => ({ ...error, code: null })) }),
  also(['errors.nothing-internal', 'path'], 'names an internal file', {
    tamper: erring((error) => ({ ...error, message: 'ENOENT: no such file, open /var/lib/app/jobs/17' })),
  }),
  also(['errors.nothing-internal', 'address'], 'names the address of its database', {
    tamper: erring((error) => ({ ...error, message: 'connect ECONNREFUSED 10.0.3.7:5432' })),
  }),
  also(['http.retry-after', 'negative'], 'sends a negative Retry-After', {
    tamper: answering('any', (answer) => (answer.status === 404 ? withHeader(answer, 'retry-after', '-1') : answer)),
  }),
];

const CLIPS: readonly Mutant[] = [
  also(['content.answer.status', '206'], 'answers 206 without a Range', {
    tamper: answering('content', (answer, { headers }) => {
      const { length } = answer.bytes;
      if (answer.status !== 200 || headers.has('range')) return answer;
      return withStatus(withHeader(answer, 'content-range', `bytes 0-${length - 1}/${length}`), 206);
    }),
  }),
  also(['content.answer.length', 'cut'], 'announces a whole clip, but hangs up halfway', {
    tamper: whole((answer) => ({
      ...withHeader(answer, 'content-length', String(answer.bytes.length)),
      bytes: answer.bytes.slice(0, Math.floor(answer.bytes.length / 2)),
    })),
    socket: 'title-case',
  }),
  also(['content.frame-rate', 'ntsc'], 'makes 23.976 frames per second', {
    tamper: retracking('vide', atSpeed(1000 / 1001)),
  }),
  also(['content.audio.synchronized', 'longer'], 'continues the sound after the picture', {
    tamper: retracking('soun', atSpeed(4 / 5)),
  }),
  also(['content.range.header', 'spaces'], 'writes Content-Range with spaces', {
    tamper: described(({ start, end, size }) => `bytes ${start} - ${end} / ${size}`),
  }),
  also(['content.range.header', 'equals'], 'writes Content-Range in the form of Range', {
    tamper: described(({ start, end, size }) => `bytes=${start}-${end}/${size}`),
  }),
  also(['content.range.length', 'exclusive'], 'counts the end of a part as the first byte after it', {
    tamper: described(({ start, end, size }) => `bytes ${start}-${end + 1}/${size}`),
  }),
  also(['content.range.headers', 'other-tag'], 'sends another tag for each part', {
    tamper: parting(({ part, start }) =>
      part.status === 206 ? withHeader(part, 'etag', `"part-${start}"`) : undefined,
    ),
  }),
  also(['content.head.length', 'none'], 'announces a clip of length 0 at HEAD', {
    tamper: answering('content', (answer, { method }) =>
      method === 'HEAD' && answer.status === 200 ? withHeader(answer, 'content-length', '0') : answer,
    ),
  }),
];

export const NEARLY_RIGHT_MUTANTS: readonly Mutant[] = [...NUMBERS_AND_FIELDS, ...STATUSES, ...ERRORS, ...CLIPS];

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function isPending({ status }: Fields): boolean {
  return status === 'pending';
}

/** Answers polls from a replica that lags behind. */
function lateRecords(): Tampering {
  const asked = new Set<string>();
  return async (call, engine) => {
    if (call.operation !== 'get' || asked.has(call.id)) return engine(call);
    const answer = await engine(call);
    asked.add(call.id);
    return answer.status === 200 ? refusalAnswer(404, 'video_not_found') : answer;
  };
}
