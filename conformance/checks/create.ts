/** Endpoints: create, besides its body: what is answered, and the Idempotency-Key. */

import { LIMITS } from '../../contract/limits.ts';
import { defineCheck, defineObservation, defineProbe, type Check } from '../engine/define.ts';
import { objectOf } from '../engine/evidence.ts';
import { fail, observed, pass, untestable } from '../engine/outcome.ts';
import { creates } from './lib/answers.ts';
import { everyAnswer } from './lib/any-answer.ts';
import { TEXT } from './lib/bodies.ts';
import { BASE, DEFAULTS, SILENT } from './lib/clips.ts';
import { acceptedFree, CONTROL, refusal, toleration } from './lib/rows.ts';
import { hasStatus, isRefusal, statusAndCode, tell } from './lib/rules.ts';
import { UNKNOWN } from './lib/lookups.ts';

const { max } = LIMITS.idempotencyKey;
const withKey = (key: string): { readonly headers: [string, string][] } => ({ headers: [['Idempotency-Key', key]] });
const LISTED = [400, 401, 402, 429, 503];

const PROMISED: readonly Check[] = [
  defineCheck({
    id: 'create.answer.status',
    requirement: 'create.answer.status',
    proves: 'An accepted create answers 202.',
    failing: 'It answers 200 or 201.',
    from: [BASE],
    judge: (evidence) => hasStatus(evidence.one('create'), 202, 'a valid create'),
  }),
  defineCheck({
    id: 'create.answer.record',
    requirement: 'create.answer.record',
    proves: 'An accepted create answers with a record.',
    failing: 'It answers with the id only, or with an empty body.',
    from: [BASE],
    judge: (evidence) => {
      const create = evidence.one('create');
      const missing = ['id', 'object', 'model', 'status', 'cost_usd'].filter((field) => !(field in objectOf(create)));
      return missing.length === 0
        ? pass(create)
        : fail(create, 'a record with its five fields', `without ${missing.join(', ')}`);
    },
  }),
  defineCheck({
    id: 'state.accepted-if',
    requirement: 'state.accepted-if',
    proves: 'A valid create is accepted where the credits suffice.',
    failing: 'It refuses at random, or for reasons that it does not name.',
    from: [BASE],
    judge: (evidence) => hasStatus(evidence.one('create'), 202, 'a valid create with credits'),
  }),
  defineCheck({
    id: 'create.content-type',
    requirement: 'create.content-type',
    proves: 'A create that is declared as `application/json` is read.',
    failing: 'It wants a form, or a vendor type.',
    from: [BASE],
    judge: (evidence) => hasStatus(evidence.one('create'), 202, 'a create declared as application/json'),
  }),
  defineCheck({
    id: 'create.idempotency-key.optional',
    requirement: 'create.idempotency-key.optional',
    proves: 'A create without `Idempotency-Key` is accepted.',
    failing: 'It answers 400 and wants a key.',
    from: [DEFAULTS],
    judge: (evidence) => hasStatus(evidence.one('create'), 202, 'a create without Idempotency-Key'),
  }),
  defineCheck({
    id: 'create.idempotency-key.accepted',
    requirement: 'create.idempotency-key.accepted',
    proves: `An \`Idempotency-Key\` of ${max} characters is accepted.`,
    failing: 'Its column has 64 or 100 characters.',
    from: [SILENT],
    judge: (evidence) => hasStatus(evidence.one('create'), 202, `an Idempotency-Key of ${max} characters`),
  }),
  ...refusal({
    id: 'create.idempotency-key.length.above',
    requirement: 'create.idempotency-key.length',
    what: `an \`Idempotency-Key\` of ${max + 1} characters`,
    body: TEXT,
    headers: [['Idempotency-Key', 'k'.repeat(max + 1)]],
  }),
  ...acceptedFree({
    id: 'create.idempotency-key.longest',
    requirement: 'create.idempotency-key.accepted',
    what: `an \`Idempotency-Key\` of ${max} characters (before the credits are looked at)`,
    body: TEXT,
    headers: [['Idempotency-Key', 'a'.repeat(max)]],
  }),
  everyAnswer(
    {
      id: 'create.refusal.listed-status',
      requirement: 'create.refusal.listed-status',
      level: 'should',
      proves: 'A refused create answers 400, 401, 402, 429 or 503.',
      failing: 'It answers 422, 415 or 409.',
      from: [UNKNOWN],
    },
    (answer) => creates([answer]).length === 1 && answer.response.status >= 400,
    (answer) =>
      LISTED.includes(answer.response.status)
        ? undefined
        : { expected: `one of ${LISTED.join(', ')}`, got: tell(answer) },
  ),
  everyAnswer(
    {
      id: 'errors.invalid-request',
      requirement: 'errors.invalid-request',
      proves: 'No create crashes the server.',
      failing: 'It answers 500 to what it did not expect.',
      from: [CONTROL],
    },
    (answer) => creates([answer]).length === 1,
    (answer) =>
      answer.response.status < 500 || answer.response.status === 503
        ? undefined
        : { expected: 'a status below 500', got: tell(answer) },
  ),
];

