/** Defines a sentence of the API document, with the requirements that it contains. */

import type { RequirementId } from '../requirements/requirements.ts';

export interface Sentence {
  /** The text. A table row is one sentence, with its cells on one line. */
  readonly says: string;
  readonly rules: readonly RequirementId[];
  /** The reason why the sentence contains no requirement. It introduces, explains or repeats other sentences. */
  readonly reason?: string;
}
