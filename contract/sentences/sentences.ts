/** Lists all sentences of the API document by part, in the document's order. */

import { ENDPOINT_SENTENCES } from './endpoints.ts';
import { ERROR_SENTENCES, LIMIT_SENTENCES, VERSION_SENTENCES } from './errors-and-limits.ts';
import { AUTHENTICATION_SENTENCES, EVENT_SENTENCES, STATE_SENTENCES } from './life.ts';
import { OPENING_SENTENCES } from './opening.ts';
import { REQUEST_SENTENCES } from './request.ts';
import { RESOURCE_SENTENCES } from './resources.ts';
import type { Sentence } from './sentence.ts';

export const SENTENCES: readonly (readonly [part: string, sentences: readonly Sentence[]])[] = [
  ['What the service does', OPENING_SENTENCES],
  ['Resources and their fields', [...RESOURCE_SENTENCES, ...REQUEST_SENTENCES]],
  ['States and transitions', STATE_SENTENCES],
  ['Endpoints', ENDPOINT_SENTENCES],
  ['Authentication', AUTHENTICATION_SENTENCES],
  ['Events', EVENT_SENTENCES],
  ['Errors', ERROR_SENTENCES],
  ['Limits', LIMIT_SENTENCES],
  ['Versioning', VERSION_SENTENCES],
];
