/** Errors, with `--hostile`: bodies that try to hurt. Refused or not, they must not crash the server. */

import type { Check } from '../../engine/define.ts';
import { TEXT } from '../lib/bodies.ts';
import { refusal } from '../lib/rows.ts';

const nested = (depth: number): string =>
  `{"model":"videomodel-2.5","prompt":${'['.repeat(depth)}${']'.repeat(depth)},"duration_seconds":4}`;
const group = 'hostile' as const;

export const HOSTILE_CHECKS: readonly Check[] = [
  refusal({
    id: 'create.body.hostile.nested-1000',
    requirement: 'create.prompt.type',
    what: 'a thousand nested arrays as `prompt`',
    body: nested(1000),
    group,
  }),
  refusal({
    id: 'create.body.hostile.nested-100000',
    requirement: 'create.prompt.type',
    what: 'a hundred thousand nested arrays as `prompt`',
    body: nested(100_000),
    group,
  }),
  refusal({
    id: 'create.body.hostile.large',
    requirement: 'create.prompt.length',
    what: 'a `prompt` of 1,000,000 characters',
    body: { ...TEXT, prompt: 'x'.repeat(1_000_000) },
    group,
  }),
  refusal({
    id: 'create.body.hostile.huge',
    requirement: 'create.prompt.length',
    what: 'a `prompt` of 10,000,000 characters',
    body: { ...TEXT, prompt: 'x'.repeat(10_000_000) },
    group,
  }),
  refusal({
    id: 'create.body.hostile.digits',
    requirement: 'create.duration-seconds.range',
    what: 'a `duration_seconds` of 400 digits',
    body: JSON.stringify(TEXT).replace(':4', `:${'9'.repeat(400)}`),
    group,
  }),
  refusal({
    id: 'create.body.hostile.fields',
    requirement: 'create.unknown-fields',
    what: 'ten thousand unknown fields',
    body: { ...TEXT, ...Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`field${at}`, at])) },
    group,
  }),
  refusal({
    id: 'create.body.hostile.prototype',
    requirement: 'create.unknown-fields',
    what: 'the field `__proto__`',
    body: JSON.stringify(TEXT).replace('{', '{"__proto__":{"admin":true},'),
    group,
  }),
].flat();
