/** A sentence of the API document, in its own words, and the requirements that stand on it. */

import type { RequirementId } from '../requirements/requirements.ts';

export interface Sentence {
  /** A row of a table is one sentence, with its cells behind each other. */
  readonly says: string;
  readonly rules: readonly RequirementId[];
  /** Why nothing stands on it: it introduces, explains, or is said again where it binds. */
  readonly reason?: string;
}
