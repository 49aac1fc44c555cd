/** Requests that a client could send through `fetch`. */

import { anyBody } from './bodies.ts';
import type { Random } from './random.ts';

export const ACCOUNTS = ['fuzz-1', 'fuzz-2', 'fuzz-3', 'fuzz-limited'] as const;
const KEYS = [
  'sk_standin_fuzz-1',
  'sk_standin_fuzz-2~balance-50',
  'sk_standin_fuzz-3~settle-eager',
  'sk_standin_fuzz-limited~limits-realistic',
];
const BAD_KEYS = [
  '',
  'x',
  'sk_standin_',
  'sk_standin_a~',
  'sk_standin_a~balance',
  `sk_${'x'.repeat(8000)}`,
  'a b',
  'a, Bearer b',
  '~'.repeat(500),
  `${' '.repeat(7000)}x${' '.repeat(7000)}y`,
];
const METHODS = ['GET', 'POST', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'BREW', 'propfind', 'get'];
const RANGES = ['bytes=0-', 'bytes=-1', 'bytes=5-1', 'bytes=', 'bytes=0-0,2-3', `bytes=${'9'.repeat(4000)}-`, 'x'];
const STRANGE_IDS = [
  'x',
  '%2F',
  '..',
  '%2e%2e',
  '.',
  '%00',
  '%',
  '%zz',
  'é',
  '🦊',
  'a'.repeat(10_000),
  '__proto__',
  'constructor',
  '00000000-0000-4000-8000-000000000000',
  '*',
  '?',
  '#',
  ' ',
  '\\',
];

export interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: ReturnType<typeof anyBody>;
}

/** One request, as a socket can send it. */
export function anyPlainRequest(random: Random, ids: readonly string[]): PlainRequest {
  const isCreate = random.chance(0.55);
  const method = random.chance(0.9) ? (isCreate ? 'POST' : random.pick(['GET', 'HEAD'])) : random.pick(METHODS);
  const mayHaveBody = method.toUpperCase() !== 'GET' && method !== 'HEAD';
  return {
    method,
    path: isCreate ? '/v1/videos' : anyPath(random, ids),
    headers: anyHeaders(random),
    ...(mayHaveBody && { body: anyBody(random) }),
  };
}

/** One request; nothing where the platform itself refuses to build it. */
export function anyRequest(random: Random, ids: readonly string[]): Request | undefined {
  const { path, ...init } = anyPlainRequest(random, ids);
  try {
    return new Request(`http://fuzz.test${path}`, init);
  } catch {
    return undefined;
  }
}

function anyPath(random: Random, ids: readonly string[]): string {
  const id = ids.length > 0 && random.chance(0.7) ? random.pick(ids) : random.pick(STRANGE_IDS);
  const suffix = random.pick([
    '',
    '',
    '',
    '/content',
    '/content',
    '/',
    '/contents',
    '/content/',
    '?a=b',
    '?',
    '#x',
    '/..',
    '//',
  ]);
  return `${random.pick(['/v1/videos', '/v1/videos', '/v1/videos', '/V1/videos', '/v2/videos', '//v1/videos', ''])}/${id}${suffix}`;
}

function anyHeaders(random: Random): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  const key = random.chance(0.9) ? random.pick(KEYS) : random.pick(BAD_KEYS);
  if (random.chance(0.97)) headers['authorization'] = `${random.chance(0.97) ? 'Bearer' : 'Basic'} ${key}`;
  if (random.chance(0.2))
    headers['idempotency-key'] = random.chance(0.8)
      ? `k${random.below(500)}`
      : random.text('ab \té', random.below(200));
  if (random.chance(0.03))
    headers['content-type'] = random.pick([
      'text/plain',
      '',
      'application/json; charset=x',
      `application/${'+json'.repeat(1500)}`,
    ]);
  if (random.chance(0.1)) headers['range'] = random.pick(RANGES);
  if (random.chance(0.05)) headers['if-none-match'] = random.pick(['*', '"x"', 'W/"x"', '"'.repeat(4000)]);
  if (random.chance(0.05)) headers['if-modified-since'] = random.pick(['x', 'Mon', `Mon, ${'1:'.repeat(3000)}`]);
  if (random.chance(0.03)) headers['content-encoding'] = random.pick(['gzip', 'identity', '']);
  if (random.chance(0.02))
    headers['x-standin-scenario'] = random.pick(['nothing', '', 'constructor', ','.repeat(3000)]);
  return headers;
}
