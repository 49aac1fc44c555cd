/** The type of a sentence of the API document, with the requirements that it contains. */

import type { RequirementId } from '../requirements/requirements.ts';

export interface Sentence {
  /** The text. The row of a table is one sentence, with its cells in a line. */
  readonly says: string;
  readonly rules: readonly RequirementId[];
  /** The reason why the sentence contains no requirement: it introduces, explains or repeats. */
  readonly reason?: string;
}
