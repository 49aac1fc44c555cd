/** Endpoints: create: Idempotency-Keys in every workflow, similar Idempotency-Keys, and rejected creates. */

import { createHash } from 'node:crypto';
import { LIMITS } from '../../../contract/limits.ts';
import { type Check, defineProbe } from '../../engine/define.ts';
import { idempotencyKeyOf } from '../../engine/make-generation.ts';
import { fail, notApplicable, observed, pass } from '../../engine/outcome.ts';
import { fitted, sourceBody, TEXT } from '../lib/bodies.ts';
import { cases, holds, mustBe, observations, jointly } from '../lib/cases.ts';
import { BASE, BASE_BODY, cheap, SECONDS } from '../lib/clips.ts';
import { NO_KEY, unknownKey } from '../lib/lookups.ts';
import { INHERITED } from '../lib/field.ts';
import {
  acceptedForFree,
  allRefused,
  describeRequest,
  isRefusal,
  noneOf,
  statusAndCode,
  worstOutcome,
} from '../lib/rules.ts';
import { CONTROL, CONTROLS } from '../lib/control-requests.ts';
import { keyedBy } from '../lib/clip-creates.ts';
import { isReplay, REPLAY } from '../lib/replays.ts';
import { MODES, SOURCES } from '../request/every-workflow.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { acceptedId, type ProbeTools } from '../../engine/probe-tools.ts';
import { FAILING, failingBodies, failingKey, SPENDING } from '../lib/failing.ts';

const { max } = LIMITS.idempotencyKey;
const WORKFLOWS = { ...MODES, ...SOURCES };

const TOO_LONG = defineProbe({
  id: 'idempotency.too-long',
  mayBeCharged: true,
  sends: `A create request for each workflow, with an Idempotency-Key of ${max + 1} characters.`,
  after: ['any-clip'],
  run: async (kit) => {
    for (const [workflow, body] of Object.entries(WORKFLOWS)) {
      kit.skipIfRateLimited();
      await kit.create(workflow, fitted(kit, body), keyedBy(`standin-${kit.runId}-`.padEnd(max + 1, 'k')));
    }
  },
});

/** Returns Idempotency-Keys of typical clients: random digits, order numbers and UUIDs. They differ in each run. */
function shortKeys(runId: string): Readonly<Record<string, string>> {
  const own = createHash('sha256').update(runId).digest('hex');
  const digits = BigInt(`0x${own.slice(0, 24)}`)
    .toString()
    .padStart(20, '7');
  return {
    'of 4 characters': own.slice(0, 4),
    'of 7 characters': own.slice(1, 8),
    'of 8 letters': own.slice(2, 10).replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? 'q'),
    'of 12 digits': digits.slice(0, 12),
    'of 15 characters': own.slice(3, 18),
    'of 20 digits': digits.slice(0, 20),
    'in the form of an order number': `order-${digits.slice(0, 8)}`,
    'in uppercase': own.slice(4, 28).toUpperCase(),
    'in the form of a UUID': own.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})/, '$1-$2-4$3-a$4-'),
    'of 64 hexadecimal digits': own,
    'of 100 characters': own.padEnd(100, 'x'),
  };
}

const SHORT_KEYS = Object.keys(shortKeys(''));

const SHORT = defineProbe({
  id: 'create.idempotency-key.short',
  mayBeCharged: true,
  sends: `Valid create requests with a key that has no credits. Each create request has a different Idempotency-Key: ${SHORT_KEYS.join(', ')}.`,
  keys: ['poor'],
  run: async (kit) => {
    for (const [label, key] of Object.entries(shortKeys(kit.runId)))
      await kit.create(label, TEXT, { key: 'poor', ...keyedBy(key) });
  },
});

/** A server that looks up the Idempotency-Key first replays the create, so the run pays nothing. */
const KEYED = defineProbe({
  id: 'authentication.keyed',
  mayBeCharged: true,
  sends:
    'The kit repeats the create request for the cheapest clip with the same Idempotency-Key. The kit sends it once without an API key, and once with an unknown API key.',
  after: [BASE],
  run: async (kit) => {
    const { headers } = keyedBy(idempotencyKeyOf(kit.runId, BASE.id));
    await kit.create('no key', BASE_BODY, { ...NO_KEY, headers });
    await kit.create('unknown key', BASE_BODY, unknownKey(kit, ...headers));
  },
});

