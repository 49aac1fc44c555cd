/** The state of a run, which its probes share: the plan, the money, the client, and the generations so far. */

import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { createSemaphore, type Semaphore } from '../../lib/semaphore.ts';
import { sha256 } from '../client/body.ts';
import { createClient } from '../client/client.ts';
import type { Exchange } from '../client/exchange.ts';
import type { KeyName } from '../client/keys.ts';
import { createRedactor } from '../client/redactor.ts';
import { sleep } from '../client/sleep.ts';
import type { Transport } from '../client/transport.ts';
import type { Exploration, ExploredRun } from '../explore/explore.ts';
import type { Profile } from '../profile/profile.ts';
import type { Check, Probe } from './define.ts';
import { EXPLORING, PREFLIGHT, type ProbeRun } from './evidence.ts';
import { createFewAtOnce } from './money/failing-creates.ts';
import { openJournal, type Owner } from './money/journal.ts';
import { createSpend } from './money/spend.ts';
import type { Missing } from './outcome.ts';
import { planRun, type Means } from './plan.ts';
import { unknownKeyOf, type MadeGeneration } from './probe-tools.ts';
import type { Report } from './report.ts';

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
      /** Whether a search follows, which pays for further creates within the budget. */
      readonly isExploring?: boolean;
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
  | { readonly type: 'round'; readonly done: number; readonly of: number; readonly found: number }
  | { readonly type: 'exchange'; readonly exchange: Exchange };

export interface RunSetup {
  readonly checks: readonly Check[];
  /** Makes the generation for checks that need any completed generation. */
  readonly anyClip: Probe;
  /** The cheapest valid create. With too few seconds, it shows for free whether the server accepts the key. */
  readonly cheapestCreate: object;
  readonly profile: Profile & { readonly baseUrl: string };
  readonly transport: Transport;
  readonly version: string;
  readonly journalPath: string | undefined;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
  /** Explores further requests, if the profile enables it. */
  readonly explore: (exploration: Exploration) => Promise<ExploredRun>;
}

/** The state that the probes of a run share. */
export type Run = ReturnType<typeof openRun>;

/** The number of consecutive failed requests after which the run stops. */
const GONE_AFTER = 8;
const LONGEST_TIMER = 2 ** 31 - 1;
/** The probe name of a generation that `--reuse` names. */
export const REUSED = 'reused';

/** Plans the run, and opens its client and its journal. */
export function openRun(setup: RunSetup) {
  const controller = new AbortController();
  const state = stateOf(setup, controller.signal);
  const stop = (): void => {
    state.stopped ??= setup.signal.aborted
      ? { by: 'signal', reason: 'The run was stopped.' }
      : { by: 'time', reason: 'The run reached its time limit.' };
    controller.abort();
  };
  const timer = setTimeout(stop, Math.min(setup.profile.timing.runSeconds * 1000, LONGEST_TIMER)).unref();
  // Each pending request adds a listener.
  setMaxListeners(0, state.signal);
  setup.signal.addEventListener('abort', stop);
  if (setup.signal.aborted) stop();
  return Object.assign(state, openClient(state), {
    /** Releases the connections, the time limit and the signal of the caller. */
    close: (): void => {
      clearTimeout(timer);
      setup.signal.removeEventListener('abort', stop);
      setup.transport.close();
    },
  });
}

function stateOf(setup: RunSetup, signal: AbortSignal) {
  const { profile, checks, transport } = setup;
  const means: Means = { anyClip: setup.anyClip, raw: transport.raw };
  const plan = planRun(checks, profile, means);
  return {
    setup,
    profile,
    means,
    /** The current plan. With a budget, the run plans again. */
    plan,
    atStart: plan,
    spend: createSpend(profile, plan.costs),
    journal: openJournal(setup.journalPath, ownerOf(profile), randomUUID().slice(0, 8)),
    /** A UUID that no server has ever assigned. */
    unknownId: randomUUID(),
    /** Aborts with the caller, or at the time limit. */
    signal,
    startedAt: new Date(),
    exchanges: [] as Exchange[],
    /** The reason why the run ends early. */
    stopped: undefined as Report['stopped'],
    /** The number of requests to wait from the server. */
    waits: 0,
    /** The launched probes. */
    probes: new Map<Probe, Promise<ProbeRun>>(),
    taken: new Set<string>(),
    over: new Set<string>(),
    failed: new Set<string>(),
    /** Probes that did not run because of the budget. */
    unaffordable: new Set<Probe>(),
    /** The generations that were made, by the id of their probe, and the reasons why others were not. */
    clips: new Map<string, MadeGeneration>(),
    problems: new Map<string, Missing>(),
    /** The bytes of downloaded clips, by the id of the generation. */
    wholes: new Map<string, Buffer>(),
    /** The keys of all generations that creates of the run have returned, by the id of the generation. */
    accepted: new Map<string, KeyName>(),
    /** The limits for creates that the server must reject: one for creates that ask to fail, one for the others. */
    fewAtOnce: createFewAtOnce(profile),
  };
}

