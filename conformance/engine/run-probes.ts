/** Runs one probe with its tools and its payments, and records its end. */

import { isDeepStrictEqual } from 'node:util';
import { RESOLUTIONS } from '../../contract/dimensions.ts';
import { LIMITS } from '../../contract/limits.ts';
import { sleep } from '../client/sleep.ts';
import type { Semaphore } from '../../lib/semaphore.ts';
import type { Sent, Spec } from '../client/spec.ts';
import type { Profile } from '../profile/profile.ts';
import { asksForGeneration, isPerhapsAccepted } from './money/charges.ts';
import type { Probe } from './define.ts';
import { skippedRun, type ProbeRun } from './evidence.ts';
import { nameOfAny, REUSED, type Run } from './open-run.ts';
import { acceptedId, createSpec, type ProbeTools } from './probe-tools.ts';
import { makeGeneration, pauseAfter, type Maker } from './make-generation.ts';
import { inconclusive, missing, Unjudged, untestable } from './outcome.ts';
import { needsInOrder, type RunPlan } from './plan.ts';
import { TooManyMistakes } from './money/mistakes.ts';
import { OverBudget } from './money/spend.ts';
import { costsInTurn, expectsFailure, stopOnceOneIsPaid } from './money/failing-creates.ts';

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

/**
 * Runs a probe after the probes before it have ended. `places` limits the concurrent probes that pay nothing, because
 * there may be hundreds.
 */
export function launch(run: Run, probe: Probe, places?: Semaphore): Promise<ProbeRun> {
  const { plan, profile, probes, fewAtOnce } = run;
  // Probes come in the order of their needs, so the needed probes have been launched already.
  const before = needsInOrder(probe).flatMap((need) => probes.get(need === 'any-clip' ? plan.anyClip : need) ?? []);
  const few = fewAtOnce[probe.failsOnPurpose === true ? 'askedToFail' : 'others'];
  const semaphore = expectsFailure(probe, profile) ? few : isFree(probe, plan) ? places : undefined;
  const running = Promise.all(before).then(() => semaphore?.run(() => runOne(run, probe)) ?? runOne(run, probe));
  probes.set(probe, running);
  return running;
}

async function runOne(run: Run, probe: Probe): Promise<ProbeRun> {
  const outcome = await outcomeOf(run, probe);
  const { over, atStart, setup, spend } = run;
  over.add(probe.id);
  setup.onEvent({ type: 'probe', id: probe.id, done: over.size, of: atStart.probes.length, spent: spend.spent() });
  return outcome;
}

