/** Conducts one run, from the profile to the report. */

import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { sha256 } from '../client/body.ts';
import type { Exchange } from '../client/exchange.ts';
import type { Transport } from '../client/transport.ts';
import type { Exploration, ExploredRun } from '../explore/explore.ts';
import { createRedactor } from '../client/redactor.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { withRate } from '../client/rate-limit.ts';
import { unknownKeyOf } from './probe-tools.ts';
import { createClient, type Client } from '../client/client.ts';
import type { Profile } from '../profile/profile.ts';
import type { Check, Probe } from './define.ts';
import { PREFLIGHT, type Recording } from './evidence.ts';
import { openJournal } from './money/journal.ts';
import { planRun, type Means, type RunPlan } from './plan.ts';
import { EXPLORING, exploring, type RoundEvent } from './exploring.ts';
import { preflight } from './preflight.ts';
import type { Report } from './report.ts';
import { REUSED, runProbes } from './rounds.ts';
import type { ProbeContext } from './run-probes.ts';
import { round } from './money/prices.ts';
import { createSpend, type Spend } from './money/spend.ts';
import { shortfallOf } from './money/shortfall.ts';
import { toReport, type UngroupedReport } from './to-report.ts';

/** The events of a run. */
export type RunEvent =
  | {
      readonly type: 'plan';
      readonly checks: number;
      readonly probes: number;
      readonly creates: number;
      /** The US dollars of these creates. `worst` is the maximum in US dollars. */
      readonly price: number | undefined;
      readonly worst: number | undefined;
    }
  | { readonly type: 'probe'; readonly id: string; readonly done: number; readonly of: number; readonly spent: number }
  | { readonly type: 'began'; readonly id: string }
  | {
      readonly type: 'generation';
      readonly id: string;
      readonly status: string;
      /** The status in which the generation must end. */
      readonly wanted: 'completed' | 'failed';
      readonly spent: number;
    }
  | { readonly type: 'waiting'; readonly reason: string; readonly spent: number }
  | RoundEvent
  | { readonly type: 'exchange'; readonly exchange: Exchange };

export interface RunSetup {
  readonly checks: readonly Check[];
  /** Makes the generation for checks that need any completed generation. */
  readonly anyClip: Probe;
  /** A create that any server must reject. It shows whether the key is accepted, and costs nothing. */
  readonly invalidCreate: object;
  readonly profile: Profile & { readonly baseUrl: string };
  readonly transport: Transport;
  readonly version: string;
  readonly journalPath: string | undefined;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
  /** Explores further requests, if the profile enables it. */
  readonly explore: (exploration: Exploration) => Promise<ExploredRun>;
}

/** The number of consecutive failed requests after which the run stops. */
const GONE_AFTER = 8;

interface State {
  readonly exchanges: Exchange[];
  stopped: Report['stopped'];
  /** The number of requests to wait from the server. */
  waits: number;
  /** The number of consecutive requests without a response, and the last failure. */
  unanswered: number;
  lastFailure: string;
}

/** Runs the checks. It always returns a report, whatever the target does. */
export async function runChecks(setup: RunSetup): Promise<UngroupedReport> {
  const { profile, checks } = setup;
  const started = Date.now();
  const means = { anyClip: setup.anyClip, raw: setup.transport.raw };
  const plan = planRun(checks, profile, means);
  const spend = createSpend(profile, plan.costs);
  const journal = openJournal(setup.journalPath, ownerOf(profile), randomUUID().slice(0, 8));
  const state: State = { exchanges: [], stopped: undefined, waits: 0, unanswered: 0, lastFailure: '' };
  const { signal, forget } = stopSignal(setup.signal, profile.timing.runSeconds * 1000);
  // Each pending request adds a listener.
  setMaxListeners(0, signal);
  signal.addEventListener('abort', () => (state.stopped ??= stopReason(setup.signal)));
  if (signal.aborted) state.stopped = stopReason(setup.signal);

  const client = openClient(setup, { started: performance.now(), spend, state, signal, runId: journal.runId });
  const counts = { checks: checks.length, probes: plan.probes.length, creates: plan.costs.length };
  setup.onEvent({ type: 'plan', ...counts, price: plan.price, worst: plan.worst });
  const unknownId = randomUUID();
  state.stopped ??= tooDear(checks, plan, profile);
  if (state.stopped === undefined) {
    const closed = await preflight(client, { unknownId, profile, invalidCreate: setup.invalidCreate });
    // A run may be aborted during the preflight requests.
    state.stopped ??= closed;
  }
  const unaffordable = new Set<Probe>();
  const shared = { client, profile, spend, signal, ask: asking(client, state, unknownId) };
  const probes = await runProbes({
    ...shared,
    plan,
    journal,
    unknownId,
    halted: () => state.stopped?.reason,
    waits: () => state.waits,
    halt: (reason) => (state.stopped ??= { by: 'budget', reason }),
    replan: (done) => replanned(setup, { means, spend, done }),
    unaffordable: (probe) => void unaffordable.add(probe),
    ...progressOf(setup, plan, spend),
  });
  const startedAt = new Date(started).toISOString();
  const isStopped = (): boolean => state.stopped !== undefined;
  const explored = await exploring({ ...setup, ...shared, ...state, startedAt, isStopped });
  forget();
  setup.transport.close();
  if (state.stopped === undefined) journal.finish();
  const recording: Recording = {
    // Responses of another service are not evidence.
    exchanges: state.stopped?.by === 'url' ? [] : state.exchanges,
    probes,
    anyClip: nameOfAny(plan, profile),
    startedAt,
  };
  return toReport({
    checks,
    recording,
    profile,
    plan,
    spend,
    version: setup.version,
    stopped: state.stopped,
    shortfallIn: (results) => shortfallOf({ checks, profile, means, spend, probes, unaffordable }, results),
    seconds: (Date.now() - started) / 1000,
    explored,
  });
}

