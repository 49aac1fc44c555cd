/** Servers whose errors break the envelope, or reveal internals, and servers that confuse two creates. */

import { without } from '../../../checks/lib/bodies.ts';
import type { Fields } from '../../../checks/lib/answers.ts';
import { ALONE, mutants, type Mutant } from '../../mutant.ts';
import { asFields, fieldsOf, withHeader, withJson, type Answer, type Call, type Tampering } from '../../server.ts';
import {
  answering,
  erring,
  hangingUp,
  isRejected,
  recordingWhen,
  toHeader,
  toStatus,
  toText,
  withStatus,
  withText,
} from '../../tamper/answers.ts';
import { ONCE_KEY, RECORD, type Where } from '../../tamper/calls.ts';
import { IN_IMAGE_MODE, refusalAnswer } from '../../tamper/create.ts';

const HTML = '<html><body>Not Found</body></html>';
const TRACE = 'TypeError: undefined is not an object at createVideo (/srv/app/create.js:12:5)';
const SOME_CREATE: Partial<Mutant> = { selection: { only: ['create.prompt.required'] } };
const html = (where: Where, status: number | ((status: number) => boolean) = isRejected): (() => Tampering) =>
  answering({ ...where, status }, toText(HTML, 'text/html'));
const failing = (change: (answer: Answer) => unknown): (() => Tampering) =>
  answering({ status: isRejected }, (answer) => withJson(answer, change(answer)));
const errorOf = (answer: Answer): unknown => fieldsOf(answer)['error'];
const erringWith = (more: Fields, status?: number): (() => Tampering) =>
  erring((error, _, own) => (status === undefined || own === status ? { ...error, ...more } : undefined));
const telling = (message: string, status?: number): (() => Tampering) => erringWith({ message }, status);
const waiting = (seconds: string): (() => Tampering) => answering({ status: 404 }, toHeader('retry-after', seconds));
const NO_OBJECT = { body: (body: Fields) => Object.keys(body).length === 0, status: 400 };

