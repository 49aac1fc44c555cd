/** One request on its way through an operation, with the fault rules that may act on it. */

import type { EnteredRequest } from './context.ts';
import type { FaultSession } from './faults/session.ts';

export interface Call extends EnteredRequest {
  /** Absent where no rule can act, which is so for nearly every request. */
  faults: FaultSession | undefined;
}