/** Returns a text as a header needs it: one character for each byte of its UTF-8 form. */
const inUtf8 = (text: string): string => Buffer.from(text).toString('latin1');

/** The changes of a key of digits, `e` and 2. This key is a number, which has several spellings. */
const NEAR_KEYS: Readonly<Record<string, (key: string) => string>> = {
  'a leading zero': (key) => `0${key}`,
  'the number written without an exponent': (key) => `${key.slice(0, -2)}00`,
  'a decimal point in it': (key) => key.replace('e', '.0e'),
  'a leading plus sign': (key) => `+${key}`,
  'a comma and a digit added': (key) => `${key},1`,
  'a space and a digit added': (key) => `${key} 1`,
  'a colon and a digit added': (key) => `${key}:1`,
  'a slash and a digit added': (key) => `${key}/1`,
  'a dash in it': (key) => key.replace('e', '-e'),
  'a space in it': (key) => key.replace('e', ' e'),
  'its first character escaped': (key) => `%${key.charCodeAt(0).toString(16)}${key.slice(1)}`,
  'its last character cut off': (key) => key.slice(0, -1),
  'a letter added': (key) => `${key}x`,
  'a semicolon and a parameter added': (key) => `${key};a=1`,
  'an accented letter added': (key) => `${key}${inUtf8('\u00e9')}`,
  'its first digit as a full-width Unicode digit': (key) =>
    key.replace(/^\d/, (digit) => inUtf8(String.fromCodePoint(0xff10 + Number(digit)))),
};
const CAPITAL = 'in uppercase';

const SIMILAR_KEYS = defineProbe({
  id: 'idempotency.twins',
  mayBeCharged: true,
  sends: `The kit repeats the create request of the failing generation with the same Idempotency-Key. The API key had credits for one generation, and they are spent. If the server replays the response, the kit sends the same create request with nearly equal Idempotency-Keys: ${Object.keys(NEAR_KEYS).join(', ')}, ${CAPITAL}.`,
  keys: ['once'],
  after: [FAILING, SPENDING],
  run: async (kit) => {
    if (kit.generation(FAILING).key !== 'once') return undefined;
    const spent = await kit.create('spent', TEXT, { key: 'once' });
    if (spent.exchange.response?.status !== 402) return undefined;
    const send = async (label: string, body: object, key: string): Promise<string | undefined> =>
      acceptedId((await kit.create(label, body, { key: 'once', ...keyedBy(key) })).exchange);
    for (const [at, body] of failingBodies(kit.profile).entries()) {
      const own = failingKey(kit.runId, at);
      if ((await send('same', body, own)) !== kit.generation(FAILING).id) continue;
      for (const [label, write] of Object.entries({ ...NEAR_KEYS, [CAPITAL]: (key: string) => key.toUpperCase() }))
        await send(label, body, write(own));
      return undefined;
    }
    return undefined;
  },
});

/** Returns the replay with the same key. Ends the check without a replay, because other keys then prove nothing. */
function sameKey({ one, maybe }: Evidence): Answered {
  const [spent, same] = [one('spent'), maybe('same')];
  mustBe(same !== undefined, 'The key for one generation (keys.once) still has credits.', spent);
  mustBe(isReplay(one('create'), same), 'The server did not replay the request with the same Idempotency-Key.', same);
  return same;
}

const TOO_MANY_SECONDS = LIMITS.durationSeconds.max + 1;
const REFUSED = {
  'unknown source': ({ unknownId }: ProbeTools) => sourceBody('extend', [unknownId]),
  'too long': () => ({ ...TEXT, duration_seconds: TOO_MANY_SECONDS }),
};