const ENVELOPES: readonly Mutant[] = mutants({
  'error.envelope': {
    'answers errors of gets with a page of HTML': html({ operation: 'get' }),
    'answers errors of downloads with a page of HTML': html({ operation: 'content' }),
    'answers rejected creates in the format of its framework': {
      tamper: answering({ operation: 'create', status: 400 }, (answer) =>
        withJson(answer, { detail: [{ loc: ['body'], msg: 'field required' }] }),
      ),
      ...SOME_CREATE,
    },
    'answers 401 with plain text': {
      tamper: answering({ status: 401 }, toText('Unauthorized', 'text/plain')),
      selection: { only: ['authentication.create.missing'] },
    },
    'answers 429 in the format of its gateway': busyOnce(toText(HTML, 'text/html')),
    'sends a string as error': failing(() => ({ error: 'bad request' })),
    'leaves out the envelope': failing(errorOf),
    'sends a list of errors': failing((answer) => ({ errors: [errorOf(answer)] })),
    'sends errors without a body': answering({ status: isRejected }, toText('')),
    'encodes errors twice': failing(({ bytes }) => new TextDecoder().decode(bytes)),
    'answers 416 in the format of its file server': html({ operation: 'content' }, 416),
  },
  'error.envelope.answered': {
    'resets the connection instead of answering 416': {
      tamper: hangingUp({ operation: 'content', status: 416 }),
      socket: 'title-case',
    },
    'closes the connection if the body is not JSON': hangingUp(NO_OBJECT),
  },
  'create.prompt.length.above': {
    'closes the connection if a prompt is too long': hangingUp({ body: { prompt: /^[^]{15001}/ }, status: 400 }),
  },
  'error.envelope.beyond': {
    'answers 405 with a page of HTML': html({ operation: 'other' }, 405),
    'answers unknown routes in the format of its framework': answering(
      ({ operation, url }) => operation === 'other' && url.pathname.startsWith('/v1/'),
      (answer) => (answer.status === 404 ? withText(answer, HTML, 'text/html') : answer),
    ),
  },
  'error.code': {
    'leaves out the code of a 503': busyOnce((answer) =>
      withStatus(withJson(answer, { error: { message: 'The service is busy.' } }), 503),
    ),
    'sends numbers as codes': erring((error, _, status) => ({ ...error, code: status })),
    'leaves out the code of a 404': erring((error, _, status) => (status === 404 ? without(error, 'code') : undefined)),
    'sends null as a code': erringWith({ code: null }),
  },
  'error.message': {
    'sends a list as message': erring((error) => ({ ...error, message: [error['message']] })),
    'sends an empty message': telling(''),
  },
  'error.request-id': {
    'sends numbers as request ids': erringWith({ request_id: 'req-17' }),
    'sends an empty request id': erringWith({ request_id: '' }),
  },
  'http.retry-after': {
    'sends a Retry-After of half a second with 429': {
      tamper: busyOnce(toHeader('retry-after', '0.5')),
      keeper: { tamper: busyOnce((answer) => answer) },
      ...SOME_CREATE,
    },
    'sends a Retry-After of one and a half seconds': { tamper: waiting('1.5'), keeper: { tamper: waiting('1') } },
    'sends a negative Retry-After': waiting('-1'),
  },
  'error.success-status': { 'answers 200 with an error inside': answering({ ...RECORD, status: 404 }, toStatus(200)) },
  'errors.invalid-request': {
    'crashes if the body is not JSON': {
      tamper: answering(NO_OBJECT, toStatus(500)),
      selection: { only: ['create.body.json.words'] },
    },
  },
  'create.refusal.listed-status': {
    'rejects invalid creates with 422': {
      tamper: answering({ operation: 'create', status: 400 }, toStatus(422)),
      ...SOME_CREATE,
    },
  },
  'errors.insufficient-credits.status': {
    'answers 403 when the credits run out': answering({ operation: 'create', status: 402 }, toStatus(403)),
  },
  'workflow.image.valid': {
    'answers 403 when the credits run out in image mode': answering(
      { body: IN_IMAGE_MODE, status: 402 },
      toStatus(403),
    ),
  },
  'errors.insufficient-credits.code': {
    'has its own code for lacking credits': erringWith({ code: 'payment_required' }, 402),
  },
  'errors.failed-generation': {
    'answers polls of a failed generation with 500': answering({ ...RECORD, state: 'failed' }, toStatus(500)),
  },
});

