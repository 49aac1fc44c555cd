/**
 * Names that every object of some languages has, and text that decoders stumble over, where a server looks something
 * up: a listed value, an API key, an Idempotency-Key.
 */

import { defineCheck, defineProbe, type Check } from '../../engine/define.ts';
import { TEXT } from '../lib/bodies.ts';
import { refusals } from '../lib/creates.ts';
import { describeRequest, noneOf, refusedForKey } from '../lib/rules.ts';

const NAMES = ['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf', 'length'] as const;
const FAILING =
  'The server looks the name up in an object that inherits a property with this name. So the server accepts the name, or returns 500.';

/** The fields of a create whose values are listed. */
const LISTED = [
  ['model', 'create.model.constant'],
  ['mode', 'create.mode.values'],
  ['resolution', 'create.resolution.values'],
  ['aspect_ratio', 'create.aspect-ratio.values'],
] as const;

const ENDPOINTS = ['create', 'get', 'content'] as const;

const KEYS = defineProbe({
  id: 'authentication.inherited',
  mayBeCharged: true,
  sends: `The kit sends create requests, get requests and downloads with these API keys: ${NAMES.join(', ')}.`,
  run: async (kit) => {
    for (const name of NAMES) {
      const headers: [string, string][] = [['Authorization', `Bearer ${name}`]];
      const options = { key: undefined, headers };
      await kit.create(`create ${name}`, TEXT, options);
      await kit.get(`get ${name}`, kit.unknownId, options);
      await kit.content(`content ${name}`, kit.unknownId, options);
    }
    return undefined;
  },
});

/** Behind something of this run where they may be: a name that every object has stands alone. */
const ODD_KEYS: Readonly<Record<string, (start: string) => string>> = {
  ...Object.fromEntries(NAMES.map((name) => [name, () => name])),
  'a percent sign without hexadecimal digits': (start) => `${start}%zz`,
  'a percent sign at its end': (start) => `${start}%`,
  'an encoded NUL': (start) => `${start}%00`,
  'an encoded byte that is not UTF-8': (start) => `${start}%ff`,
  'a quotation mark': (start) => `${start}'--`,
  'a backslash at its end': (start) => `${start}\\`,
  'braces and a dollar sign': (start) => `${start}$\{x}{{x}}`,
  'an opening bracket': (start) => `${start}[(`,
};

const IDEMPOTENCY_KEYS = defineProbe({
  id: 'create.idempotency-key.odd',
  mayBeCharged: true,
  sends:
    'Invalid create requests with unusual Idempotency-Keys. Each is the name of an inherited property, or contains characters that are special in encodings, databases or patterns. If the profile has a key that has no credits, the kit also sends valid create requests with the same Idempotency-Keys.',
  run: async (kit) => {
    for (const [label, write] of Object.entries(ODD_KEYS)) {
      kit.skipIfRateLimited();
      // What stands in front of a server may turn some away itself, without an envelope.
      const headers: [string, string][] = [['Idempotency-Key', write(`standin-${kit.runId}-`)]];
      await kit.create(`refused, ${label}`, { ...TEXT, prompt: '' }, { headers, outsideApi: true });
      if (kit.hasKey('poor')) await kit.create(`valid, ${label}`, TEXT, { headers, key: 'poor', outsideApi: true });
    }
    return undefined;
  },
});

export const INHERITED_NAME_CHECKS: readonly Check[] = [
  ...LISTED.map(([field, requirement]) =>
    refusals({
      id: `${requirement}.inherited`,
      requirement,
      defect: 'near-miss',
      what: `the name of an inherited property as \`${field}\``,
      failing: FAILING,
      bodies: Object.fromEntries(NAMES.map((name) => [`\`${field}\` ${name}`, { ...TEXT, [field]: name }])),
    }),
  ),
  ...ENDPOINTS.map((endpoint) =>
    defineCheck({
      id: `authentication.${endpoint}.invalid.inherited`,
      requirement: `authentication.${endpoint}.invalid`,
      proves: `A ${endpoint === 'content' ? 'download' : endpoint} is rejected if its API key is the name of an inherited property: ${NAMES.join(', ')}.`,
      failing: FAILING,
      from: [KEYS],
      judge: (evidence) =>
        refusedForKey(
          evidence,
          NAMES.map((name) => `${endpoint} ${name}`),
        ),
    }),
  ),
  defineCheck({
    id: 'create.idempotency-key.odd',
    requirement: 'create.idempotency-key.accepted',
    defect: 'near-miss',
    proves: `An unusual \`Idempotency-Key\` does not crash the server, and never matches the Idempotency-Key of another request: ${Object.keys(ODD_KEYS).join('; ')}.`,
    failing:
      'The server decodes the Idempotency-Key, builds a query from it, or looks it up in an object that inherits this name.',
    from: [IDEMPOTENCY_KEYS],
    judge: (evidence) => {
      const answers = evidence.all('');
      // Who has no credits, or sent an empty prompt, gets no generation, whatever the key.
      return noneOf(
        answers.filter(({ response: { status } }) => status < 400 || (status >= 500 && status !== 503)),
        answers.slice(0, 3),
        ['a rejection (400 to 499)', describeRequest],
      );
    },
  }),
];