const KEYED_REFUSALS = defineProbe({
  id: 'idempotency.refused',
  mayBeCharged: true,
  sends:
    'Two invalid create requests: an extension of an unknown source video, and a text create request with too many seconds. Each create request has its own Idempotency-Key and is sent twice.',
  riskedCreates: () => [...cheap(SECONDS), ...cheap(TOO_MANY_SECONDS)],
  run: async (kit) => {
    for (const [at, [label, body]] of Object.entries(REFUSED).entries()) {
      const keyed = keyedBy(`standin-${kit.runId}-refused-${at}`);
      await kit.create(label, body(kit), keyed);
      await kit.create(`${label} again`, body(kit), keyed);
    }
  },
});

/** The unusual Idempotency-Keys. Only the names of inherited properties do not begin with the id of the run. */
const UNUSUAL_KEYS: Readonly<Record<string, (start: string) => string>> = {
  ...Object.fromEntries(INHERITED.map((name) => [name, () => name])),
  'a percent sign without hexadecimal digits': (start) => `${start}%zz`,
  'a percent sign at its end': (start) => `${start}%`,
  'an encoded NUL': (start) => `${start}%00`,
  'an encoded byte that is not UTF-8': (start) => `${start}%ff`,
  'a quotation mark': (start) => `${start}'--`,
  'a backslash at its end': (start) => `${start}\\`,
  'braces and a dollar sign': (start) => `${start}$\{x}{{x}}`,
  'an opening bracket': (start) => `${start}[(`,
};

const UNUSUAL = defineProbe({
  id: 'create.idempotency-key.odd',
  mayBeCharged: true,
  sends:
    'Invalid create requests with unusual Idempotency-Keys. Each is the name of an inherited property, or contains characters that are special in encodings, databases or patterns. If the profile has a key that has no credits, the kit also sends valid create requests with the same Idempotency-Keys.',
  run: async (kit) => {
    for (const [label, write] of Object.entries(UNUSUAL_KEYS)) {
      kit.skipIfRateLimited();
      // A proxy in front of the server may reject some of them without an envelope.
      const options = { ...keyedBy(write(`standin-${kit.runId}-`)), outsideApi: true };
      await kit.create(`refused, ${label}`, { ...TEXT, prompt: '' }, options);
      if (kit.hasKey('poor')) await kit.create(`valid, ${label}`, TEXT, { ...options, key: 'poor' });
    }
  },
});

