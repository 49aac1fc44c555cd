/** Servers that fail at long inputs, at unusual text, or at names that every object of their language has. */

import { LIMITS } from '../../../../contract/limits.ts';
import type { Fields } from '../../../checks/lib/answers.ts';
import { ALONE, mutants, mutantsWith, type Mutant } from '../../mutant.ts';
import { jsonAnswer, type Tampering } from '../../server.ts';
import { answering, withStatus, withText } from '../../tamper/answers.ts';
import { failing, keyOf, rekeying } from '../../tamper/calls.ts';
import { accepting, lenientTo, listOf, strictTo, type CreateTest } from '../../tamper/create.ts';

const isInherited = (name: unknown): boolean => typeof name === 'string' && name in {};
const longerThan =
  (characters: number): CreateTest =>
  (_, { body = '' }) =>
    body.length > characters;
/** Answers 500 to some valid texts. */
const crashing = (pattern: RegExp, key = /^/): (() => Tampering) =>
  failing({ operation: 'create', key, body: (body) => pattern.test(JSON.stringify(body)) });
const { max } = LIMITS.idempotencyKey;

const KEYS: readonly Mutant[] = mutants({
  'create.idempotency-key.length.far-above': {
    'answers 500 to Idempotency-Keys of 2,000 characters': failing((call) => keyOf(call).length >= 2000),
    'answers 500 to one Idempotency-Key of 4,000 characters': failing((call) => keyOf(call).length === 4000),
    'counts the characters of an Idempotency-Key in a byte': rekeying((key) =>
      key.length > max && key.length % 256 <= max ? key.slice(0, 64) : key,
    ),
  },
  'create.idempotency-key.odd': {
    'keeps Idempotency-Keys in an object': failing((call) => isInherited(keyOf(call))),
    'finds `__proto__` among the used Idempotency-Keys': answering(
      (call) => call.operation === 'create' && keyOf(call) === '__proto__',
      () => jsonAnswer(202, {}),
    ),
    'decodes Idempotency-Keys like URLs': failing((call) => /%(?![0-9a-f]{2})/i.test(keyOf(call))),
    'puts the Idempotency-Key into a database query': failing((call) => keyOf(call).includes("'")),
  },
});

const INPUTS: readonly Mutant[] = [
  ...mutants({
    'error.envelope': {
      'answers a body of more than a megabyte with an HTML page': {
        tamper: answering({ operation: 'create', body: longerThan(1 << 20) }, (answer) =>
          withStatus(withText(answer, '<h1>413 Request Entity Too Large</h1>', 'text/html'), 413),
        ),
        selection: { only: ['create.prompt.length.large-body'] },
      },
    },
    'errors.invalid-request.odd-text': {
      'crashes on a NUL in a text': crashing(/"prompt":"[^"]*\\u0000/),
      'writes a lone surrogate as UTF-8': crashing(/\\ud800/),
      'stores a valid prompt without its NUL': crashing(/\\u0000/, /poor/),
      'crashes on a NUL in a handle': crashing(/"hero\\u0000/),
    },
  }),
  ...mutantsWith(ALONE, {
    'create.prompt.length.large-body': {
      'answers 500 to a body of more than a megabyte': failing({ body: longerThan(1 << 20) }),
      'reads the first hundred kilobytes of a body, and repairs the end': accepting(longerThan(100_000)),
    },
  }),
  ...(['create', 'get', 'content'] as const).flatMap((operation) =>
    mutants({
      [`authentication.${operation}.invalid.long`]: {
        'answers 500 to a key of 4 KB': failing({ operation, key: /^.{4001}/ }),
      },
      [`authentication.${operation}.invalid.inherited`]: {
        'looks up the key in an object': failing((call) => call.operation === operation && isInherited(call.key)),
      },
    }),
  ),
  ...['model', 'mode', 'resolution', 'aspect_ratio'].flatMap((field) =>
    mutantsWith(ALONE, {
      [`create.${field.replace('_', '-')}.${field === 'model' ? 'constant' : 'values'}.inherited`]: {
        'looks up the field in an object, and answers 500 to inherited names': failing({
          body: (body) => isInherited(body[field]),
        }),
      },
    }),
  ),
];

const promptOf = ({ prompt }: Fields): string => (typeof prompt === 'string' ? prompt : '');
const isLong = (body: Fields): boolean => promptOf(body).length > 14_000 && promptOf(body).length <= 15_000;
const grows = (write: (prompt: string) => string) => (body: Fields) =>
  isLong(body) && write(promptOf(body)).length > 16_000;
const shrinks = (read: (prompt: string) => string) => (body: Fields) =>
  promptOf(body).length > 15_000 && read(promptOf(body)).length <= 15_000;
const hasUrl = (form: RegExp) => (body: Fields) =>
  ['image_urls', 'audio_urls'].some((field) => listOf(body, field).some((url) => form.test(String(url))));

const LENGTHS: readonly Mutant[] = [
  ...strictTo({
    'create.prompt.length.growing': {
      'limits the length of a prompt in its JSON form': grows((prompt) => JSON.stringify(prompt)),
      'limits the length of a prompt in its HTML form': grows((prompt) => prompt.replaceAll(/[<>&]/g, '&amp;')),
      'limits the length of a prompt in its URL form': grows((prompt) => encodeURIComponent(prompt)),
      'limits the length of a prompt in its SQL form': grows((prompt) => prompt.replaceAll("'", "''")),
      'limits the length of a prompt in bytes': grows((prompt) => Buffer.from(prompt).toString('latin1')),
    },
    'create.prompt.length.escaped-body': {
      'accepts bodies of at most 64 KiB': (_, { body = '' }) => Buffer.byteLength(body) > 65_536,
    },
  }),
  ...lenientTo({
    'create.prompt.length.above-growing': {
      'drops backslashes before it counts': shrinks((prompt) => prompt.replaceAll('\\', '')),
    },
    'create.prompt.length.trailing-space': { 'trims before it counts': shrinks((prompt) => prompt.trim()) },
    'create.body.not-json': {
      'removes a comma before the end of JSON': (_, { body = '' }) => body.endsWith(',}'),
    },
    'create.urls.host.empty': {
      'checks only the beginning of a URL': hasUrl(/^https:\/\/([/?#:]|$)/),
      'accepts URLs with three slashes': hasUrl(/^https:\/\/\//),
    },
  }),
];

export const ODD_INPUT_MUTANTS: readonly Mutant[] = [...KEYS, ...INPUTS, ...LENGTHS];
