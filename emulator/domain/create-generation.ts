/** The decision of a create: the order of refusals, the reservation, and the new generation. */

import type { Micros } from '../../contract/prices.ts';
import type { CreateVideoRequest, SubjectMap } from '../../contract/request.ts';
import type { Workflow } from '../../contract/workflow.ts';
import type { Account } from './account.ts';
import { addGeneration, evictEnded, noteStep, settleEagerly, sizeOf, msUntilFewerLive } from './account-generations.ts';
import type { PlannedInput } from './clip-plan.ts';
import type { Assignment, Generation, GenerationSource, RefundFault } from './generation.ts';
import { addRecord, findRecord, type UsedKey } from './idempotency.ts';
import type { IdempotencyRecord } from './idempotency-record.ts';
import { planTiming } from './latency.ts';
import { reserve, type Ledger } from './ledger.ts';
import { limitsOf, takeSlot, type Slots } from './limits.ts';
import { changePlan, type OutcomeChange } from './outcome.ts';
import type { DecidedPlan, Failure, Plan } from './plan.ts';
import type { Inspected, Waiting } from './provider.ts';
import { uuid, type RandomKey } from './random.ts';
import type { Capacity } from './store.ts';

/** A valid create with its cost; only its account has not been asked yet. */
export interface PricedCreate {
  readonly request: CreateVideoRequest;
  /** The prompt, with any key that was pasted into it redacted. */
  readonly prompt: string;
  /** What the handles mean, redacted like the prompt. */
  readonly subjects: SubjectMaps;
  readonly workflow: Workflow;
  readonly sources: readonly Generation[];
  readonly inspected: Inspected | Waiting;
  /** The length of the clip. */
  readonly seconds: number;
  readonly cost: Micros;
  /** The failure scenarios for this generation alone. */
  readonly scenarios: readonly string[];
}

/** The subject maps of a create, by what their indexes count. */
export interface SubjectMaps {
  readonly images: SubjectMap | undefined;
  readonly audios: SubjectMap | undefined;
  readonly sources: SubjectMap | undefined;
}

/** What a fault rule decides about a generation. */
export interface FaultyOutcome {
  readonly rule: string;
  readonly change: OutcomeChange;
  readonly refund?: RefundFault | undefined;
}

export interface CreateTerms {
  readonly create: PricedCreate;
  /** What the account's clock read when the request came. */
  readonly now: number;
  readonly record: Omit<IdempotencyRecord, 'generation'> | undefined;
  readonly outcomes: readonly FaultyOutcome[];
  readonly capacity: Pick<Capacity, 'generationsPerAccount' | 'bytesPerAccount' | 'isFull'>;
}

export type CreateResult =
  | { readonly kind: 'accepted'; readonly generation: Generation }
  /** The Idempotency-Key was used before. */
  | { readonly kind: 'repeated'; readonly earlier: UsedKey }
  | { readonly kind: 'insufficient' }
  | { readonly kind: 'too-many-live'; readonly retryMs: number }
  /** A source was evicted while the create was in flight. */
  | { readonly kind: 'source-gone' }
  /** The account is full of live generations, by their number or by their memory. */
  | { readonly kind: 'full'; readonly of: 'generations' | 'bytes' }
  /** All accounts together are full, and this one has nothing to evict. */
  | { readonly kind: 'full-elsewhere' };

/** Decides on a create. Ledger, generation and idempotency record change together or not at all. */
export function createGeneration(account: Account, terms: CreateTerms): CreateResult {
  const { ledger } = account;
  const result = decideCreate(account, terms);
  const after = result.kind === 'accepted' ? result.generation : undefined;
  // Eager settling and eviction change the ledger, even where nothing is reserved.
  noteStep(account, { ledger, after });
  return result;
}

function decideCreate(account: Account, terms: CreateTerms): CreateResult {
  const { create, now, record } = terms;
  const earlier = record === undefined ? undefined : findRecord(account, record.key, now);
  if (earlier !== undefined) return { kind: 'repeated', earlier };
  settleEagerly(account, now);

  const limits = limitsOf(account.settings.limits);
  const retryMs = limits === undefined ? 0 : msUntilFewerLive(account, limits.live, now);
  if (retryMs > 0) return { kind: 'too-many-live', retryMs };
  if (create.sources.some(({ id }) => !account.ended.has(id))) return { kind: 'source-gone' };
  if (account.ledger.balance < create.cost) return { kind: 'insufficient' };
  const full = evictIfFull(account, terms);
  if (full !== undefined) return full;
  // Only now, because the eviction may have settled a generation of this account.
  const ledger = reserve(account.ledger, create.cost);
  return ledger === undefined ? { kind: 'insufficient' } : accept(account, terms, ledger);
}

