/** Runs the probes of a plan side by side: those that pay first, each after those that it needs. */

import { isDeepStrictEqual } from 'node:util';
import type { KeyName } from '../client/keys.ts';
import { sleep } from '../client/sleep.ts';
import { createSemaphore, type Semaphore } from '../client/semaphore.ts';
import type { Client } from '../client/client.ts';
import type { Sent, Spec } from '../client/spec.ts';
import type { Profile } from '../profile/profile.ts';
import { isPerhapsAccepted } from './charges.ts';
import { createGenerations, type Generations } from './generations.ts';
import type { Need, Probe } from './define.ts';
import type { ProbeRun } from './evidence.ts';
import type { SpendJournal } from './journal.ts';
import { acceptedId, createSpec, type MadeGeneration, type Kit } from './kit.ts';
import { makeGeneration, outcomeText, pauseAfter, statusOf, type Maker } from './make-generation.ts';
import { needsInOrder, type RunPlan } from './plan.ts';
import { budgetOf, round } from './prices.ts';
import { Skip } from './skip.ts';
import { OverBudget, type Spend } from './spend.ts';
import { costsInTurn, isTurnedDown, stopOnceOneIsPaid } from './turned-down.ts';

export interface ProbeContext {
  readonly client: Client;
  readonly profile: Profile;
  readonly plan: RunPlan;
  readonly spend: Spend;
  readonly journal: SpendJournal;
  readonly unknownId: string;
  readonly signal: AbortSignal;
  /** Where many requests in a row got no answer, asks whether the target is still there. */
  ask(): Promise<void>;
  /** Why nothing more is to be sent: the target is gone, or the run was stopped. */
  halted(): string | undefined;
  /** How often the server has asked to wait. */
  waits(): number;
  /** Stops the run because of its budget. */
  halt(reason: string): void;
  began(probe: Probe): void;
  ended(run: ProbeRun): void;
  progress(probe: Probe, status: string, wanted: 'completed' | 'failed'): void;
}

/** The probe name of a generation that was given with `--reuse`. */
export const REUSED = 'reused';

/** A server that asks to wait more often limits the rate of requests. */
const MOST_WAITS = 5;

const SLOWED =
  'The server limits the rate of requests (429): what takes many of them was left out. Give a key with a higher limit, or spread the requests with a --rate below what it allows (0.5 is one request in two seconds).';

/** Concurrent probes at most; concurrent requests have a limit of their own. */
const PROBES_AT_ONCE = 32;

/** Runs all probes and returns the state of each. */
export async function runProbes(context: ProbeContext): Promise<Record<string, ProbeRun>> {
  const runs = new Map<Probe, Promise<ProbeRun>>();
  const generations = createGenerations(context.signal);
  const inTurn = (turn: 'first' | 'last'): Probe[] => context.plan.probes.filter((probe) => probe.turn === turn);
  await lookAtReused(context, generations);
  for (const probe of inTurn('first')) await launch(context, generations, { probe, runs });
  await priceFirst(context, generations, runs);
  const places = createSemaphore(PROBES_AT_ONCE, undefined, context.signal);
  for (const probe of paidFirst(context))
    if (!runs.has(probe) && probe.turn !== 'last') void launch(context, generations, { probe, runs, places });
  await Promise.all(runs.values());
  for (const probe of inTurn('last')) await launch(context, generations, { probe, runs });

  const done = await Promise.all(runs.values());
  const left = [...context.plan.left].map(([{ id }, reason]): ProbeRun => ({
    id,
    status: 'skipped',
    verdict: 'untestable',
    reason,
  }));
  return Object.fromEntries([...done, ...left].map((run) => [run.id, run]));
}

/** Those that pay go before those that need nothing of theirs: their clips are made while the free ones run. */
function paidFirst({ plan }: ProbeContext): Set<Probe> {
  const order = new Set<Probe>();
  const isReady = (probe: Probe): boolean =>
    needsInOrder(probe).every((need) => {
      const before = need === 'any-clip' ? plan.anyClip : need;
      return order.has(before) || !plan.probes.includes(before);
    });
  for (const probe of plan.probes) if (!isFree(probe, plan) && isReady(probe)) order.add(probe);
  for (const probe of plan.probes) order.add(probe);
  return order;
}

/** Checks that a generation given with `--reuse` is completed. */
async function lookAtReused(context: ProbeContext, generations: Generations): Promise<void> {
  const { client, profile } = context;
  const [id] = profile.reuse;
  if (id === undefined || context.halted() !== undefined) return;
  const clip: MadeGeneration = { name: REUSED, id, key: 'primary' };
  const path = `/v1/videos/${encodeURIComponent(id)}`;
  const { exchange } = await client.send({ probe: REUSED, label: 'poll 1', method: 'GET', path, key: clip.key });
  generations.clips.set('any-clip', clip);
  const status = statusOf(exchange);
  if (status !== 'completed') {
    const found = status === undefined ? `a get of it was answered ${outcomeText(exchange)}` : `it is ${status}`;
    generations.problems.set(
      'any-clip',
      `${id}, given with --reuse, is no completed generation of the primary key: ${found}`,
    );
  }
}

/** With a budget but no prices, the first create tells what a create costs, and whether the rest can be afforded. */
async function priceFirst(context: ProbeContext, generations: Generations, runs: Launching['runs']): Promise<void> {
  const { plan, profile, spend } = context;
  if (profile.budget === undefined || profile.prices !== undefined) return;
  const first = plan.probes.find((probe) => (probe.after ?? []).length === 0 && !isFree(probe, plan));
  if (first === undefined) return;
  await launch(context, generations, { probe: first, runs });
  if (spend.unpriced() > 0)
    return context.halt(
      `The first create did not tell what it cost, so the ${budgetOf(profile.budget)} cannot be kept. Give prices in the profile, or no budget.`,
    );
  const rest = plan.costs.slice(plan.costsOf(first).length);
  const worst = round(spend.spent() + spend.expected(rest));
  if (worst > profile.budget)
    context.halt(
      `The first create cost ${spend.spent()} US dollars; at that price the run may cost ${worst}, more than the ${budgetOf(profile.budget)}. ${round(worst - profile.budget)} more would have sufficed (--budget ${worst}), or fewer checks (--only, --skip).`,
    );
}

