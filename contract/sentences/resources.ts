/** The sentences of "Resources and their fields", except the request, which is in `request.ts`. */

import type { Sentences } from './sentence.ts';

export const RESOURCE_SENTENCES: Sentences = {
  'VideoGeneration (response of create and get)': ['create.answer.record', 'get.answer.record'],
  'id: string, uuid; required. Generation identifier.': ['record.id'],
  'object: string; required. Constant `video.generation`.': ['record.object'],
  'model: string; required. Constant `videomodel-2.5`.': ['record.model'],
  'status: string enum; required. `pending`, `running`, `completed`, `failed`.': ['record.status'],
  'cost_usd: number; required. Cost in US dollars (the reserved, displayed cost).': [
    'record.cost-usd',
    'record.cost-usd.reserved',
  ],
  'output: object; not required. Present when completed. Contains `url` (string): a relative URL of the form `/v1/videos/<id>/content`, authenticated with the same bearer key.':
    ['record.output.when-completed', 'record.output.not-otherwise', 'record.output.url', 'record.output.same-key'],
  'error: ErrorBody; not required. Present when the generation failed.': [
    'record.error.when-failed',
    'record.error.not-otherwise',
  ],
  'Error (envelope of every error response)': ['error.envelope'],
  'error: ErrorBody; required.': ['error.envelope'],
  'code: string; required. Machine-readable code.': ['error.code'],
  'message: string; required. Human-readable text.': ['error.message'],
  'request_id: string, uuid; not required. To be quoted when contacting support.': [
    'error.request-id',
    'error.request-id.quote',
  ],
  'SubjectMap (used by the three subject_to_* request fields)':
    'It says where the map is used; the rows of the three fields say it again.',
  'An object whose keys are handle names and whose values are arrays.': ['subject-map.object'],
  'Key pattern: `^[A-Za-z][A-Za-z0-9_]{0,63}$` (no leading @; the prompt refers to it as @handle).': [
    'subject-map.handle',
    'create.prompt.handles',
  ],
  'Value: array of integers, each >= 0 (zero-based index into the corresponding reference array), 1 to 30 items.': [
    'subject-map.index.integer',
    'subject-map.index.minimum',
    'subject-map.indexes.count',
  ],
};
