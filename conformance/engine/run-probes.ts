/** Runs the probes of a plan: free ones first, then the paid ones side by side, each after those that it needs. */

import type { KeyName } from '../client/exchange.ts';
import type { Sent, Spec, Client } from '../client/client.ts';
import type { Profile } from '../profile/profile.ts';
import type { Cost, Need, Probe } from './define.ts';
import type { ProbeRun } from './evidence.ts';
import type { SpendJournal } from './journal.ts';
import type { MadeGeneration, Kit, SendOptions } from './kit.ts';
import { makeGeneration, outcomeText, statusOf } from './make-generation.ts';
import type { RunPlan } from './plan.ts';
import { OverBudget, type Spend } from './spend.ts';

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
  progress(probe: Probe, status: string): void;
}

class Skip extends Error {
  override readonly name = 'Skip';
  readonly verdict: 'untestable' | 'inconclusive';

  constructor(verdict: 'untestable' | 'inconclusive', reason: string) {
    super(reason);
    this.verdict = verdict;
  }
}

interface Generations {
  readonly clips: Map<string, MadeGeneration>;
  readonly problems: Map<string, string>;
  readonly wholes: Map<string, Buffer>;
}

/** The probe name of a generation that was given with `--reuse`. */
export const REUSED = 'reused';

/** A server that asks to wait more often limits the rate of requests. */
const MOST_WAITS = 5;

/** Concurrent probes at most; concurrent requests have a limit of their own. */
const PROBES_AT_ONCE = 32;

/** Runs all probes and returns the state of each. */
export async function runProbes(context: ProbeContext): Promise<Record<string, ProbeRun>> {
  const runs = new Map<Probe, Promise<ProbeRun>>();
  const generations: Generations = { clips: new Map(), problems: new Map(), wholes: new Map() };
  await lookAtReused(context, generations);
  const free = context.plan.probes.filter(
    (probe) => (probe.after ?? []).length === 0 && isFree(probe, context.profile),
  );
  await inTurns(free, (probe) => launch(context, generations, { probe, runs }));
  await priceFirst(context, generations, runs);
  const rest = context.plan.probes.filter((probe) => !runs.has(probe));
  await Promise.all(rest.map((probe) => launch(context, generations, { probe, runs })));

  const done = await Promise.all(runs.values());
  const left = [...context.plan.left].map(([{ id }, reason]): ProbeRun => ({
    id,
    status: 'skipped',
    verdict: 'untestable',
    reason,
  }));
  return Object.fromEntries([...done, ...left].map((run) => [run.id, run]));
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
  const first = plan.probes.find((probe) => (probe.after ?? []).length === 0 && !isFree(probe, profile));
  if (first === undefined) return;
  await launch(context, generations, { probe: first, runs });
  if (spend.unpriced() > 0)
    return context.halt(
      `The first create did not tell what it cost, so the budget of ${profile.budget} cannot be kept. Give prices in the profile, or no budget.`,
    );
  const rest = plan.costs.slice(first.pays?.(profile).length ?? 0);
  const worst = spend.spent() + spend.expected(rest);
  if (worst > profile.budget)
    context.halt(
      `The first create cost ${spend.spent()} US dollars; at that price the run may cost ${worst}, more than the budget of ${profile.budget}.`,
    );
}

function isFree(probe: Probe, profile: Profile): boolean {
  return (probe.pays?.(profile) ?? []).length === 0;
}

async function inTurns(probes: readonly Probe[], run: (probe: Probe) => Promise<unknown>): Promise<void> {
  const waiting = [...probes];
  const work = async (): Promise<void> => {
    for (let probe = waiting.shift(); probe !== undefined; probe = waiting.shift()) await run(probe);
  };
  await Promise.all(Array.from({ length: PROBES_AT_ONCE }, work));
}

interface Launching {
  readonly probe: Probe;
  readonly runs: Map<Probe, Promise<ProbeRun>>;
}

function launch(context: ProbeContext, generations: Generations, { probe, runs }: Launching): Promise<ProbeRun> {
  // Probes come in the order of their needs, so whatever this one waits for has been launched.
  const before = [...(probe.after ?? []), ...(probe.following ?? [])].flatMap(
    (need) => runs.get(toProbe(need, context)) ?? [],
  );
  const running = Promise.all(before).then(() => runOne(context, generations, probe));
  runs.set(probe, running);
  return running;
}

function toProbe(need: Need, { plan }: ProbeContext): Probe {
  return need === 'any-clip' ? plan.anyClip : need;
}

async function runOne(context: ProbeContext, generations: Generations, probe: Probe): Promise<ProbeRun> {
  const run = await outcomeOf(context, generations, probe);
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
  const planned: Cost[] = [...(probe.pays?.(profile) ?? [])];
  const send = async (label: string, spec: Omit<Spec, 'probe' | 'label'>): Promise<Sent> => {
    await context.ask();
    const halted = context.halted();
    if (halted !== undefined) throw new Skip('inconclusive', halted);
    const sending = (): Promise<Sent> => client.send({ probe: probe.id, label, ...spec });
    // The first creates of a paying probe are those that it pays for.
    return spec.method === 'POST' && spec.unpaid !== true ? spend.pay(planned.shift(), sending) : sending();
  };
  return {
    profile,
    unknownId: context.unknownId,
    runId: context.journal.runId,
    isSlowed: () => context.waits() > MOST_WAITS,
    hasKey: (name) => profile.keys[name] !== undefined,
    send,
    create: (label, body, options = {}) => send(label, createSpec(body, options)),
    get: (label, id, options = {}) =>
      send(label, { method: 'GET', path: `/v1/videos/${id}`, key: 'primary', ...options }),
    content: (label, id, options = {}) =>
      send(label, { method: 'GET', path: `/v1/videos/${id}/content`, key: 'primary', follow: true, ...options }),
    generation: (need) => found(generations.clips.get(need === 'any-clip' ? nameOfAny(context) : need.id)),
    find: ({ id }) => (generations.problems.has(id) ? undefined : generations.clips.get(id)),
    ended: () => [...generations.clips.values()],
    make: async (body, options = {}) => {
      const key: KeyName = options.key ?? 'primary';
      const { journal, signal } = context;
      const progress = (status: string): void => context.progress(probe, status);
      const maker = { probe: probe.id, profile, journal, signal, send, progress };
      const made = await makeGeneration(maker, body, { ...options, key });
      if ('clip' in made) generations.clips.set(probe.id, made.clip);
      const problem = 'problem' in made ? made.problem : unwanted(made.status, probe);
      if (problem !== undefined) generations.problems.set(probe.id, problem);
      return problem === undefined && 'clip' in made ? made.clip : undefined;
    },
    whole: (clip) => found(generations.wholes.get(clip.id), 'The clip could not be downloaded whole.'),
    keepWhole: (clip, { bytes, exchange: { response } }) => {
      if (response?.status === 200 && response.complete) generations.wholes.set(clip.id, bytes);
    },
  };
}

function createSpec(body: unknown, { headers = [], ...options }: SendOptions): Omit<Spec, 'probe' | 'label'> {
  const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
  const typed = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return {
    method: 'POST',
    path: '/v1/videos',
    key: 'primary',
    body: text,
    ...options,
    headers: typed ? headers : [['Content-Type', 'application/json'], ...headers],
  };
}

function unwanted(status: string, probe: Probe): string | undefined {
  const wanted = probe.ends ?? 'completed';
  return status === wanted ? undefined : `it ended as ${status}`;
}

function found<Value>(value: Value | undefined, reason = 'What it needs did not come about.'): Value {
  if (value === undefined) throw new Skip('untestable', reason);
  return value;
}