/** Plans for the rest of the budget, at the prices seen so far. */
function replanned(
  { checks, profile }: RunSetup,
  { means, spend, done }: { readonly means: Means; readonly spend: Spend; readonly done: ReadonlySet<Probe> },
): RunPlan {
  const left = round((profile.budget ?? 0) - spend.spent() - spend.uncertain());
  const plan = planRun(checks, profile, { ...means, money: { left, priceOf: spend.estimate, done } });
  spend.replan(plan.probes.filter((probe) => !done.has(probe)).flatMap(plan.costsOf));
  return plan;
}

/** Creates a signal that aborts with the caller or at the time limit. `forget` removes its timer and listener. */
function stopSignal(caller: AbortSignal, ms: number): { readonly signal: AbortSignal; readonly forget: () => void } {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  const timer = setTimeout(stop, Math.min(ms, LONGEST_TIMER)).unref();
  caller.addEventListener('abort', stop, { once: true });
  if (caller.aborted) stop();
  const forget = (): void => {
    clearTimeout(timer);
    caller.removeEventListener('abort', stop);
  };
  return { signal: controller.signal, forget };
}

const LONGEST_TIMER = 2 ** 31 - 1;

interface Opening {
  readonly started: number;
  readonly spend: Spend;
  readonly state: State;
  readonly signal: AbortSignal;
  readonly runId: string;
}

function openClient(
  { profile, transport, onEvent }: RunSetup,
  { started, spend, state, signal, runId }: Opening,
): Client {
  return createClient({
    baseUrl: profile.baseUrl,
    transport,
    keys: definedKeys(profile),
    redactor: createRedactor({ ...profile.keys, unknown: unknownKeyOf(runId) }),
    semaphore: withRate(createSemaphore(profile.concurrency), profile.ratePerSecond, signal),
    timeoutMs: profile.timing.requestSeconds * 1000,
    patienceMs: profile.timing.patienceSeconds * 1000,
    signal,
    started,
    record: (exchange) => {
      if (exchange.probe !== EXPLORING) state.exchanges.push(exchange);
      spend.note(exchange);
      watchForSilence(exchange, state);
      onEvent({ type: 'exchange', exchange });
    },
    waiting: (reason) => {
      state.waits += 1;
      onEvent({ type: 'waiting', reason, spent: spend.spent() });
    },
  });
}

function watchForSilence({ failure }: Exchange, state: State): void {
  state.unanswered = failure === undefined ? 0 : state.unanswered + 1;
  state.lastFailure = failure?.message ?? state.lastFailure;
}

/** Tests with a simple request whether the target still responds. A few slow requests do not prove silence. */
function asking(client: Client, state: State, unknownId: string): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  const ask = async (): Promise<void> => {
    const path = `/v1/videos/${unknownId}`;
    const spec = {
      probe: PREFLIGHT,
      label: 'still there',
      method: 'GET',
      path,
      key: 'primary',
      impatient: true,
    } as const;
    const { exchange } = await client.send(spec);
    if (exchange.failure === undefined) return;
    const reason = `The target stopped responding. The last ${GONE_AFTER} requests failed, the last of them with "${state.lastFailure}"`;
    state.stopped ??= { by: 'target', reason };
  };
  return async () => {
    if (state.unanswered < GONE_AFTER || state.stopped !== undefined) return;
    underWay ??= ask().finally(() => (underWay = undefined));
    await underWay;
  };
}

function progressOf(
  { onEvent }: RunSetup,
  { probes }: RunPlan,
  spend: Spend,
): Pick<ProbeContext, 'began' | 'ended' | 'progress'> {
  let done = 0;
  return {
    began: ({ id }) => onEvent({ type: 'began', id }),
    ended: ({ id }) => {
      done += 1;
      onEvent({ type: 'probe', id, done, of: probes.length, spent: spend.spent() });
    },
    progress: ({ id }, status, wanted) => onEvent({ type: 'generation', id, status, wanted, spent: spend.spent() }),
  };
}

function definedKeys({ keys }: Profile): Record<string, string> {
  return Object.fromEntries(Object.entries(keys).flatMap(([name, key]) => (key === undefined ? [] : [[name, key]])));
}

function ownerOf(profile: Profile & { readonly baseUrl: string }): Parameters<typeof openJournal>[1] {
  const keys = Object.entries(definedKeys(profile)).map(([name, key]) => [name, sha256(Buffer.from(key)).slice(0, 16)]);
  return { baseUrl: profile.baseUrl, keys: Object.fromEntries(keys) };
}

function stopReason(byUser: AbortSignal): Report['stopped'] {
  return byUser.aborted
    ? { by: 'signal', reason: 'The run was stopped.' }
    : { by: 'time', reason: 'The run reached its time limit.' };
}

/** Returns the reason to stop if a smaller plan, within the budget, leaves nothing to try. */
function tooDear(checks: readonly Check[], { left }: RunPlan, { budget }: Profile): Report['stopped'] {
  const reasons = checks.map(({ from }) => from.map((probe) => left.get(probe)).find((why) => why !== undefined));
  if (budget === undefined || checks.length === 0 || !reasons.every((why) => why?.give === '--budget'))
    return undefined;
  return {
    by: 'budget',
    reason: `The run did not send a request, because the budget does not cover any check. ${reasons[0]?.reason ?? ''}`,
  };
}

function nameOfAny({ anyClip }: RunPlan, { reuse }: Profile): string {
  return reuse.length > 0 ? REUSED : anyClip.id;
}