const CREDITS: readonly Check[] = [
  defineCheck({
    id: 'errors.insufficient-credits.status',
    requirement: 'errors.insufficient-credits.status',
    proves: 'A create that the credits do not cover answers 402.',
    failing: 'It answers 400 or 403, or accepts it.',
    from: [CONTROL],
    judge: (evidence) => hasStatus(evidence.one('control valid'), 402, 'a create without credits'),
  }),
  defineCheck({
    id: 'errors.insufficient-credits.code',
    requirement: 'errors.insufficient-credits.code',
    proves: 'Its code is `insufficient_credits`, the one code that the document names.',
    failing: 'It has a code of its own, such as `payment_required`.',
    from: [CONTROL],
    judge: (evidence) => {
      const answer = evidence.one('control valid');
      if (answer.response.status < 400) return untestable('The key without credits could pay.', answer);
      return statusAndCode(answer).value?.endsWith(' insufficient_credits') === true
        ? pass(answer)
        : fail(answer, 'the code "insufficient_credits"', tell(answer));
    },
  }),
  defineObservation({
    id: 'errors.precedence.credits',
    requirement: 'errors.precedence',
    proves: 'Whether validity comes before credits.',
    from: [CONTROL],
    judge: (evidence) =>
      observed(
        evidence.one('control invalid').response.status === 402 ? 'credits first' : 'validity first',
        evidence.one('control invalid'),
      ),
  }),
];

/** Resent with the key of the cheapest clip; a server that knows no idempotency charges for each of them. */
const REPLAY = defineProbe({
  id: 'idempotency.replay',
  sends: 'A create twice with one Idempotency-Key, then with its fields in another order, then with another prompt.',
  after: [BASE],
  pays: () => [{ resolution: '480p', output: 4, source: 0 }],
  run: async (kit) => {
    const options = withKey(`standin-${kit.runId}-replay`);
    const body = { ...TEXT, prompt: 'A blue kite.' };
    await kit.create('original', body, options);
    await kit.create('same', body, options);
    await kit.create('reordered', Object.fromEntries(Object.entries(body).toReversed()), options);
    await kit.create('mismatch', { ...body, prompt: 'A green kite.' }, options);
    return undefined;
  },
});

const KEY_FORMS = defineProbe({
  id: 'idempotency.forms',
  sends:
    'With the key without credits: creates with an empty, a quoted and a non-ASCII Idempotency-Key; then an invalid create and a valid one with the same Idempotency-Key.',
  keys: ['poor'],
  run: async (kit) => {
    const send = (label: string, key: string, body: object = TEXT): Promise<unknown> =>
      kit.create(label, body, { key: 'poor', ...withKey(key) });
    await send('empty', '');
    await send('quoted', `"standin-${kit.runId}"`);
    await send('spaces', 'a b c');
    await send('latin', 'cl\u00e9');
    await send('after refusal 1', `standin-${kit.runId}-again`, { ...TEXT, prompt: '' });
    await send('after refusal 2', `standin-${kit.runId}-again`);
    return undefined;
  },
});

/** The first key's Idempotency-Key, sent by somebody else. */
const SCOPE = defineProbe({
  id: 'idempotency.scope',
  sends: "The Idempotency-Key and body of the first account's create, with the key without credits.",
  keys: ['poor'],
  after: [REPLAY],
  run: async (kit) => {
    await kit.create(
      'other account',
      { ...TEXT, prompt: 'A blue kite.' },
      { key: 'poor', ...withKey(`standin-${kit.runId}-replay`) },
    );
    return undefined;
  },
});