function isFree(probe: Probe, plan: RunPlan): boolean {
  return plan.costsOf(probe).length === 0;
}

interface Launching {
  readonly probe: Probe;
  readonly runs: Map<Probe, Promise<ProbeRun>>;
  /** For probes that pay nothing: they may be hundreds. */
  readonly places?: Semaphore;
}

function launch(
  context: ProbeContext,
  generations: Generations,
  { probe, runs, places }: Launching,
): Promise<ProbeRun> {
  // Probes come in the order of their needs, so whatever this one waits for has been launched.
  const before = needsInOrder(probe).flatMap((need) => runs.get(toProbe(need, context)) ?? []);
  const run = (): Promise<ProbeRun> => runOne(context, generations, probe);
  const isLimited = places !== undefined && isFree(probe, context.plan);
  const fewAtOnce = generations.fewAtOnce[probe.asksToFail === true ? 'askedToFail' : 'others'];
  const semaphore = isTurnedDown(probe, context.profile) ? fewAtOnce : isLimited ? places : undefined;
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
    return { id, status: 'ran', ...(facts === undefined ? {} : { facts }) };
  } catch (error) {
    if (error instanceof OverBudget) return { id, status: 'skipped', verdict: 'untestable', reason: error.message };
    if (error instanceof Skip) return { id, status: 'skipped', verdict: error.verdict, reason: error.message };
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
      name === 'any-clip' ? `${problem}.` : `It needs the generation of ${name}, but ${problem}.`,
    );
  }
}

function nameOfAny({ plan, profile }: ProbeContext): string {
  return profile.reuse.length > 0 ? 'any-clip' : plan.anyClip.id;
}

function kitFor(context: ProbeContext, generations: Generations, probe: Probe): Kit {
  const { client, profile, spend } = context;
  const nextCost = costsInTurn(probe, profile);
  const send: Maker['send'] = async (label, spec, alongside) => {
    await context.ask();
    const halted = context.halted();
    if (halted !== undefined) throw new Skip('inconclusive', halted);
    // The first creates of a paying probe are those that it pays for.
    const isPaying = spec.method === 'POST' && spec.unpaid !== true;
    const cost = isPaying ? nextCost() : {};
    const full = { probe: probe.id, label, urgent: cost.planned !== undefined, ...spec };
    const sending = async (): Promise<Sent> => {
      const [sent] = await Promise.all([client.send(full), alongside?.()]);
      return sent;
    };
    const body = typeof spec.body === 'string' ? spec.body : undefined;
    const payment = { probe: probe.id, planned: undefined, ...cost, body };
    const sent = await (isPaying ? spend.pay(payment, sending) : sending());
    noteTaken(generations, probe, { sent, spec });
    return sent;
  };
  return {
    profile,
    unknownId: context.unknownId,
    runId: context.journal.runId,
    isContinued: context.journal.isContinued,
    onlyUnslowed: () => {
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
    make: async (body, options = {}) => {
      const key: KeyName = options.key ?? 'primary';
      const { journal, signal } = context;
      const wanted = asksToFail(body, profile) ? 'failed' : (probe.ends ?? 'completed');
      const progress = (status: string): void => context.progress(probe, status, wanted);
      const maker = { probe: probe.id, profile, journal, signal, send, progress };
      const made = await makeGeneration(maker, body, { ...options, key });
      if ('clip' in made) generations.clips.set(probe.id, made.clip);
      if ('status' in made && made.status === 'failed') generations.failed.add(probe.id);
      const problem = 'problem' in made ? made.problem : unwanted(made.status, probe);
      if (problem === undefined) generations.problems.delete(probe.id);
      else generations.problems.set(probe.id, problem);
      return problem === undefined && 'clip' in made ? made.clip : undefined;
    },
    whole: (clip) => found(generations.wholes.get(clip.id), 'The clip could not be downloaded whole.'),
    keepWhole: (clip, { bytes, exchange: { response } }) => {
      if (bytes && response?.status === 200 && response.complete) generations.wholes.set(clip.id, bytes);
    },
  };
}

/** Some probes make their generation fail in some profiles only. */
function asksToFail(body: object, { triggers: { failing } }: Profile): boolean {
  const fields = Object.entries(failing ?? {});
  return fields.length > 0 && fields.every(([name, value]) => isDeepStrictEqual(Reflect.get(body, name), value));
}

function unwanted(status: string, probe: Probe): string | undefined {
  const wanted = probe.ends ?? 'completed';
  return status === wanted ? undefined : `it ended as ${status}`;
}

/** What a create has made, or may have made. */
function noteTaken(
  { accepted, taken }: Generations,
  probe: Probe,
  { sent: { exchange }, spec: { method, key } }: { readonly sent: Sent; readonly spec: Omit<Spec, 'probe' | 'label'> },
): void {
  const id = method === 'POST' && key !== undefined ? acceptedId(exchange) : undefined;
  if (id !== undefined && key !== undefined) accepted.set(id, key);
  if (id !== undefined || isPerhapsAccepted(exchange)) taken.add(probe.id);
}

function found<Value>(value: Value | undefined, reason = 'What it needs did not come about.'): Value {
  if (value === undefined) throw new Skip('untestable', reason);
  return value;
}
