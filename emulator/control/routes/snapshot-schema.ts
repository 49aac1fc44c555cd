/** The schema of a snapshot: a whole account as JSON. Every field is validated, because a client can edit it. */

import * as z from 'zod';
import { FIXED_RATIOS, RESOLUTIONS, sizeOf, type Resolution, type Size } from '../../../contract/dimensions.ts';
import { FAILURE_CODES } from '../../../contract/failures.ts';
import { STATUSES } from '../../../contract/generation.ts';
import { LIMITS } from '../../../contract/limits.ts';
import { MOST_HANDLES, UUID_PATTERN } from '../../../contract/request.ts';
import { urlProblem } from '../../../contract/url.ts';
import { WORKFLOWS } from '../../../contract/workflow.ts';
import { SETTLE_MODES, WIRE_CLOCKS } from '../../domain/account.ts';
import { LONGEST_LATENCY_MS, MOST_POLLS } from '../../domain/latency.ts';
import { LIMIT_PROFILES } from '../../domain/limits.ts';
import { readSentRules, readSnakeCase } from '../../faults/rule-input.ts';
import { FaultRule } from '../../faults/rule.ts';
import { USUAL_BOUNDS, type JsonBounds } from '../bounded-json.ts';
import { limitValues, longList, unread } from '../bounded-list.ts';
import { MOST_RULES } from './faults.ts';
import { MOST_REVOKED } from './accounts.ts';

export const MOST_SNAPSHOT_BYTES = 16 * 1_048_576;
/** The maximum number of members of a list. It exceeds the number of generations in the largest snapshot. */
const MOST_MEMBERS = 100_000;
const MOST_SCENARIOS = 1000;
/** The maximum number of changes, which equals the number of rules that can fire for one create. */
const MOST_CHANGES = 1000;
/** The same limit as in the effect of a rule. */
const LONGEST_GIVING_UP_SECONDS = 86_400;
/** The maximum rate, because a clock setting has at most six digits. */
const FASTEST_RATE = 1_000_000;

/** The limits of the body. A generation has about 50 values. */
export const SNAPSHOT_BOUNDS: JsonBounds = { depth: 64, members: MOST_MEMBERS, values: 5_000_000 };

const micros = z.int().min(0);
/** The maximum of counters: larger than real counts, and small enough that increments stay exact. */
const counted = z
  .int()
  .min(0)
  .max(2 ** 50);
/** Half of the largest Date, so that the sum of two times is still a valid Date. */
const LAST_TIME = 4.32e15;
const time = z.number().min(-LAST_TIME).max(LAST_TIME);
const text = z.string().max(200);
const id = z.string().regex(new RegExp(UUID_PATTERN));
const failure = z.strictObject({
  code: z.enum(FAILURE_CODES),
  from: z.enum(['pending', 'running']),
  input: z.int().min(1).optional(),
});

const clock = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('real') }),
  z.strictObject({ mode: z.literal('frozen'), at: time.optional() }),
  z.strictObject({ mode: z.literal('scaled'), rate: z.number().min(0).max(FASTEST_RATE) }),
]);
const latencyMs = z.number().min(0).max(LONGEST_LATENCY_MS);
const spread = z
  .strictObject({ medianMs: latencyMs, p95Ms: latencyMs })
  .refine(({ medianMs, p95Ms }) => p95Ms >= medianMs, {
    path: ['p95_ms'],
    error: 'must be at least the median',
  });
const polls = z.int().min(0).max(MOST_POLLS);
const latency = z.discriminatedUnion('profile', [
  z.strictObject({ profile: z.enum(['instant', 'fast', 'realistic', 'manual']) }),
  z.strictObject({ profile: z.literal('polls'), pending: polls, running: polls }),
  z.strictObject({ profile: z.literal('seconds'), pending: spread, running: spread }),
]);
const settings = z.strictObject({
  balance: micros,
  latency,
  seed: z.int().min(0),
  settle: z.enum(SETTLE_MODES),
  limits: z.enum(LIMIT_PROFILES),
  clock: clock.optional(),
  scenario: text.optional(),
  wire: z.enum(WIRE_CLOCKS),
});

