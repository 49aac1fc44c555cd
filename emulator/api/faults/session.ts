/**
 * The fault session of one request. It evaluates the rules at each injection point, waits, and replaces or changes the
 * response.
 */

import { toMicros } from '../../../contract/prices.ts';
import { changeAccount, type Account } from '../../domain/account.ts';
import { accountBytes } from '../../domain/account-size.ts';
import { decide } from '../../domain/decide.ts';
import { setBalance } from '../../domain/ledger.ts';
import { moveClock } from '../../domain/move-clock.ts';
import type { GenerationFault } from '../../domain/create-generation.ts';
import type { MatchFacts } from '../../faults/evaluate.ts';
import type { Phase } from '../../faults/phases.ts';
import type { DrawIndexes, EvaluationResult } from '../../faults/registry.ts';
import { ClientGone, NO_CONNECTION_FAULTS } from '../messages.ts';
import type { ApiResponse, ConnectionFaults, EnteredRequest } from '../messages.ts';
import { Refusal } from '../refusal.ts';
import { patchRecord, toInjectedAnswer } from './answer.ts';
import { toRealMs, reactionTo, toConnectionFaults, type Reaction } from './reaction.ts';

/** The facts that became known after the request arrived. */
export type KnownFacts = Partial<Pick<MatchFacts, 'generation' | 'workflow' | 'resolution' | 'prompt' | 'status'>>;

/** A point of a request at which rules are evaluated. */
export interface InjectionPoint {
  readonly phases: readonly Phase[];
  readonly known: KnownFacts;
  /**
   * The scenarios that a marker in the prompt or the generation added at this point. Their rules for earlier phases are
   * evaluated here, too.
   */
  readonly revealed?: readonly string[] | undefined;
}

/** The result of an evaluation. It takes effect after its decision was committed. */
export interface Injection extends EvaluationResult {
  readonly revealed: readonly string[];
  readonly reaction: Reaction;
  readonly cause?: string | undefined;
}

