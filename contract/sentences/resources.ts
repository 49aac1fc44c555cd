/** The sentences of "Resources and their fields", except the request, which is in `request.ts`. */

import type { Sentence } from './sentence.ts';

export const RESOURCE_SENTENCES: readonly Sentence[] = [
  { says: 'VideoGeneration (response of create and get)', rules: ['create.answer.record', 'get.answer.record'] },
  { says: 'id: string, uuid; required. Generation identifier.', rules: ['record.id'] },
  { says: 'object: string; required. Constant `video.generation`.', rules: ['record.object'] },
  { says: 'model: string; required. Constant `videomodel-2.5`.', rules: ['record.model'] },
  {
    says: 'status: string enum; required. `pending`, `running`, `completed`, `failed`.',
    rules: ['record.status'],
  },
  {
    says: 'cost_usd: number; required. Cost in US dollars (the reserved, displayed cost).',
    rules: ['record.cost-usd', 'record.cost-usd.reserved'],
  },
  {
    says: 'output: object; not required. Present when completed. Contains `url` (string): a relative URL of the form `/v1/videos/<id>/content`, authenticated with the same bearer key.',
    rules: [
      'record.output.when-completed',
      'record.output.not-otherwise',
      'record.output.url',
      'record.output.same-key',
    ],
  },
  {
    says: 'error: ErrorBody; not required. Present when the generation failed.',
    rules: ['record.error.when-failed', 'record.error.not-otherwise'],
  },
  { says: 'Error (envelope of every error response)', rules: ['error.envelope'] },
  { says: 'error: ErrorBody; required.', rules: ['error.envelope'] },
  { says: 'code: string; required. Machine-readable code.', rules: ['error.code'] },
  { says: 'message: string; required. Human-readable text.', rules: ['error.message'] },
  {
    says: 'request_id: string, uuid; not required. To be quoted when contacting support.',
    rules: ['error.request-id', 'error.request-id.quote'],
  },
  {
    says: 'SubjectMap (used by the three subject_to_* request fields)',
    rules: [],
    reason: 'It says where the map is used; the rows of the three fields say it again.',
  },
  { says: 'An object whose keys are handle names and whose values are arrays.', rules: ['subject-map.object'] },
  {
    says: 'Key pattern: `^[A-Za-z][A-Za-z0-9_]{0,63}$` (no leading @; the prompt refers to it as @handle).',
    rules: ['subject-map.handle', 'create.prompt.handles'],
  },
  {
    says: 'Value: array of integers, each >= 0 (zero-based index into the corresponding reference array), 1 to 30 items.',
    rules: ['subject-map.index.integer', 'subject-map.index.minimum', 'subject-map.indexes.count'],
  },
];