/** Opens the client. */
function openClient(run: ReturnType<typeof stateOf>) {
  const { setup, profile, spend, signal, journal, unknownId } = run;
  // A few slow requests do not prove silence.
  let [unanswered, lastFailure] = [0, ''];
  const client = createClient({
    baseUrl: profile.baseUrl,
    transport: setup.transport,
    keys: definedKeys(profile),
    redactor: createRedactor({ ...profile.keys, unknown: unknownKeyOf(journal.runId) }),
    semaphore: withRate(createSemaphore(profile.concurrency), profile.ratePerSecond, signal),
    timeoutMs: profile.timing.requestSeconds * 1000,
    patienceMs: profile.timing.patienceSeconds * 1000,
    signal,
    started: performance.now(),
    record: (exchange) => {
      if (exchange.probe !== EXPLORING) run.exchanges.push(exchange);
      spend.note(exchange);
      unanswered = exchange.failure === undefined ? 0 : unanswered + 1;
      lastFailure = exchange.failure?.message ?? lastFailure;
      setup.onEvent({ type: 'exchange', exchange });
    },
    waiting: (reason) => {
      run.waits += 1;
      setup.onEvent({ type: 'waiting', reason, spent: spend.spent() });
    },
  });
  const get = { probe: PREFLIGHT, label: 'still there', method: 'GET', path: `/v1/videos/${unknownId}` } as const;
  let underWay: Promise<void> | undefined;
  const ask = async (): Promise<void> => {
    const { exchange } = await client.send({ ...get, key: 'primary', impatient: true });
    if (exchange.failure === undefined) return;
    const reason = `The target stopped responding. The last ${GONE_AFTER} requests failed, the last of them with "${lastFailure}"`;
    run.stopped ??= { by: 'target', reason };
  };
  return {
    client,
    /** Checks whether the target is still there, after many requests in a row without a response. */
    ask: async (): Promise<void> => {
      if (unanswered < GONE_AFTER || run.stopped !== undefined) return;
      underWay ??= ask().finally(() => (underWay = undefined));
      await underWay;
    },
  };
}

/** Adds a rate to a semaphore. After an abort, or if `perSecond` is undefined, tasks do not wait for the rate. */
function withRate(semaphore: Semaphore, perSecond: number | undefined, signal: AbortSignal): Semaphore {
  if (perSecond === undefined) return semaphore;
  let nextStart = 0;
  return {
    run: (task, demand) =>
      semaphore.run(async () => {
        const now = Date.now();
        const start = Math.max(now, nextStart);
        nextStart = start + 1000 / perSecond;
        await sleep(start - now, signal);
        return task();
      }, demand),
  };
}

function definedKeys({ keys }: Profile): Record<string, string> {
  return Object.fromEntries(Object.entries(keys).flatMap(([name, key]) => (key === undefined ? [] : [[name, key]])));
}

function ownerOf(profile: RunSetup['profile']): Owner {
  const keys = Object.entries(definedKeys(profile)).map(([name, key]) => [name, sha256(Buffer.from(key)).slice(0, 16)]);
  return { baseUrl: profile.baseUrl, keys: Object.fromEntries(keys) };
}

/** Returns the probe name of the generation that serves as any completed generation. */
export function nameOfAny({ plan, profile }: Pick<Run, 'plan' | 'profile'>): string {
  return profile.reuse.length > 0 ? REUSED : plan.anyClip.id;
}
