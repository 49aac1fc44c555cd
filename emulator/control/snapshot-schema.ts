/** The form of a snapshot: a whole account as JSON. It may come from anywhere, so every part is checked before it becomes an account. */

import * as z from 'zod';
import { RESOLUTIONS } from '../../contract/dimensions.ts';
import { FAILURES, type FailureCode } from '../../contract/failures.ts';
import { STATUSES } from '../../contract/generation.ts';
import { UUID_PATTERN } from '../../contract/request.ts';
import { DEEPEST_DERIVATION } from '../../contract/source-videos.ts';
import { urlProblem } from '../../contract/url.ts';
import { WORKFLOWS } from '../../contract/workflow.ts';
import { stateProblem, type AccountState } from '../domain/account-state.ts';
import { SETTLE_MODES, WIRE_CLOCKS } from '../domain/account.ts';
import { LIMIT_PROFILES } from '../domain/limits.ts';
import type { FaultState } from '../faults/fault-book.ts';
import { FaultRule } from '../faults/rule.ts';

const MOST_PIXELS = 8192;
const micros = z.int().min(0);
const time = z.number();
const text = z.string().max(200);
const id = z.string().regex(new RegExp(UUID_PATTERN));
const failure = z.strictObject({
  code: z.enum(Object.keys(FAILURES) as [FailureCode, ...FailureCode[]]),
  from: z.enum(['pending', 'running']),
  input: z.int().min(1).optional(),
});

const clock = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('real') }),
  z.strictObject({ mode: z.literal('frozen'), at: time.optional() }),
  z.strictObject({ mode: z.literal('scaled'), rate: z.number().min(0) }),
]);
const latency = z.discriminatedUnion('profile', [
  z.strictObject({ profile: z.enum(['instant', 'fast', 'realistic', 'manual']) }),
  z.strictObject({ profile: z.literal('polls'), pending: z.int().min(0), running: z.int().min(0) }),
]);
const settings = z.strictObject({
  balance: micros,
  latency,
  seed: z.int().min(0),
  settle: z.enum(SETTLE_MODES),
  limits: z.enum(LIMIT_PROFILES),
  clock,
  scenario: text.optional(),
  wire: z.enum(WIRE_CLOCKS),
});

const account = z.strictObject({
  name: text.min(1),
  origin: text.min(1),
  settings,
  setUp: z.string().max(2000),
  clock: z.strictObject({ anchor: time, reading: time, rate: z.number().min(0) }),
  ledger: z.strictObject({ granted: micros, balance: micros, reserved: micros, captured: micros }),
  isRevoked: z.boolean(),
  revokedKeys: z.array(text),
  scenarios: z.array(text),
  created: z.int().min(0),
  slots: z.array(time).max(1000),
  fullAt: z.strictObject({ create: time, get: time, content: time }),
});

const handles = z.array(text).max(100);
/** A snapshot opens no door that a create keeps shut. */
const url = z.string().refine((value) => urlProblem(value) === undefined, 'must be a public https:// URL');
const file = z.strictObject({ url, handles });
const pixels = z.int().min(1).max(MOST_PIXELS);

const plan = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('timed'), startsAt: time, endsAt: time, failure: failure.optional() }),
  z.strictObject({ kind: z.literal('polls'), pending: z.int(), running: z.int(), failure: failure.optional() }),
  z.strictObject({ kind: z.literal('manual'), failure: failure.optional() }),
  z.strictObject({ kind: z.literal('waiting') }),
]);

const generation = z.strictObject({
  id,
  seed: z.int().min(0),
  createdAt: time,
  assignment: z.strictObject({
    prompt: z.string().max(60_000),
    workflow: z.enum(WORKFLOWS),
    resolution: z.enum(RESOLUTIONS),
    size: z.strictObject({ width: pixels, height: pixels }),
    seconds: z.int().min(1).max(60),
    audio: z.boolean(),
    images: z.array(file).max(100),
    audios: z.array(file).max(100),
    sources: z.array(z.strictObject({ id, handles })).max(100),
    depth: z.int().min(0).max(DEEPEST_DERIVATION),
  }),
  cost: micros,
  plan,
  polls: z.int().min(0),
  status: z.enum(STATUSES),
  scenarios: z.array(text),
  fault: text.optional(),
  refund: z.enum(['late', 'twice', 'never']).optional(),
  failure: failure.optional(),
});

const claim = z.strictObject({ key: text, fingerprint: text, expiresAt: time });

const counted = z.int().min(0);
const drawn = z.partialRecord(z.enum(['create', 'get', 'content']), counted);
const count = z.strictObject({ since: time.optional(), added: time.optional(), seen: counted, hits: counted, drawn });
const faults: z.ZodType<FaultState> = z.strictObject({
  rules: z.array(FaultRule.required({ id: true })),
  counts: z.record(text, count),
});

const state: z.ZodType<AccountState> = z.strictObject({
  account,
  generations: z.array(generation),
  open: z.array(id),
  ended: z.array(id),
  claims: z.array(z.strictObject({ claim, id })),
});

export const Snapshot = z
  .strictObject({
    format: z.literal('standin-account'),
    version: z.literal(1),
    state: state.superRefine((value, context) => {
      const problem = stateProblem(value);
      if (problem !== undefined) context.addIssue({ code: 'custom', message: `must be whole: ${problem}` });
    }),
    faults,
  })
  .meta({
    description: 'A whole account. What `state` holds inside is no part of any promise between versions.',
  });

export type Snapshot = z.output<typeof Snapshot>;
