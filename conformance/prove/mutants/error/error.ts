/** Servers whose errors break the envelope, or reveal internals. */

import { answering, erring, hangingUp, recording, withStatus, withText } from '../../tamper/answers.ts';
import { without } from '../../../checks/lib/bodies.ts';
import { refusalAnswer } from '../../tamper/create.ts';
import { mutant, type Mutant } from '../../mutant.ts';
import { asFields, fieldsOf, withHeader, withJson, type Answer, type Tampering } from '../../server.ts';

const HTML = '<html><body>Not Found</body></html>';
const html = (operation: 'get' | 'content' | 'create'): (() => Tampering) =>
  answering(operation, (answer) => (answer.status >= 400 ? withText(answer, HTML, 'text/html') : answer));
const telling = (message: string): (() => Tampering) => erring((error) => ({ ...error, message }));

export const ERROR_MUTANTS: readonly Mutant[] = [
  mutant('error.envelope', 'answers errors of gets with a page of HTML', { tamper: html('get') }),
  mutant('error.envelope', 'answers errors of downloads with a page of HTML', {
    id: 'error.envelope.content',
    tamper: html('content'),
  }),
  mutant('error.envelope', 'answers rejected creates in the format of its framework', {
    id: 'error.envelope.detail',
    selection: { only: ['error.envelope', 'create.prompt.required'] },
    tamper: answering('create', (answer) =>
      answer.status === 400 ? withJson(answer, { detail: [{ loc: ['body'], msg: 'field required' }] }) : answer,
    ),
  }),
  mutant('error.envelope', 'answers 401 with plain text', {
    id: 'error.envelope.401',
    selection: { only: ['error.envelope', 'authentication.create.missing'] },
    tamper: answering('any', (answer) =>
      answer.status === 401 ? withText(answer, 'Unauthorized', 'text/plain') : answer,
    ),
  }),
  mutant('error.envelope', 'answers 429 in the format of its gateway', {
    id: 'error.envelope.busy',
    tamper: busyOnce((answer) => withText(answer, HTML, 'text/html')),
  }),
  mutant('error.code', 'leaves out the code of a 503', {
    id: 'error.code.busy',
    tamper: busyOnce((answer) => withStatus(withJson(answer, { error: { message: 'The service is busy.' } }), 503)),
  }),
  mutant('http.retry-after', 'sends a Retry-After of half a second with 429', {
    id: 'http.retry-after.busy',
    selection: { only: ['http.retry-after', 'create.prompt.required'] },
    tamper: busyOnce((answer) => withHeader(answer, 'retry-after', '0.5')),
    keeper: { tamper: busyOnce((answer) => answer) },
  }),
  mutant('error.envelope.answered', 'resets the connection instead of answering 416', {
    tamper: hangingUp('content', ({ status }) => status === 416),
    socket: 'title-case',
  }),
  mutant('error.envelope.answered', 'closes the connection if the body is not JSON', {
    id: 'error.envelope.answered.json',
    tamper: hangingUp('create', ({ status }, { json }) => status === 400 && Object.keys(json).length === 0),
  }),
  mutant('create.prompt.length.above', 'closes the connection if a prompt is too long', {
    id: 'create.prompt.length.above.closed',
    tamper: hangingUp('create', (answer) => JSON.stringify(fieldsOf(answer)).includes('"invalid_prompt"')),
  }),
  mutant('error.envelope.beyond', 'answers 405 with a page of HTML', {
    tamper: answering('other', (answer) => (answer.status === 405 ? withText(answer, HTML, 'text/html') : answer)),
  }),
  mutant('error.envelope.beyond', 'answers unknown routes in the format of its framework', {
    id: 'error.envelope.beyond.route',
    tamper: answering('other', (answer, { url }) =>
      answer.status === 404 && url.pathname.startsWith('/v1/') ? withText(answer, HTML, 'text/html') : answer,
    ),
  }),
  mutant('error.code', 'sends numbers as codes', {
    tamper: erring((error, _, status) => ({ ...error, code: status })),
  }),
  mutant('error.code', 'leaves out the code of a 404', {
    id: 'error.code.absent',
    tamper: erring((error, _, status) => (status === 404 ? without(error, 'code') : undefined)),
  }),
  mutant('error.message', 'sends a list as message', {
    tamper: erring((error) => ({ ...error, message: [error['message']] })),
  }),
  mutant('error.message', 'sends an empty message', {
    id: 'error.message.empty',
    tamper: erring((error) => ({ ...error, message: '' })),
  }),
  mutant('error.request-id', 'sends numbers as request ids', {
    tamper: erring((error) => ({ ...error, request_id: 'req-17' })),
  }),
  mutant('error.request-id', 'sends an empty request id', {
    id: 'error.request-id.empty',
    tamper: erring((error) => ({ ...error, request_id: '' })),
  }),
  mutant('errors.nothing-internal', 'shows a stack trace', {
    tamper: telling('TypeError: undefined is not an object\n    at createVideo (/srv/app/create.js:12:5)'),
  }),
  mutant('errors.nothing-internal', 'shows an error of its database', {
    id: 'errors.nothing-internal.database',
    tamper: telling('duplicate key value violates unique constraint (SQLSTATE 23505)'),
  }),
  mutant('errors.nothing-internal', 'shows an error of its database if an id is not a UUID', {
    id: 'errors.nothing-internal.uuid',
    tamper: telling('invalid input syntax for type uuid: "no-uuid"'),
  }),
  mutant('errors.nothing-internal', 'names the driver of its database', {
    id: 'errors.nothing-internal.driver',
    tamper: telling('psycopg2.errors.InvalidTextRepresentation'),
  }),
  mutant('errors.nothing-internal', 'names a resource of its cloud', {
    id: 'errors.nothing-internal.cloud',
    tamper: telling('No access to arn:aws:s3:::clips-of-customers/17.mp4'),
  }),
  mutant('errors.nothing-internal', 'names a host of its own network', {
    id: 'errors.nothing-internal.host',
    tamper: telling('No answer from render-07.prod.corp.'),
  }),
  mutant('errors.nothing-internal.header', 'sends the stack trace in a header for debugging', {
    tamper: answering('any', (answer) =>
      answer.status < 400
        ? answer
        : withHeader(
            answer,
            'x-debug',
            'TypeError: undefined is not an object at createVideo (/srv/app/create.js:12:5)',
          ),
    ),
  }),
  mutant('errors.nothing-internal.record', "repeats the provider's message in a failed record", {
    tamper: recording((record) =>
      record['status'] === 'failed'
        ? { ...record, error: { ...asFields(record['error']), message: 'bytedance: task rejected' } }
        : record,
    ),
  }),
  mutant('error.success-status', 'answers 200 with an error inside', {
    tamper: answering('get', (answer) => (answer.status === 404 ? withStatus(answer, 200) : answer)),
  }),
  mutant('service.json', 'declares JSON as HTML', {
    tamper: answering('any', (answer, { operation }) =>
      operation === 'content' && answer.status < 400 ? answer : withHeader(answer, 'content-type', 'text/html'),
    ),
  }),
  mutant('http.json.bom', 'begins its JSON with a byte order mark', {
    tamper: answering('get', (answer) => withText(answer, `\ufeff${new TextDecoder().decode(answer.bytes)}`)),
  }),
  mutant('authentication.key.shown-once', 'names the wrong key in a message', {
    tamper: erring((error, { key }, status) =>
      status === 401 || status === 404 ? { ...error, message: `No access with the key ${key}.` } : undefined,
    ),
  }),
  mutant('errors.invalid-request', 'crashes if the body is not JSON', {
    selection: { only: ['errors.invalid-request', 'create.body.json.words'] },
    tamper: answering('create', (answer, { json }) =>
      answer.status === 400 && Object.keys(json).length === 0 ? withStatus(answer, 500) : answer,
    ),
  }),
  mutant('create.refusal.listed-status', 'rejects invalid creates with 422', {
    selection: { only: ['create.refusal.listed-status', 'create.prompt.required'] },
    tamper: answering('create', (answer) => (answer.status === 400 ? withStatus(answer, 422) : answer)),
  }),
  mutant('errors.insufficient-credits.status', 'answers 403 when the credits run out', {
    tamper: answering('create', (answer) => (answer.status === 402 ? withStatus(answer, 403) : answer)),
  }),
  mutant('errors.insufficient-credits.code', 'has its own code for lacking credits', {
    tamper: erring((error, _, status) => (status === 402 ? { ...error, code: 'payment_required' } : undefined)),
  }),
  mutant('errors.failed-generation', 'answers polls of a failed generation with 500', {
    tamper: answering('get', (answer) => (fieldsOf(answer)['status'] === 'failed' ? withStatus(answer, 500) : answer)),
  }),
];

/** Answers the first create with 503, and never again. */
function busyOnce(change: (answer: Answer) => Answer): () => Tampering {
  return () => {
    let isBusy = true;
    return async (call, engine) => {
      if (call.operation !== 'create' || !isBusy) return engine(call);
      isBusy = false;
      return change(withHeader(refusalAnswer(429, 'rate_limited'), 'retry-after', '0'));
    };
  };
}
