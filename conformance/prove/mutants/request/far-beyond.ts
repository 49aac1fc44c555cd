/** Servers that fail at long inputs or other names, and servers that misuse connections. */

import { LIMITS } from '../../../../contract/limits.ts';
import { also, mutant, type Mutant } from '../../mutant.ts';
import { answering, withText } from '../../tamper/answers.ts';
import { accepting, failing, lenient, refusalAnswer } from '../../tamper/create.ts';
import { fieldsOf, withBody, withHeader, type Call, type Tampering } from '../../server.ts';
import type { Fields } from '../../../checks/lib/answers.ts';

const keyOf = ({ headers }: Call): string => headers.get('idempotency-key') ?? '';
const LENGTHS: readonly Mutant[] = [
  also(['create.idempotency-key.length.far-above', 'column'], 'answers 500 to Idempotency-Keys of 2,000 characters', {
    tamper: failing((call) => keyOf(call).length >= 2000),
  }),
  also(['create.idempotency-key.length.far-above', 'index'], 'answers 500 to one Idempotency-Key of 4,000 characters', {
    tamper: failing((call) => keyOf(call).length === 4000),
  }),
  also(['create.idempotency-key.length.far-above', 'byte'], 'counts the characters of an Idempotency-Key in a byte', {
    tamper: () => (call, engine) =>
      engine(
        keyOf(call).length > LIMITS.idempotencyKey.max && keyOf(call).length % 256 <= LIMITS.idempotencyKey.max
          ? withHeader(call, 'idempotency-key', keyOf(call).slice(0, 64))
          : call,
      ),
  }),
  ...(['create', 'get', 'content'] as const).map((operation) =>
    mutant(`authentication.${operation}.invalid.long`, `answers 500 to a ${operation} with a key of 4 KB`, {
      tamper: failing((call) => call.operation === operation && call.key.length > 4000),
    }),
  ),
  also(['error.envelope', 'too-large'], 'answers a body of more than a megabyte with an HTML page', {
    tamper: () => async (call, engine) =>
      (call.body?.length ?? 0) > 1 << 20
        ? { ...withText(await engine(call), '<h1>413 Request Entity Too Large</h1>', 'text/html'), status: 413 }
        : engine(call),
    selection: { only: ['error.envelope', 'create.prompt.length.large-body'] },
  }),
  also(['create.prompt.length.large-body', 'cut'], 'reads the first hundred kilobytes of a body, and repairs the end', {
    tamper: () => accepting((_, { body = '' }) => body.length > 100_000),
    alone: true,
  }),
  also(['create.prompt.length.large-body', 'crash'], 'answers 500 to a body of more than a megabyte', {
    tamper: failing(({ body = '' }) => body.length > 1 << 20),
    alone: true,
  }),
];

/** Reads another name if the right name is missing. */
const reading =
  (fold: (name: string) => string): (() => Tampering) =>
  () =>
  (call, engine) => {
    const { json } = call;
    const known = call.operation === 'create' ? renamed(json, fold) : json;
    return engine(known === json ? call : withBody(call, known));
  };

function renamed(body: Fields, fold: (name: string) => string): Fields {
  const names = Object.keys(body);
  const odd = names.filter((name) => fold(name) !== name && !names.includes(fold(name)));
  if (odd.length === 0) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [odd.includes(name) ? fold(name) : name, value]),
  );
}

const NAMES: readonly Mutant[] = [
  also(['create.unknown-fields.in-place', 'folded'], 'ignores the case of fields if the right name is missing', {
    tamper: reading((name) => name.toLowerCase()),
    alone: true,
  }),
  also(['create.unknown-fields.in-place', 'camel'], 'reads `durationSeconds` if `duration_seconds` is missing', {
    tamper: reading((name) => (name === 'durationSeconds' ? 'duration_seconds' : name)),
    alone: true,
  }),
  also(['create.unknown-fields.in-place', 'dashed'], 'reads dashes in names as underscores', {
    tamper: reading((name) => name.replaceAll('-', '_')),
    alone: true,
  }),
  ...lenient(
    ['Audio', 'Aspect_Ratio', 'Subject_To_Audio_Ids'].map((name) => [
      'create.unknown-fields.in-place',
      `accepts \`${name}\``,
      (body: Fields) => name in body,
    ]),
  ).map((one, at) => ({ ...one, id: `${one.id}.${['audio', 'ratio', 'map'][at]}` })),
];

const HEADERS: readonly Mutant[] = [
  also(['errors.nothing-internal.provider-header', 'task'], 'shows the error number of its provider in a failure', {
    tamper: answering('get', (answer) =>
      fieldsOf(answer)['status'] === 'failed' ? withHeader(answer, 'x-upstream-task', 'tsk_4711') : answer,
    ),
  }),
  also(['errors.nothing-internal.provider-header', 'name'], 'names its provider in a header of each create', {
    tamper: answering('create', (answer) => withHeader(answer, 'x-model-backend', 'seedance/2.5')),
  }),
  also(['errors.nothing-internal.provider-header', 'download'], 'sends a header of its provider with each clip', {
    tamper: answering('content', (answer) => withHeader(answer, 'x-provider-request-id', '0a1b2c')),
  }),
];

const SOCKET: Pick<Mutant, 'socket' | 'selection'> = {
  socket: 'title-case',
  selection: { only: ['http.connection.*', 'http.expect.*'] },
};

const CONNECTIONS: readonly Mutant[] = [
  mutant('http.connection.close', 'keeps connections open despite Connection: close', {
    ...SOCKET,
    tamper: answering('any', (answer) => withHeader(answer, 'x-stays-open', 'yes')),
  }),
  also(['http.connection.close', 'create'], 'keeps connections open after creates', {
    ...SOCKET,
    tamper: answering('create', (answer) => withHeader(answer, 'x-stays-open', 'yes')),
  }),
  mutant('http.expect.answered', 'never sends 100 for `Expect: 100-continue`', {
    ...SOCKET,
    socket: 'without-100',
    tamper: answering('create', (answer) => withHeader(answer, 'x-waited', 'yes')),
  }),
  mutant('http.expect.read', 'sends 100, and then rejects the expectation', {
    ...SOCKET,
    tamper: () => async (call, engine) =>
      call.headers.has('expect') ? refusalAnswer(413, 'not_expected') : engine(call),
  }),
  mutant('http.expect.old', 'sends 100 to HTTP/1.0', {
    ...SOCKET,
    tamper: answering('create', (answer, { headers }) =>
      headers.get('x-version') === '1.0' && headers.has('expect') ? withHeader(answer, 'x-asks-late', 'yes') : answer,
    ),
  }),
];

export const FAR_BEYOND_MUTANTS: readonly Mutant[] = [...LENGTHS, ...NAMES, ...HEADERS, ...CONNECTIONS];
