/** Runs one probe with its tools and its payments, and records its end. */

import { isDeepStrictEqual } from 'node:util';
import { RESOLUTIONS } from '../../contract/dimensions.ts';
import { LIMITS } from '../../contract/limits.ts';
import { sleep } from '../client/sleep.ts';
import type { Semaphore } from '../../lib/semaphore.ts';
import type { Client } from '../client/client.ts';
import type { Sent, Spec } from '../client/spec.ts';
import type { Profile } from '../profile/profile.ts';
import { asksForGeneration, isPerhapsAccepted } from './money/charges.ts';
import type { Need, Probe } from './define.ts';
import { Skip, skippedRun, type ProbeRun } from './evidence.ts';
import type { SpendJournal } from './money/journal.ts';
import { acceptedId, createSpec, type MadeGeneration, type ProbeTools } from './probe-tools.ts';
import { makeGeneration, pauseAfter, type Maker } from './make-generation.ts';
import { missing, type Missing } from './outcome.ts';
import { needsInOrder, type RunPlan } from './plan.ts';
import { TooManyMistakes } from './money/mistakes.ts';
import { OverBudget, type Spend } from './money/spend.ts';
import {
  costsInTurn,
  createFewAtOnce,
  expectsFailure,
  stopOnceOneIsPaid,
  type TakenSoFar,
} from './money/failing-creates.ts';
import type { KeyName } from '../client/keys.ts';

export interface ProbeContext {
  readonly client: Client;
  readonly profile: Profile;
  readonly plan: RunPlan;
  readonly spend: Spend;
  readonly journal: SpendJournal;
  readonly unknownId: string;
  readonly signal: AbortSignal;
  /** Checks whether the target is still there, after many requests in a row without a response. */
  ask(): Promise<void>;
  /** Returns why the run stops: the target is gone, or the run was stopped. */
  halted(): string | undefined;
  /** Returns how often the server has asked to wait. */
  waits(): number;
  /** Stops the run because of its budget. */
  halt(reason: string): void;
  /** Plans again for the rest of the budget, after these probes have run. */
  replan(done: ReadonlySet<Probe>): RunPlan;
  /** Notes a probe that did not run because of the budget. */
  unaffordable(probe: Probe): void;
  began(probe: Probe): void;
  ended(run: ProbeRun): void;
  readonly progress: (probe: Probe, status: string, wanted: 'completed' | 'failed') => void;
}

/** The generations that the probes of a run have made. */
export interface Generations extends TakenSoFar {
  readonly clips: Map<string, MadeGeneration>;
  readonly problems: Map<string, Missing>;
  readonly wholes: Map<string, Buffer>;
  readonly accepted: Map<string, KeyName>;
  /** The limits for creates that the server must reject: one for creates that ask to fail, one for the others. */
  readonly fewAtOnce: ReturnType<typeof createFewAtOnce>;
}

/** Creates the state of a run before its first generation. */
export function createGenerations(profile: Pick<Profile, 'budget'>): Generations {
  const [clips, problems, wholes, accepted] = [new Map(), new Map(), new Map(), new Map()];
  const [taken, failed, over] = [new Set<string>(), new Set<string>(), new Set<string>()];
  return { clips, problems, wholes, accepted, taken, failed, over, fewAtOnce: createFewAtOnce(profile) };
}

/** A server that asks to wait more often limits the rate of requests. */
const MOST_WAITS = 5;

const SLOWED =
  'The server limits the rate of requests (429). So the run skipped the checks that need many requests. Pass a key with a higher limit, or set --rate below the limit of the server. For example, --rate 0.5 allows one request every two seconds.';

/** A POST to another path must not make a generation. If it does, it counts as the cheapest create. */
const CHEAPEST_BODY = JSON.stringify({ resolution: RESOLUTIONS[0], duration_seconds: LIMITS.durationSeconds.min });

/** Returns whether a probe plans no paid creates. */
export function isFree(probe: Probe, plan: RunPlan): boolean {
  return plan.costsOf(probe).length === 0;
}

export interface Launching {
  readonly probe: Probe;
  readonly runs: Map<Probe, Promise<ProbeRun>>;
  /** Limits the concurrent probes that pay nothing, because there may be hundreds. */
  readonly places?: Semaphore;
}

