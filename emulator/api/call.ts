/** One request that has entered its account, and the port to a service that replaces the operations. */

import type { FaultSession } from './faults/session.ts';
import type { ApiResponse, EnteredRequest } from './messages.ts';
import type { Refusal } from './refusal.ts';
import type { ServiceRules } from './service.ts';

/** The response of an operation. */
export type Answer = ApiResponse | Refusal;

/** Everything that an operation needs about its request. */
export interface Call extends EnteredRequest {
  /** The fault session. Undefined if no rule can act on the request, as for most requests. */
  faults?: FaultSession | undefined;
  rateHeaders?: Record<string, string> | undefined;
}

/** The port to a service that replaces the operations of the engine. `proxy/` forwards to a real service. */
export interface Service extends ServiceRules {
  /** Responds to a request that has entered the account of its key. */
  operate(call: Call): Promise<Answer>;
}