const IDEMPOTENCY: readonly Check[] = [
  defineObservation({
    id: 'idempotency.replay',
    requirement: 'idempotency.replay',
    proves: 'What the same Idempotency-Key with the same body does.',
    from: [REPLAY],
    judge: (evidence) => {
      const [original, same] = [evidence.one('original'), evidence.one('same')];
      const { status } = same.response;
      if (status >= 400) return observed(`refused ${statusAndCode(same).value ?? ''}`, original, same);
      if (objectOf(same)['id'] !== objectOf(original)['id']) return observed('another generation', original, same);
      return observed(
        `${status} ${same.response.body.sha256 === original.response.body.sha256 ? 'same body' : 'other body'}`,
        original,
        same,
      );
    },
  }),
  defineObservation({
    id: 'idempotency.replay.marker',
    requirement: 'idempotency.replay',
    proves: 'Which header tells a replay.',
    from: [REPLAY],
    judge: (evidence) => {
      const marker = evidence.one('same').response.headers.find(([name]) => /replay|idempoten/i.test(name));
      return observed(marker === undefined ? 'none' : `${marker[0].toLowerCase()}: ${marker[1]}`, evidence.one('same'));
    },
  }),
  defineObservation({
    id: 'idempotency.same-body',
    requirement: 'idempotency.same-body',
    proves: 'Whether the order of fields matters.',
    from: [REPLAY],
    judge: (evidence) => {
      const [original, other] = [evidence.one('original'), evidence.one('reordered')];
      if (other.response.status >= 400) return observed(`refused ${statusAndCode(other).value ?? ''}`, other);
      return observed(
        objectOf(other)['id'] === objectOf(original)['id'] ? 'the same body' : 'another body',
        original,
        other,
      );
    },
  }),
  defineObservation({
    id: 'idempotency.mismatch',
    requirement: 'idempotency.mismatch',
    proves: 'What the same Idempotency-Key with another body does.',
    from: [REPLAY],
    judge: (evidence) => {
      const [original, other] = [evidence.one('original'), evidence.one('mismatch')];
      if (other.response.status >= 400) return observed(statusAndCode(other).value ?? '', other);
      return observed(
        objectOf(other)['id'] === objectOf(original)['id'] ? 'replayed all the same' : 'another generation',
        original,
        other,
      );
    },
  }),
  defineObservation({
    id: 'error-code.idempotency-mismatch',
    requirement: 'errors.codes',
    proves: 'Status and code for a mismatch.',
    from: [REPLAY],
    judge: (evidence) => statusAndCode(evidence.one('mismatch')),
  }),
  ...['empty', 'quoted', 'spaces', 'latin'].map((label) =>
    defineObservation({
      id: `idempotency.form.${label}`,
      requirement: 'idempotency.form',
      proves: `Whether this Idempotency-Key is taken: ${label}.`,
      from: [KEY_FORMS],
      judge: (evidence) =>
        observed(
          evidence.one(label).response.status === 402 ? 'accepted' : (statusAndCode(evidence.one(label)).value ?? ''),
          evidence.one(label),
        ),
    }),
  ),
  defineObservation({
    id: 'idempotency.after-refusal',
    requirement: 'idempotency.after-refusal',
    proves: 'Whether an invalid create uses up its Idempotency-Key.',
    from: [KEY_FORMS],
    judge: (evidence) => {
      const [first, second] = [evidence.one('after refusal 1'), evidence.one('after refusal 2')];
      if (!isRefusal(first)) return untestable('The invalid create was not refused.', first);
      return observed(
        second.response.status === 402 ? 'the key is free' : (statusAndCode(second).value ?? ''),
        first,
        second,
      );
    },
  }),
  defineCheck({
    id: 'idempotency.scope',
    requirement: 'get.foreign',
    proves: "Another account's Idempotency-Key replays nothing of the first account.",
    failing: 'Keys are looked up without the account: whoever guesses one gets the record.',
    from: [REPLAY, SCOPE],
    judge: (evidence) => {
      const [original, other] = [evidence.one('original'), evidence.one('other account')];
      const id = objectOf(original)['id'];
      return id !== undefined && objectOf(other)['id'] === id
        ? fail([original, other], "nothing of another account's generation", `its record, ${String(id)}`)
        : pass(original, other);
    },
  }),
];

const CONTENT_TYPE: readonly Check[] = [
  ...acceptedFree({
    id: 'http.content-type.case',
    requirement: 'create.content-type',
    what: '`Content-Type: Application/JSON` (RFC 9110, 8.3.1)',
    body: TEXT,
    headers: [['Content-Type', 'Application/JSON']],
  }).map((check): Check => ({ ...check, authority: 'http' })),
  ...acceptedFree({
    id: 'create.content-type.charset',
    requirement: 'create.content-type',
    what: '`Content-Type: application/json; charset=utf-8`',
    body: TEXT,
    headers: [['Content-Type', 'application/json; charset=utf-8']],
  }),
  ...toleration({
    id: 'create.content-type.other.text',
    requirement: 'create.content-type.other',
    what: '`Content-Type: text/plain`',
    body: TEXT,
    headers: [['Content-Type', 'text/plain']],
  }),
  ...toleration({
    id: 'create.content-type.other.form',
    requirement: 'create.content-type.other',
    what: 'the Content-Type of a form',
    body: TEXT,
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
  }),
  ...toleration({
    id: 'create.content-type.other.latin',
    requirement: 'create.content-type.other',
    what: '`charset=latin1` on its JSON',
    body: TEXT,
    headers: [['Content-Type', 'application/json; charset=latin1']],
  }),
  ...toleration({
    id: 'create.content-type.other.patch',
    requirement: 'create.content-type.other',
    what: '`Content-Type: application/merge-patch+json`',
    body: TEXT,
    headers: [['Content-Type', 'application/merge-patch+json']],
  }),
  ...toleration({
    id: 'create.accept.image',
    requirement: 'errors.protocol',
    what: '`Accept: image/png`',
    body: TEXT,
    headers: [['Accept', 'image/png']],
  }),
];

export const CREATE_CHECKS: readonly Check[] = [...PROMISED, ...CREDITS, ...IDEMPOTENCY, ...CONTENT_TYPE];
