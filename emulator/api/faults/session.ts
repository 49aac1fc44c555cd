/** The fault rules that may act on one request: evaluates them at each point on its way, waits, answers in the engine's place, and changes what it answered. */

import { toMicros } from '../../../contract/prices.ts';
import { changeAccount, type Account } from '../../domain/account.ts';
import { noteStep } from '../../domain/account-generations.ts';
import type { FaultyOutcome } from '../../domain/create-generation.ts';
import { setBalance } from '../../domain/ledger.ts';
import { moveClock } from '../../domain/move-clock.ts';
import type { MatchFacts } from '../../faults/evaluate.ts';
import type { Phase } from '../../faults/phases.ts';
import type { DrawIndexes } from '../../faults/registry.ts';
import { ClientGone, type ApiResponse } from '../messages.ts';
import type { ApiContext, Call } from '../context.ts';
import { decide } from '../../domain/decide.ts';
import { Refusal } from '../refusal.ts';
import { PLAIN_WIRE } from '../wire.ts';
import { toInjectedAnswer } from './answer.ts';
import { onTheWire, reactionTo, toWire, toWireEnd, type Reaction } from './reaction.ts';
import type { FaultSession, Injection, InjectionPoint, KnownFacts } from './injection.ts';
import { patchRecord } from './record.ts';

/** What a timer can hold; one that is told to wait longer does not wait at all. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;
const ON_ARRIVAL: InjectionPoint = { phases: ['before-authentication'], known: {} };
const NOTHING: Injection = { fired: [], evaluations: [], revealed: [], reaction: reactionTo([]) };

/** Opens the session of a request. */
export function openFaultSession(context: ApiContext, call: Call, scenarios: readonly string[]): FaultSession {
  return new RequestFaults(context, call, scenarios);
}

class RequestFaults implements FaultSession {
  /** The failure scenarios that apply, by name; those of a generation come to light on the way. */
  scenarios: readonly string[];
  /** How the rules that fired have a generation go that is created now. */
  readonly outcomes: FaultyOutcome[] = [];
  /** What the cost of a create is multiplied with. */
  priceFactor: number | undefined;
  readonly #fired: string[] = [];
  /** Rules that fired for an earlier request and show only now. */
  readonly #causes: string[] = [];
  readonly #context: ApiContext;
  readonly #call: Call;
  #indexes: DrawIndexes | undefined;
  /** Milliseconds that the request has still to wait before its work. */
  #pendingDelayMs = 0;

  constructor(context: ApiContext, call: Call, scenarios: readonly string[]) {
    this.#context = context;
    this.#call = call;
    this.scenarios = scenarios;
  }

