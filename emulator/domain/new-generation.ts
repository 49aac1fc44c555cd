/** Makes a new generation from the terms of a create: its id, its plan and the content of its clip. */

import type { Size } from '../../contract/dimensions.ts';
import type { Micros } from '../../contract/prices.ts';
import type { FullCreateRequest, SubjectMap } from '../../contract/request.ts';
import type { Workflow } from '../../contract/workflow.ts';
import type { Account } from './account.ts';
import { addGeneration } from './account-generations.ts';
import type { PlannedInput } from './clip-plan.ts';
import { isEnded, type Assignment, type Generation, type GenerationSource, type RefundFault } from './generation.ts';
import { planTiming, type Workload } from './latency.ts';
import type { Ledger } from './ledger.ts';
import { limitsOf, takeSlot } from './limits.ts';
import type { DecidedPlan, Failure, OutcomeChange, Plan, TimedPlan } from './plan.ts';
import type { Inspected, Waiting } from './provider.ts';
import { uuid, type RandomKey } from './random.ts';

/** A valid create with its cost. The account has not decided on it yet. */
export interface PricedCreate {
  readonly request: FullCreateRequest;
  /** The prompt. A key that was pasted into it is redacted. */
  readonly prompt: string;
  /** The meaning of the handles, redacted like the prompt. */
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

/** The subject maps of a create, by the kind of reference to which their indexes refer. */
export interface SubjectMaps {
  readonly images: SubjectMap | undefined;
  readonly audios: SubjectMap | undefined;
  readonly sources: SubjectMap | undefined;
}

/** The change that a fault rule makes to a generation. */
export interface FaultyOutcome {
  readonly rule: string;
  readonly effect: OutcomeChange & { readonly refund?: RefundFault | undefined };
}

export interface NewGenerationTerms {
  readonly create: PricedCreate;
  /** The time of the account's clock when the request arrived. */
  readonly now: number;
  readonly outcomes: readonly FaultyOutcome[];
}

/** Adds the account's next generation, with the ledger that holds the reservation of its cost. */
export function addNewGeneration(account: Account, terms: NewGenerationTerms, reserved: Ledger): Generation {
  const generation = makeGeneration(account, terms);
  account.created += 1;
  addGeneration(account, generation, reserved);
  return generation;
}

/** Makes the generation. Its id and its draws follow from its number in the account. */
function makeGeneration(account: Account, terms: NewGenerationTerms): Generation {
  const { create, now, outcomes } = terms;
  const { seed } = account.settings;
  const draw = [seed, account.randomName, 'generation', account.created + 1];
  const [outcome] = outcomes;
  return {
    id: uuid(draw),
    seed,
    createdAt: now,
    assignment: assignmentOf(create),
    cost: create.cost,
    plan: firstPlan(account, terms, draw),
    polls: 0,
    status: 'pending',
    scenarios: create.scenarios.length === 0 ? NONE : create.scenarios,
    fault: outcome?.rule,
    refund: outcome?.effect.refund,
    failure: undefined,
  };
}

function firstPlan(account: Account, { create, now, outcomes }: NewGenerationTerms, draw: RandomKey): Plan {
  const { request, inspected, seconds, sources } = create;
  const { resolution } = request;
  const changes = outcomes.length === 0 ? NONE : outcomes.map(({ effect }) => toKeptChange(effect));
  if ('provisional' in inspected) {
    return { kind: 'waiting', isAdaptive: request.aspect_ratio === 'adaptive', changes };
  }
  const hasInputs = request.image_urls.length + request.audio_urls.length + sources.length > 0;
  const work = { createdAt: now, seconds, resolution, hasInputs, draw };
  return decidedPlan(account, work, { failure: inspected.failure, changes });
}

/** Keeps only the fields that change a later plan. */
function toKeptChange({ fail, stick, giveUpSeconds, skipRunning }: OutcomeChange): OutcomeChange {
  return { fail, stick, giveUpSeconds, skipRunning };
}

/** Reports whether a generation waits for its input files. A generation that was moved to its end does not wait. */
export function isWaiting(generation: Generation): boolean {
  return generation.plan.kind === 'waiting' && !isEnded(generation);
}

/** Returns the generation with its size and its plan after its input files arrived. Other generations do not change. */
export function planArrived(account: Account, waiting: Generation, { size, failure, now }: ArrivedInputs): Generation {
  const { plan, assignment, seed, id } = waiting;
  if (plan.kind !== 'waiting') return waiting;
  const { seconds, resolution } = assignment;
  const work = { createdAt: now, seconds, resolution, hasInputs: true, draw: [seed, id] };
  const decided = decidedPlan(account, work, { failure, changes: plan.changes ?? NONE });
  return { ...waiting, assignment: { ...assignment, size }, plan: decided };
}

export interface ArrivedInputs {
  readonly size: Size;
  readonly failure: Failure | undefined;
  readonly now: number;
}

interface PlanChanges {
  /** The failure of the inputs. */
  readonly failure: Failure | undefined;
  /** The changes of fault rules. */
  readonly changes: readonly OutcomeChange[];
}

/** Decides the plan. A timed plan takes a running slot of the account, and starts when the slot is free. */
function decidedPlan(account: Account, work: Workload, { failure, changes }: PlanChanges): DecidedPlan {
  const { latency, limits } = account.settings;
  const timing = planTiming(latency, work);
  const own = failure === undefined ? timing : { ...timing, failure };
  const plan = changes.reduce((changed, change) => changePlan(changed, change, work.createdAt), own);
  const running = limitsOf(limits)?.running;
  if (running === undefined || plan.kind !== 'timed') return plan;
  const taken = takeSlot(plan, account.slots, running);
  account.slots = taken.slots;
  return taken.plan;
}

/** Applies the change of a fault rule to a plan. */
function changePlan(plan: DecidedPlan, change: OutcomeChange, now: number): DecidedPlan {
  if (change.stick === 'pending') return { kind: 'manual' };
  if (change.stick === 'running') return stuckRunning(plan, change.giveUpSeconds, now);
  const skipped = change.skipRunning ? skipRunning(plan) : plan;
  return change.fail === undefined ? skipped : { ...skipped, failure: change.fail };
}

function stuckRunning(plan: DecidedPlan, giveUpSeconds: number, now: number): TimedPlan {
  const startsAt = plan.kind === 'timed' ? plan.startsAt : now;
  return {
    kind: 'timed',
    startsAt,
    endsAt: startsAt + giveUpSeconds * 1000,
    failure: { code: 'generation_timeout', from: 'running' },
  };
}

/** Moves the time in `running` to `pending`, so that the total duration stays the same. */
function skipRunning(plan: DecidedPlan): DecidedPlan {
  if (plan.kind === 'timed') return { ...plan, startsAt: plan.endsAt };
  return plan.kind === 'polls' ? { ...plan, pending: plan.pending + plan.running, running: 0 } : plan;
}

function assignmentOf({ request, prompt, subjects, workflow, sources, inspected, seconds }: PricedCreate): Assignment {
  return {
    prompt,
    workflow,
    resolution: request.resolution,
    size: 'provisional' in inspected ? inspected.provisional : inspected.size,
    seconds,
    audio: request.audio,
    images: inputs(request.image_urls, subjects.images),
    audios: inputs(request.audio_urls, subjects.audios),
    sources: sourcesOf(sources, subjects.sources),
    depth: sources.reduce((deepest, source) => Math.max(deepest, source.assignment.depth + 1), 0),
  };
}

/** A shared empty list. Most generations have no references, and a million of them may be pending. */
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
