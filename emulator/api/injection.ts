/** Where faults act on a request: weighs the rules of a phase, waits, answers in the engine's place, and changes what it answered. */

import type { Account } from '../domain/account.ts';
import { lognormal, uniform, type DrawKey } from '../domain/random.ts';
import { setBalance } from '../domain/ledger.ts';
import { advanceClock } from '../domain/clock.ts';
import { toMicros } from '../../contract/prices.ts';
import type { BreakEffect, DelayEffect, Effect, EffectOf } from '../faults/effect.ts';
import type { Fired } from '../faults/registry.ts';
import type { Phase } from '../faults/phases.ts';
import type { Facts } from '../faults/evaluate.ts';
import { ClientGone, type ApiResponse } from './api-request.ts';
import type { ApiContext, Call } from './context.ts';
import { toInjectedAnswer } from './injected-answer.ts';
import { patchRecord } from './record-patch.ts';
import { Refusal } from './refusal.ts';
import { PLAIN_WIRE, type Wire, type WireEnd } from './wire.ts';

/** What became known since the request arrived. */
type Known = Partial<Pick<Facts, 'generation' | 'workflow' | 'resolution' | 'prompt' | 'status'>>;

/** A point on a request's way at which rules are weighed. */
export interface Moment {
  readonly phases: readonly Phase[];
  readonly known: Known;
  /** Scenarios that came to light only now, by a marker in the prompt or by the generation; they may still act as early as they like. */
  readonly revealed?: readonly string[] | undefined;
}

/** Whether no rule could possibly act on a call; then nothing needs to be looked up for it. */
export function isQuiet({ faults }: ApiContext, { account, scenarios }: Call): boolean {
  return faults.isQuiet(account.name, scenarios);
}

/**
 * Acts before the work is done. An answer ends the request here: the work is not done at all. A delay at the door is
 * waited for only once the rules before the reservation are weighed too, so that they meet requests in the order in which these came.
 */
export async function actBefore(context: ApiContext, call: Call, moment: Moment): Promise<ApiResponse | undefined> {
  const isArrival = moment.phases.includes('before-authentication');
  if (isArrival) takeNumbers(context, call);
  const fired = weighAt(context, call, moment);
  if (fired.length === 0 && call.owedMs === undefined) return undefined;
  // Nobody waits who need not: whoever came later would overtake.
  if (fired.some(({ effect }) => effect.kind === 'account')) await changeAccount(context, call, fired);
  for (const { effect, chance } of fired) {
    if (effect.kind === 'delay') call.owedMs = (call.owedMs ?? 0) + sampled(effect, chance);
  }
  const end = effectIn(fired, 'drop') ?? effectIn(fired, 'reset') ?? effectIn(fired, 'cut') ?? effectIn(fired, 'stall');
  const answer = effectIn(fired, 'answer');
  const isOver = end !== undefined || answer !== undefined;
  if (call.owedMs !== undefined && (isOver || !isArrival)) await payDelay(context, call);
  if (end !== undefined)
    return { status: 503, headers: {}, body: null, wire: { ...PLAIN_WIRE, end: toEnd(end), signal: call.epoch } };
  return answer === undefined ? undefined : toInjectedAnswer(answer, call);
}

/** Waits for as long as rules have made a request wait so far. */
export async function payDelay(context: ApiContext, call: Call): Promise<void> {
  const { owedMs = 0 } = call;
  if (owedMs <= 0) return;
  call.owedMs = 0;
  await pause(context, call, owedMs);
}

function takeNumbers(context: ApiContext, call: Call): void {
  if (isQuiet(context, call)) return;
  const { account, scenarios } = call;
  call.numbers = context.faults.arrive({ account: account.name, facts: factsOf(call, {}), scenarios });
}

/** Weighs the rules that act once the work is done. */
export function weighAt(context: ApiContext, call: Call, { phases, known, revealed = [] }: Moment): Fired[] {
  const fresh = revealed.filter((name) => !call.scenarios.includes(name));
  if (fresh.length === 0 && isQuiet(context, call)) return [];
  const common = {
    account: call.account.name,
    origin: call.account.origin,
    seed: call.account.settings.seed,
    now: call.now,
    facts: factsOf(call, known),
    numbers: call.numbers,
  };
  const outcomes = [context.faults.weigh({ ...common, phases, scenarios: call.scenarios })];
  if (fresh.length > 0) {
    const early: readonly Phase[] = ['before-authentication', ...phases];
    outcomes.push(context.faults.weigh({ ...common, phases: early, scenarios: fresh, onlyScenarios: true }));
    call.scenarios.push(...fresh);
  }
  const fired = outcomes.flatMap((outcome) => outcome.fired);
  call.trace.weighed.push(...outcomes.flatMap((outcome) => outcome.weighed));
  call.fired.push(...fired);
  return fired;
}

