/** Endpoints: the responses to create requests, the Idempotency-Key, and the habits of web frameworks. */

import { header, type HeaderLine, jsonOf } from '../../client/exchange.ts';
import { type Check, defineProbe } from '../../engine/define.ts';
import { objectOf } from '../../engine/evidence.ts';
import { TEXT, without } from '../lib/bodies.ts';
import { ifWhole } from '../content/parts.ts';
import { cases, each, type Expectation, httpCases, is, mustBe, observations, ofAnswers } from '../lib/cases.ts';
import { DOWNLOAD, FIRST_PART, ofDownload } from '../lib/downloads.ts';
import { NO_KEY, ofClip, UNKNOWN } from '../lib/lookups.ts';
import { allRefused, describe, errorCode, hasStatus, noneOf } from '../lib/rules.ts';
import { keyedBy } from '../lib/clip-creates.ts';
import { JSON_TYPE } from '../service/service.ts';
import { CONTROL, CONTROLS } from '../lib/control-requests.ts';
import { VideoGeneration } from '../../../contract/generation.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { shapeDifferences, valueDifferences } from '../../engine/difference.ts';
import { fail, missing, observed, pass, pinpointed } from '../../engine/outcome.ts';
import { creates, headerSent, isCreate } from '../lib/answers.ts';
import { BASE, DEFAULTS, LARGE } from '../lib/clips.ts';
import { leftOpen, mustAccept, mustReject, type RowOptions } from '../lib/creates.ts';
import { KEY_CHARACTERS, LARGE_3_4, LONGEST, MIDDLE_4_3 } from '../lib/thorough-clips.ts';

