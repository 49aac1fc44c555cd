/** Defines the sentences of a part of the API document. */

import type { RequirementId } from '../requirements/requirements.ts';

/**
 * Sentences in the document's order, each with its requirements. A table row is one sentence, with its cells on one
 * line. If a sentence introduces, explains or repeats other sentences, the value is the reason why it has no requirement.
 */
export type Sentences = Readonly<Record<string, readonly RequirementId[] | string>>;