/** The longest delay of a Node timer. A timer with a longer delay fires at once. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;
const NOTHING: Injection = { fired: [], evaluations: [], revealed: [], reaction: reactionTo([]) };

export class FaultSession {
  /** The names of the failure scenarios that apply. The scenarios of a generation are added once it is known. */
  scenarios: readonly string[];
  readonly generationFaults: GenerationFault[] = [];
  priceFactor: number | undefined;
  connectionFaults: ConnectionFaults | undefined;
  /** The rules that affected the response. Some of them fired for an earlier request. */
  readonly #rules = new Set<string>();
  readonly #call: EnteredRequest;
  #indexes: DrawIndexes | undefined;
  /** The delay that the request must still wait before its operation. */
  #pendingDelayMs = 0;

  constructor(call: EnteredRequest, scenarios: readonly string[]) {
    this.#call = call;
    this.scenarios = scenarios;
  }

  /**
   * Evaluates the rules that act before authentication. Their delay waits until the rules before the reservation are
   * evaluated, so that both evaluations follow the order of arrival.
   */
  async arrive(): Promise<ApiResponse | undefined> {
    const pointIn = (account: Account): InjectionPoint => {
      const facts = this.#factsOf({});
      const isFull = this.#isFull(account);
      this.#indexes = this.#call.context.faults.takeDrawIndexes(account, { facts, scenarios: this.scenarios, isFull });
      return { phases: ['before-authentication'], known: {} };
    };
    return this.before(pointIn, { isArrival: true });
  }

  /**
   * Evaluates the rules that act before the operation, and applies them: a delay, then an end of the connection or a
   * response. If it returns a response, the operation does not run.
   */
  async before(
    pointIn: (account: Account) => InjectionPoint,
    { isArrival } = { isArrival: false },
  ): Promise<ApiResponse | undefined> {
    const injection = await decide(this.#call, (account) => this.evaluate(account, pointIn(account)));
    const { answer, end, headersDelayMs } = this.#recordCommitted(injection).reaction;
    this.#pendingDelayMs += headersDelayMs;
    const isOver = end !== undefined || answer !== undefined;
    if (this.#pendingDelayMs > 0 && (isOver || !isArrival)) await this.flushDelay();
    if (end !== undefined) {
      this.connectionFaults = { ...NO_CONNECTION_FAULTS, end, signal: this.#call.lifetime };
      return { status: 503, headers: {}, body: null };
    }
    return answer && toInjectedAnswer(answer, this.#call);
  }

  /**
   * Evaluates the rules of a point within a decision, and applies their changes to the account. After a conflict, the
   * decision evaluates the point again on the new account. `cause` is the rule that changed the plan of the generation.
   * Every response about the generation names it.
   */
  evaluate(account: Account, { phases, known, revealed = [] }: InjectionPoint, cause?: string): Injection {
    const { faults } = this.#call.context;
    const { scenarios } = this;
    const added = revealed.filter((name) => !scenarios.includes(name));
    const { fired, evaluations } = faults.evaluate(account, {
      now: this.#call.now,
      phases,
      facts: this.#factsOf(known),
      indexes: this.#indexes,
      isFull: this.#isFull(account),
      scenarios,
      revealed: added,
    });
    const reaction = reactionTo(fired);
    this.#changeAccount(account, reaction);
    return { fired, evaluations, revealed: added, reaction, cause };
  }

  /** Applies the effects of the rules that fired to the response and its connection. */
  after(injected: Injection | undefined, answer: ApiResponse | Refusal): ApiResponse | Refusal {
    const { fired, reaction } = this.#recordCommitted(injected);
    if (fired.length === 0) return answer;
    this.connectionFaults = toConnectionFaults(reaction, this.#call);
    if (reaction.answer !== undefined) return toInjectedAnswer(reaction.answer, this.#call);
    return answer instanceof Refusal ? answer : reaction.records.reduce(patchRecord, answer);
  }

  async flushDelay(): Promise<void> {
    const ms = this.#pendingDelayMs;
    if (ms <= 0) return;
    this.#pendingDelayMs = 0;
    const { accounts, account, context, request, lifetime } = this.#call;
    const { realNow, sleep } = context;
    const signal = AbortSignal.any([request.signal, lifetime]);
    await sleep(Math.min(toRealMs(account, ms), LONGEST_WAIT_MS), signal);
    // The client disconnected, or the account was reset. The request ends, too.
    if (signal.aborted) throw new ClientGone();
    // The account may have changed during the delay.
    this.#call.account = (await accounts.store.enter(account.name, realNow())) ?? account;
  }

  /** Returns the header that names every rule that affected the response. */
  get header(): Record<string, string> | undefined {
    return this.#rules.size === 0 ? undefined : { 'x-standin-fault': Array.from(this.#rules).join(', ') };
  }

  #recordCommitted(injected: Injection = NOTHING): Injection {
    const { trace } = this.#call;
    trace.evaluations = [...trace.evaluations, ...injected.evaluations];
    for (const { rule } of injected.fired) this.#rules.add(rule);
    this.generationFaults.push(...injected.reaction.generationFaults);
    if (injected.cause !== undefined) this.#rules.add(injected.cause);
    this.priceFactor ??= injected.reaction.price?.factor;
    if (injected.revealed.length > 0) this.scenarios = [...this.scenarios, ...injected.revealed];
    return injected;
  }

  #isFull(account: Account): boolean {
    const capacity = this.#call.context.capacity();
    return accountBytes(account) >= capacity.bytesPerAccount || capacity.isFull(account);
  }

  #factsOf(known: KnownFacts): MatchFacts {
    const { request, operation, id, underPath } = this.#call;
    return {
      operation,
      generation: id === '' ? undefined : id.toLowerCase(),
      idempotencyKey: request.header('idempotency-key') !== undefined,
      range: /^bytes=(?!0+-)/.test(request.header('range') ?? '') ? 'rest' : request.header('range') !== undefined,
      underPath,
      ...known,
    };
  }

  #changeAccount(account: Account, { accountChanges }: Reaction): void {
    for (const { balanceUsd, revokeKey, advanceSeconds } of accountChanges) {
      const { ledger } = account;
      changeAccount(account, {
        isRevoked: account.isRevoked || revokeKey,
        ledger: balanceUsd === undefined ? ledger : setBalance(ledger, toMicros(balanceUsd)),
      });
      if (advanceSeconds !== undefined)
        moveClock(account, { kind: 'by', ms: advanceSeconds * 1000 }, this.#call.context.realNow());
    }
  }
}