const BROWSER: HeaderLine = ['Accept', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'];

const AS_BROWSER = defineProbe({
  id: 'service.browser',
  mayBeCharged: true,
  sends:
    'Four requests with the Accept header of a browser. Three of them are get requests: for a record, for an unknown id, and without a key. The fourth request is an invalid create request.',
  ...ofClip(async (kit, { id, key }) => {
    const headers = [BROWSER];
    await kit.get('record', id, { key, headers });
    await kit.get('unknown', kit.unknownId, { headers });
    await kit.get('no key', id, { ...NO_KEY, headers });
    await kit.create('invalid', { ...TEXT, prompt: '' }, { headers });
  }),
});

const AS_PLAYER = defineProbe({
  id: 'content.accept',
  sends: 'Requests for the first bytes of a clip. Their Accept headers allow only video/mp4, any video, or any type.',
  ...ofDownload(async (kit, { id, key }) => {
    for (const accept of ACCEPTED) await kit.content(accept, id, { key, headers: [['Accept', accept], FIRST_PART] });
  }),
});

/** The Accept headers of video players and of download programs. */
const ACCEPTED = ['video/mp4', 'video/*', 'video/mp4,*/*;q=0.5'] as const;

const FIELDS = { prompt: 'A+red+kite.', duration_seconds: '4', model: TEXT.model } as const;

const QUERY = defineProbe({
  id: 'create.query',
  mayBeCharged: true,
  sends: `The kit sends create requests with a required field in the query instead of the body. The field is one of these: ${Object.keys(FIELDS).join(', ')}.`,
  run: async (kit) => {
    for (const [field, value] of Object.entries(FIELDS))
      await kit.send(`${field} in the query`, {
        method: 'POST',
        path: `/v1/videos?${field}=${value}`,
        key: 'primary',
        headers: [['Content-Type', 'application/json']],
        body: JSON.stringify(without(TEXT, field)),
      });
  },
});

/** Expects that the server accepts this create request of a clip. */
const isTaken =
  (what: string): Expectation =>
  ({ one }) =>
    hasStatus(one('create'), 202, what);

const { max } = LIMITS.idempotencyKey;
const LISTED = [400, 401, 402, 429, 503];
/** The statuses of HTTP for a body or a header that is too large. */
const TOO_LARGE = [413, 431];

const typed = (type: string): RowOptions => ({ headers: [['Content-Type', type]] });
const sends =
  (name: string, pattern: RegExp): NonNullable<RowOptions['as']> =>
  (_, create) =>
    pattern.test(headerSent(create, name));
const lacksPoor: RowOptions['lacks'] = ({ keys }) =>
  keys.poor === undefined ? missing('--key-poor', 'The profile has no key "poor".') : undefined;

export const CREATE_CHECKS: readonly Check[] = [
  ...ifWhole(
    httpCases([DOWNLOAD, AS_PLAYER], {
      'content.accept': [
        'If the Accept header allows video/mp4 or any video, the client gets the clip (RFC 9110, 12.5.1).',
        'The framework of the server supports only JSON, so it returns 406.',
        each(ACCEPTED, is(200, 206), ['200 or 206 with the clip']),
        { requirement: 'content.answer.status' },
      ],
    }),
  ),
  ...cases([BASE], {
    'create.answer.status': [
      'An accepted create request returns status 202.',
      'The server returns 200 or 201.',
      isTaken('a valid create request'),
    ],
    'create.answer.record': [
      'An accepted create request returns a record.',
      'The server returns only the id, or an empty body.',
      (evidence) => {
        const create = evidence.one('create');
        const missing = ['id', 'object', 'model', 'status', 'cost_usd'].filter((field) => !(field in objectOf(create)));
        return missing.length === 0
          ? pass(create)
          : pinpointed(
              fail(create, 'a record with its five required fields', `without ${missing.join(', ')}`),
              shapeDifferences(VideoGeneration, jsonOf(create.response)),
            );
      },
    ],
    'state.accepted-if': [
      'A valid create request is accepted if the credits cover its cost.',
      'The server rejects some valid create requests at random.',
      isTaken('a valid create request with credits'),
    ],
    'create.content-type': [
      'A create request with the Content-Type `application/json` is accepted.',
      'The server accepts only form data, or only another media type.',
      isTaken('a create request with the Content-Type application/json'),
    ],
    'create.idempotency-key.optional': [
      'A create request without `Idempotency-Key` is accepted.',
      'The server requires an Idempotency-Key, and returns 400 without it.',
      isTaken('a create request without Idempotency-Key'),
      { from: [DEFAULTS] },
    ],
    'create.idempotency-key.accepted': [
      `An \`Idempotency-Key\` of ${max} characters is accepted.`,
      'The server stores the Idempotency-Key in a database column that holds only 64 or 100 characters.',
      isTaken(`an Idempotency-Key of ${max} characters`),
      { from: [LARGE] },
    ],
    'service.json.browser': [
      'Records and errors are JSON, even if the client prefers HTML, as browsers do.',
      'The framework of the server sends HTML pages to browsers.',
      (evidence) => {
        const answers = evidence.answers.filter(({ response }) => response.body.size > 0);
        return noneOf(
          answers.filter(({ response }) => !JSON_TYPE.test(header(response, 'content-type') ?? '')),
          [evidence.one('record'), ...answers],
          ['JSON', (wrong) => `${header(wrong.response, 'content-type') ?? 'no type'} to "${wrong.label}"`],
        );
      },
      { from: [AS_BROWSER] },
    ],
    'create.body.json.query': [
      'A create request with a required field in the query instead of the body is rejected.',
      'The framework of the server merges the parameters of the query into the body.',
      (evidence) => {
        const labels = Object.keys(FIELDS).map((field) => `${field} in the query`);
        return allRefused(evidence, labels, 'its body lacks a required field');
      },
      { from: [...CONTROLS, QUERY], defect: 'broken-rule', passive: true },
    ],
  }),
  ...cases([CONTROL], {
    'create.refusal.listed-status': [
      'A rejected create request returns 400, 401, 402, 429 or 503.',
      'The server returns another status, such as 422, 415 or 409.',
      ofAnswers(
        (answer) => isCreate(answer) && answer.response.status >= 400,
        (answer) =>
          [...LISTED, ...TOO_LARGE].includes(answer.response.status) ? undefined : [`one of ${LISTED.join(', ')}`],
      ),
      { from: [UNKNOWN], passive: true, level: 'should' },
    ],
    'errors.invalid-request': [
      'No create request crashes the server.',
      'The server returns 500 for unexpected values.',
      ofAnswers(isCreate, (answer) =>
        answer.response.status < 500 || answer.response.status === 503 ? undefined : ['a status below 500'],
      ),
      { from: [CONTROL], passive: true },
    ],
    'errors.insufficient-credits.status': [
      'A create request returns 402 if the credits do not cover its cost.',
      'The server returns 400 or 403, or accepts the create request.',
      (evidence) => hasStatus(evidence.one('control valid'), 402, 'a create request without credits'),
    ],
    'errors.insufficient-credits.code': [
      'Every 402 has the code `insufficient_credits`. The document names no other code for a 402.',
      'The server uses another code, such as `payment_required`, in all workflows or only in some.',
      (evidence) => {
        const answer = evidence.one('control valid');
        const why = missing('--key-poor', 'The key of --key-poor has credits. Give a key that has no credits.');
        mustBe(answer.response.status >= 400, why, answer);
        const all = [answer, ...creates(evidence.every).filter(({ response }) => response.status === 402)];
        const other = all.find((one) => errorCode(one) !== 'insufficient_credits');
        if (other === undefined) return pass(answer, ...all.slice(-2));
        const outcome = fail(other, 'the code "insufficient_credits"', describe(other));
        return pinpointed(outcome, valueDifferences('insufficient_credits', errorCode(other), 'error.code'));
      },
    ],
  }),
  ...observations([CONTROL], {
    'errors.precedence.credits': [
      'Whether the server validates a create request before it checks the credits.',
      ({ one }) => {
        const control = one('control invalid');
        return observed(control.response.status === 402 ? 'credits first' : 'validity first', control);
      },
    ],
  }),
  ...mustReject({
    'create.idempotency-key.length': {
      above: [`an \`Idempotency-Key\` of ${max + 1} characters`, TEXT, keyedBy('k'.repeat(max + 1))],
    },
  }),
  ...mustAccept({
    'create.idempotency-key.accepted': {
      'create.idempotency-key.longest': [
        `the longest allowed \`Idempotency-Key\` (${max} characters)`,
        TEXT,
        { ...keyedBy('a'.repeat(max)), by: LARGE, as: sends('idempotency-key', new RegExp(`^.{${max}}$`)) },
      ],
      'create.idempotency-key.characters': [
        `an \`Idempotency-Key\` of ${max} letters, digits and \`-_.:/\``,
        TEXT,
        {
          ...keyedBy(KEY_CHARACTERS.repeat(9).slice(0, max)),
          by: LONGEST,
          as: sends('idempotency-key', /^Order-17_a\.b:c\//),
        },
      ],
    },
    'create.content-type': {
      'http.content-type.case': [
        '`Content-Type: Application/JSON` (RFC 9110, 8.3.1)',
        TEXT,
        {
          ...typed('Application/JSON'),
          authority: 'http',
          by: MIDDLE_4_3,
          as: sends('content-type', /^Application\/JSON$/),
        },
      ],
      'http.content-type.quoted': [
        '`Content-Type: application/json; charset="utf-8"` (RFC 9110, 5.6.6)',
        TEXT,
        // This check is not worth a paid create.
        { ...typed('application/json; charset="utf-8"'), authority: 'http', lacks: lacksPoor },
      ],
      charset: [
        '`Content-Type: application/json; charset=utf-8`',
        TEXT,
        { ...typed('application/json; charset=utf-8'), by: LARGE_3_4, as: sends('content-type', /charset/) },
      ],
    },
  }),
  ...leftOpen({
    'create.content-type.other': {
      text: ['`Content-Type: text/plain`', TEXT, typed('text/plain')],
      form: ['the Content-Type of an HTML form', TEXT, typed('application/x-www-form-urlencoded')],
      latin: ['`charset=latin1` in the Content-Type of its JSON', TEXT, typed('application/json; charset=latin1')],
      patch: ['`Content-Type: application/merge-patch+json`', TEXT, typed('application/merge-patch+json')],
    },
    'errors.protocol': {
      'create.accept.image': ['`Accept: image/png`', TEXT, { headers: [['Accept', 'image/png']] }],
    },
  }),
];
