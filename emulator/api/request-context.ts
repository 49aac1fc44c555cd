/** The state of one request in the engine, from its arrival to its response. */

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

/** The state of a request before it has entered its account. Entering sets the optional fields. */
export interface Arrival {
  readonly request: ApiRequest;
  /** The start time on the clock of the recorder. */
  readonly startedAt: number;
  readonly requestId: string;
  readonly trace: Trace;
  /** A signal that aborts when the account is reset. The request then changes nothing, and its response is not sent. */
  lifetime?: AbortSignal;
  /** The fault session. Undefined if no rule can act on the request, as for most requests. */
  faults?: RequestFaults | undefined;
  /** The headers that report the rate limit. */
  rateHeaders?: Record<string, string> | undefined;
}

/** The state of a request that has entered its account. */
export interface RequestContext extends Arrival {
  readonly operation: OperationName;
  /** The id in the path, or an empty text for a create. */
  readonly id: string;
  /** Whether the request has a path before `/v1`. */
  readonly underPath: boolean;
  /** The account as last entered. */
  account: Account;
  /** The time of the account's clock, which is read once per request. */
  readonly now: number;
  readonly lifetime: AbortSignal;
}

/** The fault rules that may act on a request. */
export interface RequestFaults {
  /** The names of the failure scenarios that apply. */
  readonly scenarios: readonly string[];
  /** The outcomes that rules decided for the new generation. */
  readonly outcomes: readonly FaultyOutcome[];
  /** The factor by which a rule multiplies the cost of a create. */
  readonly priceFactor: number | undefined;
  /** The header that names every rule that affected the response. */
  readonly header: Record<string, string> | undefined;
  /** Evaluates the rules that act before authentication. If it returns a response, the operation does not run. */
  arrive(): Promise<ApiResponse | undefined>;
  /** Evaluates the rules that act before the operation. If it returns a response, the operation does not run. */
  before(pointIn: (account: Account) => InjectionPoint): Promise<ApiResponse | undefined>;
  /** Evaluates the rules of a point within a decision. `cause` is the rule that changed the generation's plan. */
  evaluate(account: Account, point: InjectionPoint, cause?: string): Injection;
  /** Applies the effects of an injection to the response. */
  after(injection: Injection | undefined, answer: Answer): Answer;
  /** Waits for the rest of the injected delay. */
  flushDelay(): Promise<void>;
}

/** The port to a service that replaces the operations of the engine. `proxy/` forwards to a real service. */
export interface Service extends ServiceRules {
  /** Responds to a request that has entered the account of its key. */
  operate(context: ApiContext, call: RequestContext): Promise<Answer>;
}