/** Changes the answer, the connection and the account as the rules say that fired after the work. */
export async function actAfter(
  context: ApiContext,
  call: Call,
  { fired, answer }: { fired: readonly Fired[]; answer: ApiResponse | Refusal },
): Promise<ApiResponse | Refusal> {
  if (fired.length === 0) return answer;
  await changeAccount(context, call, fired);
  const wire = toWire(call, fired);
  const replacement = effectIn(fired, 'answer');
  if (replacement !== undefined) return { ...toInjectedAnswer(replacement, call), wire };
  if (answer instanceof Refusal) return answer.over(wire);
  return { ...fired.reduce(patched, answer), wire };
}

function patched(response: ApiResponse, { effect }: Fired): ApiResponse {
  return effect.kind === 'record' ? patchRecord(response, effect) : response;
}

/** The first effect of a kind among those that fired. */
export function effectIn<Kind extends Effect['kind']>(fired: readonly Fired[], kind: Kind): EffectOf<Kind> | undefined {
  const isKind = (effect: Effect): effect is EffectOf<Kind> => effect.kind === kind;
  return fired.map(({ effect }) => effect).find(isKind);
}

function factsOf({ request, operation, id, underPath }: Call, known: Known): Facts {
  return {
    operation,
    ...(id !== '' && { generation: id.toLowerCase() }),
    idempotencyKey: request.header('idempotency-key') !== undefined,
    range: request.header('range') !== undefined,
    underPath,
    ...known,
  };
}

function toWire(call: Call, fired: readonly Fired[]): Wire {
  const waits = (before: DelayEffect['before']): number =>
    fired.reduce((sum, { effect, chance }) => {
      const isIt = effect.kind === 'delay' && effect.before === before;
      return isIt ? sum + onTheWire(call, sampled(effect, chance)) : sum;
    }, 0);
  const end = effectIn(fired, 'drop') ?? effectIn(fired, 'reset') ?? effectIn(fired, 'cut') ?? effectIn(fired, 'stall');
  return {
    delayMs: waits('headers'),
    firstByteMs: waits('body'),
    end: end === undefined ? undefined : toEnd(end),
    bytesPerSecond: pace(call, effectIn(fired, 'throttle')),
    lengthDelta: effectIn(fired, 'content')?.lengthDelta ?? 0,
    signal: call.epoch,
  };
}

function toEnd(effect: BreakEffect | EffectOf<'drop'>): WireEnd {
  if (effect.kind === 'drop') return { kind: 'drop', at: 'start', isChunked: false };
  return { kind: effect.kind, at: effect.at, isChunked: effect.length === 'chunked' };
}

function sampled({ ms }: DelayEffect, draw: DrawKey): number {
  if (typeof ms === 'number') return ms;
  if ('uniform' in ms) return ms.uniform[0] + uniform([...draw, 'delay']) * (ms.uniform[1] - ms.uniform[0]);
  return lognormal([...draw, 'delay'], ms.lognormal.median, ms.lognormal.sigma);
}

/** Real milliseconds, or as many as the account's clock needs for them; a frozen clock does not make anybody wait. */
function onTheWire({ account }: Call, ms: number): number {
  if (account.settings.wire === 'real') return ms;
  return account.clock.rate === 0 ? 0 : ms / account.clock.rate;
}

/** What a timer can hold; one that is told to wait longer does not wait at all. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

function pace({ account }: Call, throttle: EffectOf<'throttle'> | undefined): number | undefined {
  if (throttle === undefined || account.settings.wire === 'real') return throttle?.bytesPerSecond;
  return account.clock.rate === 0 ? undefined : throttle.bytesPerSecond * account.clock.rate;
}

/** A client that has gone, or an account that is reset, ends the wait and the request with it. */
async function pause({ sleep }: ApiContext, call: Call, ms: number): Promise<void> {
  const signal = AbortSignal.any([call.request.signal, call.epoch]);
  await sleep(Math.min(onTheWire(call, ms), LONGEST_WAIT_MS), signal);
  if (signal.aborted) throw new ClientGone();
}

async function changeAccount({ store }: ApiContext, { account, trace }: Call, fired: readonly Fired[]): Promise<void> {
  for (const { effect } of fired) {
    if (effect.kind !== 'account') continue;
    const step = (now: Account): Account => ({
      ...now,
      isRevoked: now.isRevoked || effect.revokeKey,
      ledger: effect.balanceUsd === undefined ? now.ledger : setBalance(now.ledger, toMicros(effect.balanceUsd)),
      clock: effect.advanceMs === undefined ? now.clock : advanceClock(now.clock, effect.advanceMs),
    });
    await store.changeAccount(account.name, step, { trace });
  }
}
