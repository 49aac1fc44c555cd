/** One request on its way through the engine, from its account to its response. */

import type { OperationName } from '../../contract/error-entry.ts';
import type { Account } from '../domain/account.ts';
import type { FaultyOutcome } from '../domain/new-generation.ts';
import type { Trace } from '../domain/trace.ts';
import type { ApiContext } from './context.ts';
import type { Injection, InjectionPoint } from './faults/injection.ts';
import type { ApiRequest, ApiResponse } from './messages.ts';
import type { Refusal } from './refusal.ts';
import type { ServiceRules } from './service.ts';

/** The response of an operation. */
export type Answer = ApiResponse | Refusal;

/** The state of a request. The optional members are set once the request has entered its account. */
export interface Arrival {
  readonly request: ApiRequest;
  /** By the clock of the recorder. */
  readonly startedAt: number;
  readonly requestId: string;
  readonly trace: Trace;
  /** Aborts when the account is reset. The request then changes nothing more, and its response is not sent. */
  readonly lifetime?: AbortSignal;
  /** Absent if no rule can act on the request, as for nearly every request. */
  faults?: RequestFaults | undefined;
  /** The headers that tell the rate limit of the account. */
  rateHeaders?: Record<string, string> | undefined;
}

/** The state of a request that has entered its account. */
export interface RequestContext extends Arrival {
  readonly operation: OperationName;
  /** The id in the path; empty for a create. */
  readonly id: string;
  /** Whether the request came under a path in front of `/v1`. */
  readonly underPath: boolean;
  /** The account as it was last entered. */
  account: Account;
  /** The account's clock, read once. */
  readonly now: number;
  readonly lifetime: AbortSignal;
}

/** The fault rules that may act on a request. */
export interface RequestFaults {
  /** The failure scenarios that apply, by name. */
  readonly scenarios: readonly string[];
  /** The outcomes that rules decided for the generation that is created. */
  readonly outcomes: readonly FaultyOutcome[];
  /** The factor by which a rule multiplies the cost of a create. */
  readonly priceFactor: number | undefined;
  /** The header that names every rule that affected the response. */
  readonly header: Record<string, string> | undefined;
  /** Evaluates the rules that act before authentication. A response that it returns replaces the operation. */
  arrive(): Promise<ApiResponse | undefined>;
  /** Evaluates the rules that act before the operation. A response that it returns replaces the operation. */
  before(pointIn: (account: Account) => InjectionPoint): Promise<ApiResponse | undefined>;
  /** Evaluates the rules of a point as a part of a decision. `cause` is the rule that changed the generation's plan. */
  evaluate(account: Account, point: InjectionPoint, cause?: string): Injection;
  /** Applies the effects of an injection to the response. */
  after(injection: Injection | undefined, answer: Answer): Answer;
  /** Waits for the rest of the injected delay. */
  flushDelay(): Promise<void>;
}

/** The port for a service that answers in place of the engine's own operations: `proxy/` forwards to a real one. */
export interface Service extends ServiceRules {
  /** Answers a request that has entered the account of its key. */
  operate(context: ApiContext, call: RequestContext): Promise<Answer>;
}
