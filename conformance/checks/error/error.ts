/** Resources: the error envelope, details that no error may reveal, and responses that repeat a part of the request. */

import { ErrorEnvelope } from '../../../contract/generation.ts';
import { UUID_PATTERN } from '../../../contract/request.ts';
import { type Check, defineProbe } from '../../engine/define.ts';
import { shapeDifferences } from '../../engine/difference.ts';
import { type Answered, isObject, objectOf } from '../../engine/evidence.ts';
import { hangUpText } from '../../engine/hang-up.ts';
import { fail, observed, pass, untestable } from '../../engine/outcome.ts';
import { header, jsonOf } from '../../client/exchange.ts';
import { errorAnswers, errorOf, pathOf, sightingIn } from '../lib/answers.ts';
import { cases, type Flaw, flawed, httpCases, observations, ofAnswers, ofErrors, jointly } from '../lib/cases.ts';
import { FAILING } from '../lib/failing.ts';
import { causeOfHangUp } from '../http/bare.ts';
import { leakInBody, leakInHeaders, providerInHeaders } from '../lib/internal.ts';
import { MALFORMED, SPELLINGS, STRANGE_METHODS, UNAUTHORIZED_CREATE, UNKNOWN } from '../lib/lookups.ts';
import { CONTROL } from '../lib/control-requests.ts';
import { IMAGE_MODE, SAMPLE, TEXT } from '../lib/bodies.ts';
import { describe } from '../lib/rules.ts';
import { WATCHED } from '../lib/clips.ts';

const UUID = new RegExp(UUID_PATTERN);
/** Returns whether an optional field is absent. The document does not say whether it may be null. */
const isAbsent = (value: unknown): boolean => value === undefined || value === null;
const ENVELOPE = new Set(['code', 'message', 'request_id']);

const SEVERAL = defineProbe({
  id: 'errors.several',
  mayBeCharged: true,
  sends:
    'A create request with three mistakes: an unknown field, a duration of 3 seconds and an empty prompt. Then a create request with a single mistake: a duration of 3 seconds.',
  run: async (kit) => {
    await kit.create('several', { color: 'red', ...TEXT, duration_seconds: 3, prompt: '' });
    await kit.create('one', { ...TEXT, duration_seconds: 3 });
  },
});

/** The probes that get at least one error from each operation, all of them free. */
const EVERYWHERE = [UNKNOWN, MALFORMED, UNAUTHORIZED_CREATE, SEVERAL, CONTROL] as const;

const BEYOND = new Set([STRANGE_METHODS.id, SPELLINGS.id]);

/** Returns whether the service itself returned an error outside the API. Many proxies answer OPTIONS for browsers. */
function isErrorBeyond({ probe, request, response }: Answered): boolean {
  const isOfService = request.method !== 'OPTIONS' && pathOf(request.url).includes('/v1/');
  return BEYOND.has(probe) && response.status >= 400 && isOfService;
}

function shapeFlaw(answer: Answered, expected: string): Flaw {
  return [expected, describe(answer), shapeDifferences(ErrorEnvelope, jsonOf(answer.response))];
}

function stringFlaw(answer: Answered, field: 'code' | 'message'): Flaw | undefined {
  const error = errorOf(objectOf(answer));
  // Another check reports a missing envelope.
  if (error === undefined) return undefined;
  const value = error[field];
  return typeof value === 'string' && value !== '' ? undefined : flawed(`error.${field}`, 'a string', value);
}

const LENGTH = 700;

/** Characters of two, three and four bytes. Wherever a server cuts a text, it cuts a character of one of these. */
const TEXTS: Readonly<Record<string, string>> = {
  'of two bytes': '\u00e9'.repeat(LENGTH),
  'of two bytes each, after a letter': `x${'\u00e9'.repeat(LENGTH)}`,
  'of three bytes': '\u20ac'.repeat(LENGTH),
  'of four bytes': '\u{1f388}'.repeat(LENGTH),
};

const WITH: Readonly<Record<string, (text: string) => object>> = {
  'an unknown field': (text) => ({ ...TEXT, [text]: 1 }),
  'a resolution': (text) => ({ ...TEXT, resolution: text }),
  'an image URL': (text) => ({ ...IMAGE_MODE, image_urls: [SAMPLE.image, `http://${text}`] }),
};