function accept(account: Account, terms: CreateTerms, ledger: Ledger): CreateResult {
  const { generation, slots } = makeGeneration(account, terms);
  account.ledger = ledger;
  account.created += 1;
  account.slots = slots;
  addGeneration(account, generation);
  if (terms.record !== undefined) addRecord(account, { ...terms.record, generation: generation.id }, terms.now);
  return { kind: 'accepted', generation };
}

/** At capacity, evicts ended generations of this account. Those of another one are another decision. */
function evictIfFull(account: Account, { now, capacity }: CreateTerms): CreateResult | undefined {
  for (;;) {
    const isOfBytes = account.bytes >= capacity.bytesPerAccount;
    const isAccountFull = isOfBytes || sizeOf(account) >= capacity.generationsPerAccount;
    if (!isAccountFull && !capacity.isFull(account)) return undefined;
    if (evictEnded(account, now)) continue;
    return isAccountFull ? { kind: 'full', of: isOfBytes ? 'bytes' : 'generations' } : { kind: 'full-elsewhere' };
  }
}

/** The account's next generation; id and draws follow from its number. */
function makeGeneration(
  account: Account,
  { create, now, outcomes }: CreateTerms,
): { generation: Generation; slots: Slots } {
  const { seed, limits } = account.settings;
  const draw = [seed, account.origin, 'generation', account.created + 1];
  const [outcome] = outcomes;
  const plan = firstPlan(account, { create, now, outcomes, draw });
  const running = limitsOf(limits)?.running;
  const placed =
    running === undefined || plan.kind !== 'timed'
      ? { plan, slots: account.slots }
      : takeSlot(plan, account.slots, running);
  const generation: Generation = {
    id: uuid(draw),
    seed,
    createdAt: now,
    assignment: assignmentOf(create),
    cost: create.cost,
    plan: placed.plan,
    polls: 0,
    status: 'pending',
    scenarios: create.scenarios.length === 0 ? NONE : create.scenarios,
    fault: outcome?.rule,
    refund: outcome?.refund,
    failure: undefined,
  };
  return { generation, slots: placed.slots };
}

function firstPlan(
  { settings }: Account,
  { create, now, outcomes, draw }: Pick<CreateTerms, 'create' | 'now' | 'outcomes'> & { readonly draw: RandomKey },
): Plan {
  const { request, inspected, seconds, sources } = create;
  if ('arrival' in inspected) return { kind: 'waiting' };
  const hasInputs = request.image_urls.length + request.audio_urls.length + sources.length > 0;
  const work = { createdAt: now, seconds, resolution: request.resolution, hasInputs, draw };
  return planWith(planTiming(settings.latency, work), { failure: inspected.failure, outcomes, now });
}

/** The plan of a generation whose input files have arrived. */
export function planArrived(
  { settings }: Account,
  waiting: Generation,
  { failure, outcomes, now }: Pick<CreateTerms, 'outcomes' | 'now'> & { readonly failure: Failure | undefined },
): DecidedPlan {
  const { seconds, resolution } = waiting.assignment;
  const work = { createdAt: now, seconds, resolution, hasInputs: true, draw: [waiting.seed, waiting.id] };
  return planWith(planTiming(settings.latency, work), { failure, outcomes, now });
}

/** The plan with the failure of the inputs and the changes of fault rules. */
function planWith(
  plan: DecidedPlan,
  { failure, outcomes, now }: Pick<CreateTerms, 'outcomes' | 'now'> & { readonly failure: Failure | undefined },
): DecidedPlan {
  const own = failure === undefined ? plan : { ...plan, failure };
  return outcomes.reduce((so, { change }) => changePlan(so, change, now), own);
}

function assignmentOf({ request, prompt, subjects, workflow, sources, inspected, seconds }: PricedCreate): Assignment {
  return {
    prompt,
    workflow,
    resolution: request.resolution,
    size: 'arrival' in inspected ? inspected.provisional : inspected.size,
    seconds,
    audio: request.audio,
    images: inputs(request.image_urls, subjects.images),
    audios: inputs(request.audio_urls, subjects.audios),
    sources: sourcesOf(sources, subjects.sources),
    depth: sources.reduce((deepest, source) => Math.max(deepest, source.assignment.depth + 1), 0),
  };
}

/** Shared: most generations have no references, and a million may be pending. */
const NONE: readonly never[] = [];

function inputs(urls: readonly string[], map: SubjectMap | undefined): readonly PlannedInput[] {
  return urls.length === 0 ? NONE : urls.map((url, at) => ({ url, handles: handlesOf(map, at) }));
}

function sourcesOf(sources: readonly Generation[], map: SubjectMap | undefined): readonly GenerationSource[] {
  return sources.length === 0 ? NONE : sources.map(({ id }, at) => ({ id, handles: handlesOf(map, at) }));
}

function handlesOf(map: SubjectMap | undefined, index: number): readonly string[] {
  if (map === undefined) return NONE;
  return Object.entries(map)
    .filter(([, indexes]) => indexes.includes(index))
    .map(([handle]) => handle);
}