export const IDEMPOTENCY_KEY_CHECKS: readonly Check[] = [
  ...cases([...CONTROLS, TOO_LONG], {
    'create.idempotency-key.length.everywhere': [
      `An \`Idempotency-Key\` of ${max + 1} characters is rejected in each workflow. A valid create request of the same kind is not rejected.`,
      'The server does not check the Idempotency-Key in one of the workflows.',
      (evidence) => allRefused(evidence, Object.keys(WORKFLOWS), `its Idempotency-Key has ${max + 1} characters`),
      { defect: 'lost-rule', passive: true },
    ],
    'create.idempotency-key.short': [
      `A valid create request with an Idempotency-Key of at most ${max} characters is accepted. If the API key has no credits, the server returns 402. The kit tries Idempotency-Keys ${SHORT_KEYS.join(', ')}.`,
      'The server requires an Idempotency-Key with a minimum length, or in the form of a UUID.',
      (evidence) => {
        const outcomes = SHORT_KEYS.map((label) => acceptedForFree(evidence, label, `an Idempotency-Key ${label}`));
        return worstOutcome(outcomes) ?? pass(...SHORT_KEYS.map(evidence.one));
      },
      { requirement: 'create.idempotency-key.accepted', from: [CONTROL, SHORT] },
    ],
    'create.idempotency-key.odd': [
      `An unusual \`Idempotency-Key\` does not crash the server, and never matches the Idempotency-Key of another request: ${Object.keys(UNUSUAL_KEYS).join('; ')}.`,
      'The server decodes the Idempotency-Key, builds a query from it, or looks it up in an object that inherits this name.',
      (evidence) => {
        const answers = evidence.all('');
        // Neither an empty prompt nor a key without credits makes a generation, whatever the Idempotency-Key is.
        const wrong = answers.filter(({ response: { status } }) => status < 400 || (status >= 500 && status !== 503));
        return noneOf(wrong, answers.slice(0, 3), ['a rejection (400 to 499)', describeRequest]);
      },
      { requirement: 'create.idempotency-key.accepted', from: [UNUSUAL], defect: 'near-miss' },
    ],
    'create.answer.record.there': [
      'If the response to a create request names a generation, this generation exists. The rule also applies to replays.',
      'The server returns a new id in a replay, but no generation has this id.',
      (evidence) => {
        const looks = evidence.all('made by ');
        const gone = looks.filter(({ response: { status } }) => status === 404 || status === 410);
        const expected = '200, because the response to a create request named this generation';
        if (gone.length > 0) return noneOf(gone, looks, [expected]);
        const same = evidence.one('same');
        return same.response.status < 300
          ? pass(same, ...looks)
          : notApplicable('The server did not accept the second create request.', same);
      },
      { from: [REPLAY], defect: 'idempotency' },
    ],
    'idempotency.keys-apart.twins': [
      `If the Idempotency-Keys of two create requests are nearly equal, the second create request does not return the generation of the first. The Idempotency-Keys differ in one of these ways: ${Object.keys(NEAR_KEYS).join(', ')}.`,
      'The server changes Idempotency-Keys before it compares them. For example, the server reads them as numbers or lists, decodes them, or drops some characters.',
      (evidence) => {
        const same = sameKey(evidence);
        const answers = Object.keys(NEAR_KEYS).map((label) => evidence.one(label));
        const replayed = answers.find((answer) => isReplay(same, answer));
        if (replayed === undefined) return pass(same, ...answers.slice(0, 2));
        const got = `its generation, for "${replayed.label}"`;
        return fail([same, replayed], 'no generation that another Idempotency-Key made', got);
      },
      { requirement: 'service.one-clip', from: [FAILING, SIMILAR_KEYS], defect: 'idempotency' },
    ],
    'create.refusal.keyed': [
      'If a create request was rejected, the same create request with the same Idempotency-Key is rejected again.',
      'The server stores the Idempotency-Key of a rejected create request. So the server accepts the second create request as a replay.',
      (evidence) => {
        const pairs = Object.keys(REFUSED).map(
          (label) => [evidence.one(label), evidence.one(`${label} again`)] as const,
        );
        const isRefused = pairs.every(([first]) => isRefusal(first));
        mustBe(isRefused, 'The first create request was not rejected.', ...pairs.map(([first]) => first));
        const taken = pairs.find(([, { response }]) => response.status < 400 || response.status > 499);
        return holds(taken === undefined, taken ?? pairs.flat(), ['the same rejection again']);
      },
      { requirement: 'errors.invalid-request', from: [KEYED_REFUSALS], defect: 'idempotency' },
    ],
  }),
  ...cases(
    [BASE, KEYED],
    (['missing', 'invalid'] as const).map((rule) => [
      `authentication.create.keyed.${rule}`,
      `A create request with a used Idempotency-Key is rejected if it is sent ${rule === 'missing' ? 'without an API key' : 'with an unknown API key'}.`,
      'The server looks up the Idempotency-Key before it checks the API key.',
      jointly(
        ['create', rule === 'missing' ? 'no key' : 'unknown key'],
        ([
          ,
          {
            response: { status },
          },
        ]) => (status >= 400 && status <= 499 && status !== 402 ? undefined : ['401']),
      ),
      { requirement: `authentication.create.${rule}`, defect: 'authentication' },
    ]),
  ),
  ...observations([FAILING, SIMILAR_KEYS], {
    'idempotency.keys-apart.case': [
      'Whether the server distinguishes Idempotency-Keys that differ only in upper and lower case.',
      (evidence) => {
        const [same, capital] = [sameKey(evidence), evidence.one(CAPITAL)];
        if (isReplay(same, capital)) return observed('the same key', same, capital);
        return capital.response.status === 402 ? observed('another key', same, capital) : statusAndCode(capital);
      },
      { requirement: 'idempotency.form' },
    ],
  }),
];