const REVEALING: readonly Mutant[] = mutants({
  'errors.nothing-internal': {
    'shows a stack trace': telling(TRACE.replace(' at ', '\n    at ')),
    'shows an error of its database': telling('duplicate key value violates unique constraint (SQLSTATE 23505)'),
    'shows an error of its database if an id is not a UUID': telling('invalid input syntax for type uuid: "no-uuid"'),
    'names the driver of its database': telling('psycopg2.errors.InvalidTextRepresentation'),
    'names a resource of its cloud': telling('No access to arn:aws:s3:::clips-of-customers/17.mp4'),
    'names a host of its own network': telling('No answer from render-07.prod.corp.'),
    'names an internal file': telling('ENOENT: no such file, open /var/lib/app/jobs/17'),
    'names the address of its database': telling('connect ECONNREFUSED 10.0.3.7:5432'),
    'shows an error of its payment provider': telling(
      'stripe error: https://api.stripe.com/v1/charges card_declined',
      402,
    ),
    'shows the answer of a bank': telling('Your bank said: card_declined', 402),
    'shows an error of its GPU': telling('CUDA error: device-side assert triggered', 400),
    'shows an error of Python': telling("AttributeError: 'NoneType' object has no attribute 'strip'", 400),
    'shows an error of Go': telling('runtime error: index out of range [3] with length 2', 400),
    'shows an error of Java': telling('java.lang.IllegalStateException', 400),
    'names a bucket': telling('No such file: s3://clips-of-customers/17.mp4', 400),
    'names the connection to its database': telling('could not connect to postgresql://app@db/videos', 400),
  },
  'errors.nothing-internal.header': {
    'sends the stack trace in a header for debugging': answering({ status: isRejected }, toHeader('x-debug', TRACE)),
  },
  'errors.nothing-internal.record': {
    "repeats the provider's message in a failed record": recordingWhen('failed', ({ error }) => ({
      error: { ...asFields(error), message: 'bytedance: task rejected' },
    })),
  },
  'errors.nothing-internal.provider-header': {
    'shows the error number of its provider in a failure': answering(
      { ...RECORD, state: 'failed' },
      toHeader('x-upstream-task', 'tsk_4711'),
    ),
    'names its provider in a header of each create': answering('create', toHeader('x-model-backend', 'seedance/2.5')),
    'sends a header of its provider with each clip': answering('content', toHeader('x-provider-request-id', '0a1b2c')),
  },
  'authentication.key.shown-once': {
    'names the wrong key in a message': erring((error, { key }, status) =>
      status === 401 || status === 404 ? { ...error, message: `No access with the key ${key}.` } : undefined,
    ),
  },
  'http.json.utf8': {
    'cuts an echoed text after an odd number of bytes': echoing(101),
    'cuts an echoed text after an even number of bytes': { ...ALONE, tamper: echoing(102) },
  },
});

const CONFUSED: readonly Mutant[] = mutants({
  'service.one-clip.unkeyed': { 'treats two creates with the same body as one': () => takingForOne(ONCE_KEY) },
  'service.one-clip.unkeyed.in-turn': {
    'returns the generation of an earlier create without Idempotency-Key': () => takingForOne(/-primary/),
  },
  'service.one-clip.unkeyed.all': { 'runs equal creates at the same time as one': runningOnce },
});

export const ERROR_MUTANTS: readonly Mutant[] = [...ENVELOPES, ...REVEALING, ...CONFUSED];

/** Answers the first create with 429, and never again. */
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

/** Repeats the beginning of the invalid text, cut by bytes. */
function echoing(shown: number): () => Tampering {
  const isLong = ({ operation, body = '' }: Call): boolean => operation === 'create' && body.length > 600;
  return answering(isLong, (answer, { body = '' }) => {
    if (answer.status !== 400) return answer;
    const said = Buffer.from(/[^ -~]{9,}/u.exec(body)?.[0] ?? '').subarray(0, shown);
    const error = { error: { code: 'validation_error', message: '#' } };
    const [before = '', behind = ''] = JSON.stringify(error).split('#');
    return { ...answer, bytes: new Uint8Array(Buffer.concat([Buffer.from(before), said, Buffer.from(behind)])) };
  });
}

/** Answers equal creates that arrive at the same time without an Idempotency-Key with one generation. */
function runningOnce(): Tampering {
  const underWay = new Map<string, Promise<Answer>>();
  return async (call, engine) => {
    if (call.operation !== 'create' || call.headers.has('idempotency-key')) return engine(call);
    const name = `${call.key} ${call.body ?? ''}`;
    const running = underWay.get(name) ?? engine(call).finally(() => underWay.delete(name));
    underWay.set(name, running);
    return running;
  };
}

/** Answers equal creates without Idempotency-Key with one generation, if their API key has this form. */
function takingForOne(key: RegExp): Tampering {
  const answers = new Map<string, Promise<Answer>>();
  return async (call, engine) => {
    if (call.operation !== 'create' || call.headers.has('idempotency-key') || !key.test(call.key)) return engine(call);
    const same = `${call.key} ${call.body ?? ''}`;
    const known = answers.get(same) ?? engine(call);
    answers.set(same, known);
    const answer = await known;
    if (answer.status >= 300) answers.delete(same);
    return answer;
  };
}