const ECHOES = defineProbe({
  id: 'errors.echoes',
  mayBeCharged: true,
  sends: `Invalid create requests with long values: ${Object.keys(WITH).join(', ')}. Each value has ${LENGTH} characters. The kit tries characters of different sizes: ${Object.keys(TEXTS).join(', ')}.`,
  run: async (kit) => {
    for (const [what, body] of Object.entries(WITH))
      for (const [how, text] of Object.entries(TEXTS)) await kit.create(`${what} ${how}`, body(text));
  },
});

const PASSIVE = { from: EVERYWHERE, passive: true } as const;

export const ERROR_CHECKS: readonly Check[] = [
  ...cases(PASSIVE, {
    'error.envelope': [
      'The body of every error response is a JSON object that contains the object `error`.',
      'One endpoint or a gateway returns HTML, text, or `{"detail": …}`.',
      ofErrors((answer) =>
        errorOf(objectOf(answer)) === undefined
          ? shapeFlaw(answer, 'a JSON object with the object `error`')
          : undefined,
      ),
    ],
    'error.envelope.answered': [
      'Every rejected request gets a response. The server does not just close the connection.',
      'The server resets the connection instead of sending 416 or 400. Or the server crashes and restarts.',
      ({ every, hungUp }) => {
        const [first] = hungUp;
        const cause = causeOfHangUp(every);
        const because = cause === undefined ? '' : `; the check ${cause} shows the cause`;
        const got = first && `${hangUpText(first)}: ${first.request.method} of "${first.label}"${because}`;
        if (first !== undefined && got !== undefined) return fail(first, 'a response', got);
        const refusals = errorAnswers(every);
        return refusals.length === 0 ? NO_ERROR : pass(...refusals.slice(-3));
      },
    ],
    'error.envelope.beyond': [
      'The server also uses the error envelope for unknown paths and methods below `/v1`.',
      'The framework sends an HTML page with its 405, or with its 404 for an unknown route.',
      ofAnswers(isErrorBeyond, (answer) =>
        errorOf(objectOf(answer)) === undefined || stringFlaw(answer, 'code') || stringFlaw(answer, 'message')
          ? shapeFlaw(answer, 'the error envelope with a code and a message')
          : undefined,
      ),
      { from: [STRANGE_METHODS] },
    ],
    'error.code': [
      'Every error has a `code`, and the value is a non-empty string.',
      'The server uses numbers as codes, or its framework sends errors without a code.',
      ofErrors((answer) => stringFlaw(answer, 'code')),
    ],
    'error.message': [
      'Every error has a `message`, and the value is a non-empty string.',
      'The server sends a list of problems as the message, or sends no message.',
      ofErrors((answer) => stringFlaw(answer, 'message')),
    ],
    'error.request-id': [
      'If an error has a `request_id`, the value is a UUID.',
      'The `request_id` is a number, a trace id, or empty.',
      ofErrors((answer) => {
        const id = errorOf(objectOf(answer))?.['request_id'];
        return isAbsent(id) || (typeof id === 'string' && UUID.test(id))
          ? undefined
          : flawed('error.request_id', 'a UUID', id);
      }),
    ],
    'errors.nothing-internal': [
      'No error reveals internal details of the service.',
      'The server forwards messages of its provider, its database or its framework.',
      ofErrors(leakInBody),
    ],
    'errors.nothing-internal.header': [
      'No header of an error response reveals internal errors of the program.',
      'The server sends a debug header with a stack trace, or with the name of a cloud resource.',
      ofErrors(leakInHeaders),
    ],
    'errors.nothing-internal.provider-header': [
      'No response header contains the name of the provider that makes the clips. No header contains the id that the provider uses for a generation.',
      'The server forwards a header of its provider with all records, or only with failed records.',
      ofAnswers(({ elsewhere }) => elsewhere !== true, providerInHeaders, true),
    ],
    'errors.nothing-internal.record': [
      'A failed record reveals no internal details of the service.',
      "The server forwards the provider's message.",
      ofAnswers((answer) => sightingIn(answer)?.record['status'] === 'failed', leakInBody),
      { from: [FAILING] },
    ],
    'error.success-status': [
      'No response with a status below 400 contains an error envelope.',
      'The server returns 200 with `{"error": …}`.',
      ofAnswers(
        ({ response, beyond }) => response.status < 400 && beyond !== true && response.body.text !== undefined,
        (answer) => {
          const { error, id, status } = objectOf(answer);
          const isEnvelope = isObject(error) && status === undefined && id === undefined;
          return isEnvelope ? ['a status of 400 or higher for an error'] : undefined;
        },
      ),
      { requirement: 'error.envelope' },
    ],
    'http.json.utf8': [
      'Every JSON response is UTF-8, even if it repeats a part of the request (RFC 8259, 8.1).',
      'The server cuts the repeated text in the middle of a character, or writes the text in another encoding.',
      ofAnswers(isJson, ({ response }) =>
        response.body.text === undefined ? ['JSON in UTF-8', 'bytes that are not UTF-8'] : undefined,
      ),
      { from: [ECHOES], requirement: 'service.json', authority: 'http' },
    ],
  }),
  ...observations(PASSIVE, {
    'error.request-id.presence': [
      'The number of error responses that contain a `request_id`.',
      ofEveryError((errors) => {
        const present = errors.filter((answer) => !isAbsent(errorOf(objectOf(answer))?.['request_id'])).length;
        return present === 0 ? 'none' : present === errors.length ? 'all' : 'some';
      }, 0),
    ],
    'error.extra-fields': [
      'The fields of the error envelope that the document does not list.',
      ofEveryError((errors) => {
        const extra = errors.flatMap((answer) => [
          ...Object.keys(objectOf(answer)).filter((name) => name !== 'error'),
          ...Object.keys(errorOf(objectOf(answer)) ?? {}).filter((name) => !ENVELOPE.has(name)),
        ]);
        return [...new Set(extra)].sort().join(', ') || 'none';
      }),
    ],
  }),
  ...observations([UNKNOWN], {
    'error.request-id.header': [
      'Whether the header `x-request-id` equals the `request_id` of the error.',
      jointly(['unknown get'], ([answer]) => {
        const line = header(answer.response, 'x-request-id');
        if (line === undefined) return 'no header';
        return line === errorOf(objectOf(answer))?.['request_id'] ? 'equal' : 'different';
      }),
      { requirement: 'error.request-id.presence' },
    ],
  }),
  ...observations([SEVERAL], {
    'errors.precedence.fields': ['The status and the error code for a create request with three mistakes.', 'several'],
    'error.message.wording': [
      'Whether the error message names the invalid field.',
      jointly(['one'], ([answer]) => {
        const message = errorOf(objectOf(answer))?.['message'];
        return typeof message === 'string' && message.includes('duration_seconds')
          ? 'names the field'
          : 'does not name it';
      }),
    ],
  }),
  ...httpCases([WATCHED], {
    'http.range.of-create': [
      'The server ignores `Range` in a create request, because Range applies only to GET (RFC 9110, 14.2).',
      'The server applies Range to every method. So the response to a create request is a part of the record.',
      jointly(['create'], ([create]) => {
        const isPart =
          [206, 416].includes(create.response.status) || header(create.response, 'content-range') !== undefined;
        return isPart ? ['202 with the record, as without Range'] : undefined;
      }),
      { requirement: 'create.answer.status' },
    ],
  }),
];

const NO_ERROR = untestable('No response of this run was an error.');

/** Observes a fact about all errors of the run. */
function ofEveryError(show: (errors: readonly Answered[]) => string, witnesses = 3): Check['judge'] {
  return ({ every }) => {
    const errors = errorAnswers(every);
    return errors.length === 0 ? NO_ERROR : observed(show(errors), ...errors.slice(0, witnesses));
  };
}

/** Returns whether a response of the API claims to be JSON. Responses whose bodies the report lacks do not count. */
function isJson({ beyond, elsewhere, response }: Answered): boolean {
  const type = header(response, 'content-type') ?? '';
  const isPlain = header(response, 'content-encoding') === undefined && response.body.isUnkept !== true;
  return beyond !== true && elsewhere !== true && isPlain && response.body.size > 0 && /^application\/json/i.test(type);
}