  /**
   * Evaluates what acts first. A delay is waited for only once the rules before the reservation are evaluated too, so that they meet
   * requests in the order in which these came.
   */
  async arrive(): Promise<ApiResponse | undefined> {
    const deciding = decide(this.#context.accounts, this.#call, (account) => {
      const facts = this.#factsOf(ON_ARRIVAL.known);
      this.#indexes = this.#context.faults.takeDrawIndexes(account, { facts, scenarios: this.scenarios });
      return this.evaluate(account, ON_ARRIVAL);
    });
    // A later request must not be evaluated first, so nothing is awaited that is there.
    return this.#act(deciding instanceof Promise ? await deciding : deciding, { isArrival: true });
  }

  /** Evaluates what acts before the work. An answer ends the request here: the work is not done at all. */
  async before(pointIn: (account: Account) => InjectionPoint): Promise<ApiResponse | undefined> {
    const deciding = decide(this.#context.accounts, this.#call, (account) => this.evaluate(account, pointIn(account)));
    return this.#act(deciding instanceof Promise ? await deciding : deciding, { isArrival: false });
  }

  /**
   * Evaluates the rules of a point as a part of a decision, and changes the account as those say that fire. `cause` is the rule that
   * decided at the create how the generation goes: it has a hand in all that is seen of it.
   */
  evaluate(account: Account, { phases, known, revealed = [] }: InjectionPoint, cause?: string): Injection {
    const { now } = this.#call;
    const { faults } = this.#context;
    const fresh = revealed.filter((name) => !this.scenarios.includes(name));
    const facts = this.#factsOf(known);
    const common = { now, facts, indexes: this.#indexes };
    const results = [faults.evaluate(account, { ...common, phases, scenarios: this.scenarios })];
    if (fresh.length > 0) {
      const early: readonly Phase[] = ['before-authentication', ...phases];
      results.push(faults.evaluate(account, { ...common, phases: early, scenarios: fresh, onlyScenarios: true }));
    }
    const fired = results.flatMap((result) => result.fired);
    const reaction = reactionTo(fired);
    this.#changeAccount(account, reaction);
    return { fired, evaluations: results.flatMap(({ evaluations }) => evaluations), revealed: fresh, reaction, cause };
  }

  /** Changes the answer and the connection as the rules say that fired in the decision behind the answer. */
  after(injected: Injection | undefined, answer: ApiResponse | Refusal): ApiResponse | Refusal {
    const { fired, reaction } = this.#note(injected);
    if (fired.length === 0) return answer;
    const wire = toWire(reaction, this.#call);
    if (reaction.answer !== undefined) return { ...toInjectedAnswer(reaction.answer, this.#call), wire };
    if (answer instanceof Refusal) return answer.over(wire);
    return { ...reaction.records.reduce(patchRecord, answer), wire };
  }

  /** Waits for as long as rules have made the request wait so far. */
  async flushDelay(): Promise<void> {
    const ms = this.#pendingDelayMs;
    if (ms <= 0) return;
    this.#pendingDelayMs = 0;
    const { request, lifetime } = this.#call;
    const signal = AbortSignal.any([request.signal, lifetime]);
    this.#call.hasWaited = true;
    await this.#context.sleep(Math.min(onTheWire(this.#call, ms), LONGEST_WAIT_MS), signal);
    // A client that has gone, or an account that is reset, ends the wait and the request with it.
    if (signal.aborted) throw new ClientGone();
  }

  /** Everything that a fault had a hand in says so. */
  get header(): Record<string, string> | undefined {
    const rules = new Set([...this.#fired, ...this.#causes]);
    return rules.size === 0 ? undefined : { 'x-standin-fault': Array.from(rules).join(', ') };
  }

  /** Waits or answers as the rules say that fired before the work. */
  async #act(injected: Injection | undefined, { isArrival }: { isArrival: boolean }): Promise<ApiResponse | undefined> {
    const { answer, end, headersDelayMs } = this.#note(injected).reaction;
    this.#pendingDelayMs += headersDelayMs;
    const isOver = end !== undefined || answer !== undefined;
    if (this.#pendingDelayMs > 0 && (isOver || !isArrival)) await this.flushDelay();
    if (end !== undefined) {
      const wire = { ...PLAIN_WIRE, end: toWireEnd(end), signal: this.#call.lifetime };
      return { status: 503, headers: {}, body: null, wire };
    }
    return answer === undefined ? undefined : toInjectedAnswer(answer, this.#call);
  }

  /** The decision is kept: from here on its evaluation has happened. */
  #note(injected: Injection = NOTHING): Injection {
    const { trace } = this.#call;
    trace.evaluations = [...trace.evaluations, ...injected.evaluations];
    for (const { rule } of injected.fired) this.#fired.push(rule);
    for (const { rule, effect } of injected.reaction.outcomes) {
      this.outcomes.push({ rule, change: effect, refund: effect.refund });
    }
    if (injected.cause !== undefined) this.#causes.push(injected.cause);
    this.priceFactor ??= injected.reaction.price?.factor;
    if (injected.revealed.length > 0) this.scenarios = [...this.scenarios, ...injected.revealed];
    return injected;
  }

  #factsOf(known: KnownFacts): MatchFacts {
    const { request, operation, id, underPath } = this.#call;
    return {
      operation,
      ...(id !== '' && { generation: id.toLowerCase() }),
      idempotencyKey: request.header('idempotency-key') !== undefined,
      range: request.header('range') !== undefined,
      underPath,
      ...known,
    };
  }

  #changeAccount(account: Account, { accountChanges }: Reaction): void {
    for (const { balanceUsd, revokeKey, advanceMs } of accountChanges) {
      const { ledger } = account;
      changeAccount(account, {
        isRevoked: account.isRevoked || revokeKey,
        ledger: balanceUsd === undefined ? ledger : setBalance(ledger, toMicros(balanceUsd)),
      });
      if (advanceMs !== undefined) moveClock(account, { kind: 'by', ms: advanceMs }, this.#context.realNow());
      noteStep(account, { ledger });
    }
  }
}
