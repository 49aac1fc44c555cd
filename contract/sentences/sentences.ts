/** Lists all sentences of the API document by part, in the document's order. */

import { ENDPOINT_SENTENCES } from './endpoints.ts';
import { ERROR_SENTENCES, LIMIT_SENTENCES, VERSION_SENTENCES } from './errors-and-limits.ts';
import { AUTHENTICATION_SENTENCES, EVENT_SENTENCES, STATE_SENTENCES } from './life.ts';
import { OPENING_SENTENCES } from './opening.ts';
import { REQUEST_SENTENCES } from './request.ts';
import { RESOURCE_SENTENCES } from './resources.ts';
import type { RequirementId } from '../requirements/requirements.ts';
import type { Sentences } from './sentence.ts';

export interface Sentence {
  readonly says: string;
  readonly rules: readonly RequirementId[];
  /** The reason why the sentence contains no requirement. */
  readonly reason?: string;
}

export const SENTENCES: readonly (readonly [part: string, sentences: readonly Sentence[]])[] = [
  ['What the service does', toList(OPENING_SENTENCES)],
  ['Resources and their fields', toList({ ...RESOURCE_SENTENCES, ...REQUEST_SENTENCES })],
  ['States and transitions', toList(STATE_SENTENCES)],
  ['Endpoints', toList(ENDPOINT_SENTENCES)],
  ['Authentication', toList(AUTHENTICATION_SENTENCES)],
  ['Events', toList(EVENT_SENTENCES)],
  ['Errors', toList(ERROR_SENTENCES)],
  ['Limits', toList(LIMIT_SENTENCES)],
  ['Versioning', toList(VERSION_SENTENCES)],
];

function toList(sentences: Sentences): Sentence[] {
  return Object.entries(sentences).map(([says, found]) =>
    typeof found === 'string' ? { says, rules: [], reason: found } : { says, rules: found },
  );
}
