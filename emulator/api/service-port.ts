/** The port for a service that answers in place of the engine's own operations: `proxy/` forwards to a real one. */

import type { Call } from './call.ts';
import type { ApiContext } from './context.ts';
import type { ApiResponse } from './messages.ts';
import type { Refusal } from './refusal.ts';
import type { ServiceRules } from './service.ts';

export interface Service extends ServiceRules {
  /** Answers a request that has entered the account of its key. */
  operate(context: ApiContext, call: Call): Promise<ApiResponse | Refusal>;
}