async function outcomeOf(run: Run, probe: Probe): Promise<ProbeRun> {
  const { id } = probe;
  try {
    mayStart(run, probe);
    run.setup.onEvent({ type: 'began', id });
    const facts = await probe.run(toolsFor(run, probe));
    mayGoOn(run);
    return { id, status: 'ran', ...(typeof facts === 'object' ? { facts } : {}) };
  } catch (error) {
    if (error instanceof OverBudget) {
      const problem = missing('--budget', 'the budget is too small for it (--budget)');
      if (!run.clips.has(id)) run.problems.set(id, problem);
      run.unaffordable.add(probe);
      return skippedRun(id, untestable(missing('--budget', error.message)));
    }
    if (error instanceof TooManyMistakes) {
      const skipped = skippedRun(id, untestable(error.message));
      // The creates that the server accepted by mistake are evidence, although further creates are missing.
      return run.taken.has(id) && isFree(probe, run.plan) ? { ...skipped, status: 'ran' } : skipped;
    }
    if (error instanceof Unjudged) return skippedRun(id, error.outcome);
    return { id, status: 'fault', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function mayStart(run: Run, probe: Probe): void {
  mayGoOn(run);
  stopOnceOneIsPaid(run, probe);
  for (const need of probe.after ?? []) {
    const generation = need === 'any-clip' ? nameOfAny(run) : need.id;
    const { reason, give } = run.problems.get(generation) ?? {};
    if (reason === undefined) continue;
    const prefix = generation === REUSED ? '' : `This check needs the generation of ${generation}, but `;
    const outcome = untestable({ reason: `${prefix}${reason}.`, give });
    throw new Unjudged({ ...outcome, lack: { generation, ...outcome.lack } });
  }
}

/** Ends a probe if the run stops: the target is gone, or the run was stopped. */
function mayGoOn({ stopped }: Run): void {
  if (stopped !== undefined) throw new Unjudged(inconclusive(stopped.reason));
}

/** Returns the parts of an exchange that its probe decides. */
function nameOf({ id, mayHangUp, group }: Probe): Pick<Spec, 'probe' | 'mayHangUp'> {
  return { probe: id, mayHangUp: mayHangUp === true || group === 'hostile' };
}

function toolsFor(run: Run, probe: Probe): ProbeTools {
  const { profile, journal, clips, problems, wholes } = run;
  const send = senderFor(run, probe);
  return {
    profile,
    unknownId: run.unknownId,
    runId: journal.runId,
    isContinued: journal.isContinued,
    skipIfRateLimited: () => {
      if (run.waits > MOST_WAITS) throw new Unjudged(untestable(SLOWED));
    },
    hasKey: (name) => profile.keys[name] !== undefined,
    send: (label, spec) => send(label, spec),
    create: (label, body, options = {}) => send(label, createSpec(body, options)),
    get: (label, id, options = {}) =>
      send(label, { method: 'GET', path: `/v1/videos/${id}`, key: 'primary', ...options }),
    content: (label, id, options = {}) =>
      send(label, { method: 'GET', path: `/v1/videos/${id}/content`, key: 'primary', follow: true, ...options }),
    pause: (polls) => sleep(pauseAfter(polls, profile.timing.pollSeconds), run.signal),
    generation: (need) => found(clips.get(need === 'any-clip' ? nameOfAny(run) : need.id)),
    find: ({ id }) => (problems.has(id) ? undefined : clips.get(id)),
    ended: () => [...clips.values()],
    accepted: () => run.accepted,
    make: makerFor(run, probe, send),
    savedClip: (clip) => found(wholes.get(clip.id), 'The kit could not download the whole clip.'),
    saveClip: (clip, { bytes, exchange: { response } }) => {
      if (bytes && response?.status === 200 && response.complete) wholes.set(clip.id, bytes);
    },
  };
}

/** Sends requests of a probe, and pays for its creates. */
function senderFor(run: Run, probe: Probe): Maker['send'] {
  const costs = costsInTurn(probe, run.profile);
  return async (label, spec, alongside) => {
    await run.ask();
    mayGoOn(run);
    // The first accepted creates of a paying probe are its planned creates.
    const isPaying = spec.method === 'POST' && spec.skipsBudget !== true;
    const cost = isPaying ? costs.next() : {};
    const full = { ...nameOf(probe), label, urgent: cost.planned !== undefined, ...spec };
    const sending = async (): Promise<Sent> => {
      const [sent] = await Promise.all([run.client.send(full), alongside?.()]);
      return sent;
    };
    const text = typeof spec.body === 'string' ? spec.body : undefined;
    const body = asksForGeneration(spec.method, spec.path) ? text : CHEAPEST_BODY;
    const payment = { probe: probe.id, planned: undefined, ...cost, body, isFree: spec.key === 'poor' };
    const sent = await (isPaying ? run.spend.pay(payment, sending) : sending());
    const id = spec.method === 'POST' && spec.key !== undefined ? acceptedId(sent.exchange) : undefined;
    if (id !== undefined && spec.key !== undefined) run.accepted.set(id, spec.key);
    if (id === undefined && !isPerhapsAccepted(sent.exchange)) return sent;
    run.taken.add(probe.id);
    costs.taken();
    return sent;
  };
}

/** Makes the generation of a probe, and notes how it ended for the probes that need it. */
function makerFor(run: Run, probe: Probe, send: Maker['send']): ProbeTools['make'] {
  const { clips, failed, problems, profile, setup, spend } = run;
  const { id } = probe;
  return async (body, options = {}) => {
    const wanted = hasFailingTrigger(body, profile) ? 'failed' : (probe.ends ?? 'completed');
    const progress = (status: string): void =>
      setup.onEvent({ type: 'generation', id, status, wanted, spent: spend.spent() });
    const maker = { probe: id, profile, journal: run.journal, signal: run.signal, send, progress };
    const made = await makeGeneration(maker, body, { key: 'primary', ...options });
    if ('clip' in made) clips.set(id, made.clip);
    if ('status' in made && made.status === 'failed') failed.add(id);
    const problem = 'problem' in made ? made.problem : unwanted(made.status, probe);
    if (problem === undefined) problems.delete(id);
    else problems.set(id, { reason: problem });
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

function found<Value>(
  value: Value | undefined,
  reason = 'This check needs a generation that the run did not create.',
): Value {
  if (value === undefined) throw new Unjudged(untestable(reason));
  return value;
}