const account = inSnakeCase({
  name: text.min(1),
  randomName: text.min(1).regex(/^\P{Cc}*$/u, 'must not contain control characters'),
  settings,
  keySettings: z.string().max(2000),
  clock: z.strictObject({ anchor: time, reading: time, rate: z.number().min(0).max(FASTEST_RATE) }),
  ledger: z.strictObject({ granted: micros, balance: micros, reserved: micros, captured: micros }),
  isRevoked: z.boolean(),
  revokedKeys: longList(text, MOST_REVOKED),
  scenarios: longList(text, MOST_SCENARIOS),
  created: counted,
  slots: longList(time, 1000),
  fullAt: z.strictObject({ create: time, get: time, content: time }),
});

const handles = longList(text, MOST_HANDLES);
/** The URL rule of create requests also applies to snapshots. */
const url = z.string().refine((value) => urlProblem(value) === undefined, 'must be a public https:// URL');
const file = z.strictObject({ url, handles });
const pixels = z.int().min(1);

const planChange = z.strictObject({
  fail: failure.optional(),
  stick: z.enum(['pending', 'running']).optional(),
  giveUpSeconds: z.number().min(0).max(LONGEST_GIVING_UP_SECONDS),
  skipRunning: z.boolean(),
});
const plan = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('timed'), startsAt: time, endsAt: time, failure: failure.optional() }),
  z.strictObject({ kind: z.literal('polls'), pending: z.int(), running: z.int(), failure: failure.optional() }),
  z.strictObject({ kind: z.literal('manual'), failure: failure.optional() }),
  z.strictObject({
    kind: z.literal('waiting'),
    isAdaptive: z.boolean().optional(),
    changes: longList(planChange, MOST_CHANGES).optional(),
  }),
]);
/**
 * The limits of create requests apply, so that no snapshot contains a clip that a create could not make. The total
 * length of the source videos is checked later, when all of them are known.
 */
const assignment = z
  .strictObject({
    prompt: z.string().max(60_000),
    workflow: z.enum(WORKFLOWS),
    resolution: z.enum(RESOLUTIONS),
    size: z.strictObject({ width: pixels, height: pixels }),
    seconds: z.int().min(LIMITS.durationSeconds.min).max(LIMITS.durationSeconds.max),
    audio: z.boolean(),
    images: longList(file, LIMITS.imageUrls.max),
    audios: longList(file, LIMITS.audioUrls.max),
    sources: longList(z.strictObject({ id, handles }), LIMITS.sourceVideoIds.max),
    depth: z.int().min(0),
  })
  .refine(({ resolution, size }) => isSizeOf(resolution, size), {
    path: ['size'],
    error: 'must be a valid size for a clip of its resolution',
  });

export const StoredGeneration = inSnakeCase({
  id,
  seed: z.int().min(0),
  createdAt: time,
  assignment,
  cost: micros,
  plan,
  polls: counted,
  status: z.enum(STATUSES),
  scenarios: longList(text, MOST_SCENARIOS),
  fault: text.optional(),
  idempotencyKey: text.optional(),
  refund: z.enum(['late', 'twice', 'never']).optional(),
  failure: failure.optional(),
});

export const StoredRecord = inSnakeCase({ key: text, fingerprint: text, expiresAt: time, generation: id });

const drawn = z.partialRecord(z.enum(['create', 'get', 'content']), counted);
export const StoredCount = z.strictObject({
  since: time.optional(),
  added: time.optional(),
  seen: counted,
  hits: counted,
  drawn,
});
const Rule = FaultRule.required({ id: true });
const faults = z.strictObject({
  rules: z.preprocess(limitValues(USUAL_BOUNDS.values), z.preprocess(readSentRules, longList(Rule, MOST_RULES))),
  counts: z.record(text, unread(StoredCount)),
});

const unreadList = (item: z.ZodType) => z.array(unread(item)).max(MOST_MEMBERS);
const state = z.strictObject({
  account,
  open: unreadList(StoredGeneration),
  ended: unreadList(StoredGeneration),
  idempotency: unreadList(StoredRecord),
});

/** The schema of a whole snapshot, except for the items of its long lists. They are read later, in steps. */
export const Snapshot = z
  .strictObject({
    format: z.literal('standin-account'),
    version: z.literal(4),
    state,
    faults,
  })
  .meta({ description: 'The state of a whole account. The fields in `state` can change between versions.' });

function isSizeOf(resolution: Resolution, { width, height }: Size): boolean {
  return FIXED_RATIOS.some((ratio) => {
    const size = sizeOf(resolution, ratio);
    return size.width === width && size.height === height;
  });
}

function inSnakeCase<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.preprocess(readSnakeCase, z.strictObject(shape));
}

/** A snapshot, to be stored and restored. */
export type Snapshot = z.input<typeof Snapshot>;