/** Runs a probe after the probes before it have ended. */
export function launch(
  context: ProbeContext,
  generations: Generations,
  { probe, runs, places }: Launching,
): Promise<ProbeRun> {
  // Probes come in the order of their needs, so the needed probes have been launched already.
  const before = needsInOrder(probe).flatMap((need) => runs.get(toProbe(need, context)) ?? []);
  const run = (): Promise<ProbeRun> => runOne(context, generations, probe);
  const isLimited = places !== undefined && isFree(probe, context.plan);
  const fewAtOnce = generations.fewAtOnce[probe.failsOnPurpose === true ? 'askedToFail' : 'others'];
  const semaphore = expectsFailure(probe, context.profile) ? fewAtOnce : isLimited ? places : undefined;
  const running = Promise.all(before).then(() => semaphore?.run(run) ?? run());
  runs.set(probe, running);
  return running;
}

function toProbe(need: Need, { plan }: ProbeContext): Probe {
  return need === 'any-clip' ? plan.anyClip : need;
}

async function runOne(context: ProbeContext, generations: Generations, probe: Probe): Promise<ProbeRun> {
  const run = await outcomeOf(context, generations, probe);
  generations.over.add(probe.id);
  context.ended(run);
  return run;
}

async function outcomeOf(context: ProbeContext, generations: Generations, probe: Probe): Promise<ProbeRun> {
  const { id } = probe;
  try {
    mayStart(context, generations, probe);
    context.began(probe);
    const facts = await probe.run(kitFor(context, generations, probe));
    const halted = context.halted();
    if (halted !== undefined) return { id, status: 'skipped', verdict: 'inconclusive', reason: halted };
    return { id, status: 'ran', ...(typeof facts === 'object' ? { facts } : {}) };
  } catch (error) {
    if (error instanceof OverBudget) {
      const problem = missing('--budget', 'the budget is too small for it (--budget)');
      if (!generations.clips.has(id)) generations.problems.set(id, problem);
      context.unaffordable(probe);
      return skippedRun(id, new Skip('untestable', error.message, { give: '--budget' }));
    }
    if (error instanceof TooManyMistakes) return skippedRun(id, new Skip('untestable', error.message));
    if (error instanceof Skip) return skippedRun(id, error);
    return { id, status: 'fault', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function mayStart(context: ProbeContext, generations: Generations, probe: Probe): void {
  const halted = context.halted();
  if (halted !== undefined) throw new Skip('inconclusive', halted);
  stopOnceOneIsPaid(context, generations, probe);
  for (const need of probe.after ?? []) {
    const name = need === 'any-clip' ? nameOfAny(context) : need.id;
    const problem = generations.problems.get(name);
    if (problem === undefined) continue;
    throw new Skip(
      'untestable',
      name === 'any-clip' ? `${problem.reason}.` : `This check needs the generation of ${name}, but ${problem.reason}.`,
      { generation: name, ...(problem.give === undefined ? {} : { give: problem.give }) },
    );
  }
}

function nameOfAny({ plan, profile }: ProbeContext): string {
  return profile.reuse.length > 0 ? 'any-clip' : plan.anyClip.id;
}

/** Returns the parts of an exchange that its probe decides. */
function nameOf({ id, mayHangUp, group }: Probe): Pick<Spec, 'probe' | 'mayHangUp'> {
  return { probe: id, mayHangUp: mayHangUp === true || group === 'hostile' };
}

function kitFor(context: ProbeContext, generations: Generations, probe: Probe): ProbeTools {
  const { client, profile, spend } = context;
  const costs = costsInTurn(probe, profile);
  const send: Maker['send'] = async (label, spec, alongside) => {
    await context.ask();
    const halted = context.halted();
    if (halted !== undefined) throw new Skip('inconclusive', halted);
    // The first accepted creates of a paying probe are its planned creates.
    const isPaying = spec.method === 'POST' && spec.skipsBudget !== true;
    const cost = isPaying ? costs.next() : {};
    const full = { ...nameOf(probe), label, urgent: cost.planned !== undefined, ...spec };
    const sending = async (): Promise<Sent> => {
      const [sent] = await Promise.all([client.send(full), alongside?.()]);
      return sent;
    };
    const text = typeof spec.body === 'string' ? spec.body : undefined;
    const body = asksForGeneration(spec.method, spec.path) ? text : CHEAPEST_BODY;
    const payment = { probe: probe.id, planned: undefined, ...cost, body, isFree: spec.key === 'poor' };
    const sent = await (isPaying ? spend.pay(payment, sending) : sending());
    if (noteTaken(generations, probe, { sent, spec })) costs.taken();
    return sent;
  };
  return {
    profile,
    unknownId: context.unknownId,
    runId: context.journal.runId,
    isContinued: context.journal.isContinued,
    skipIfRateLimited: () => {
      if (context.waits() > MOST_WAITS) throw new Skip('untestable', SLOWED);
    },
    hasKey: (name) => profile.keys[name] !== undefined,
    send: (label, spec) => send(label, spec),
    create: (label, body, options = {}) => send(label, createSpec(body, options)),
    get: (label, id, options = {}) =>
      send(label, { method: 'GET', path: `/v1/videos/${id}`, key: 'primary', ...options }),
    content: (label, id, options = {}) =>
      send(label, { method: 'GET', path: `/v1/videos/${id}/content`, key: 'primary', follow: true, ...options }),
    pause: (polls) => sleep(pauseAfter(polls, profile.timing.pollSeconds), context.signal),
    generation: (need) => found(generations.clips.get(need === 'any-clip' ? nameOfAny(context) : need.id)),
    find: ({ id }) => (generations.problems.has(id) ? undefined : generations.clips.get(id)),
    ended: () => [...generations.clips.values()],
    accepted: () => generations.accepted,
    make: makerFor(context, generations, { probe, send }),
    savedClip: (clip) => found(generations.wholes.get(clip.id), 'The kit could not download the whole clip.'),
    saveClip: (clip, { bytes, exchange: { response } }) => {
      if (bytes && response?.status === 200 && response.complete) generations.wholes.set(clip.id, bytes);
    },
  };
}

/** Makes the generation of a probe, and notes how it ended for the probes that need it. */
function makerFor(
  { journal, profile, progress, signal }: ProbeContext,
  { clips, failed, problems }: Generations,
  { probe, send }: { readonly probe: Probe; readonly send: Maker['send'] },
): ProbeTools['make'] {
  return async (body, options = {}) => {
    const wanted = hasFailingTrigger(body, profile) ? 'failed' : (probe.ends ?? 'completed');
    const report = (status: string): void => progress(probe, status, wanted);
    const maker = { probe: probe.id, profile, journal, signal, send, progress: report };
    const made = await makeGeneration(maker, body, { key: 'primary', ...options });
    if ('clip' in made) clips.set(probe.id, made.clip);
    if ('status' in made && made.status === 'failed') failed.add(probe.id);
    const problem = 'problem' in made ? made.problem : unwanted(made.status, probe);
    if (problem === undefined) problems.delete(probe.id);
    else problems.set(probe.id, { reason: problem });
    return problem === undefined && 'clip' in made ? made.clip : undefined;
  };
}

/** Returns whether a create uses the failing trigger. Some probes make their generation fail only in some profiles. */
function hasFailingTrigger(body: object, { triggers: { failing } }: Profile): boolean {
  const fields = Object.entries(failing ?? {});
  return fields.length > 0 && fields.every(([name, value]) => isDeepStrictEqual(Reflect.get(body, name), value));
}

function unwanted(status: string, probe: Probe): string | undefined {
  const wanted = probe.ends ?? 'completed';
  return status === wanted ? undefined : `its last status is ${status}`;
}

/** Notes the generation that a create has made, or may have made. Returns false if it made none. */
function noteTaken(
  { accepted, taken }: Generations,
  probe: Probe,
  { sent: { exchange }, spec: { method, key } }: { readonly sent: Sent; readonly spec: Omit<Spec, 'probe' | 'label'> },
): boolean {
  const id = method === 'POST' && key !== undefined ? acceptedId(exchange) : undefined;
  if (id !== undefined && key !== undefined) accepted.set(id, key);
  if (id === undefined && !isPerhapsAccepted(exchange)) return false;
  taken.add(probe.id);
  return true;
}

function found<Value>(
  value: Value | undefined,
  reason = 'This check needs a generation that the run did not create.',
): Value {
  if (value === undefined) throw new Skip('untestable', reason);
  return value;
}
