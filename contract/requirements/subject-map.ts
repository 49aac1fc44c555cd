/** The requirements on the map from handles to indexes, which the `subject_to_*` fields share. */

import { LIMITS } from '../limits.ts';
import type { Entry } from './requirement.ts';

const { handlePattern, indexes } = LIMITS.subjectMap;

export const SUBJECT_MAP = [
  {
    id: 'subject-map.object',
    level: 'must',
    text: 'A subject map is an object; each of its values is an array.',
  },
  {
    id: 'subject-map.handle',
    level: 'must',
    also: ['limits'],
    text: `A handle matches \`${handlePattern}\`; the @ in the prompt is not part of the handle.`,
  },
  { id: 'subject-map.index.integer', level: 'must', text: 'An index is an integer.' },
  {
    id: 'subject-map.index.minimum',
    level: 'must',
    text: 'An index is 0 or more; 0 stands for the first item of the array.',
  },
  {
    id: 'subject-map.indexes.count',
    level: 'must',
    also: ['limits'],
    text: `A handle has ${indexes.min} to ${indexes.max} indexes.`,
  },
  {
    id: 'subject-map.empty',
    level: 'silent',
    text: 'Whether a map without any handle is allowed.',
    default:
      'Reference-to-video accepts an empty map, which has no effect. The other modes reject an empty map, because the field is present.',
  },
  {
    id: 'subject-map.repeated-index',
    level: 'silent',
    text: 'Whether one handle may contain an index twice, and whether two handles may contain the same index.',
    default: 'Both are accepted.',
  },
  {
    id: 'subject-map.unmapped-handle',
    level: 'silent',
    text: 'The response to an @handle in the prompt that no map defines.',
    default: 'The handle is accepted as plain text.',
  },
  {
    id: 'subject-map.unused-handle',
    level: 'silent',
    text: 'The response to a handle that the prompt does not use, or that two maps define.',
    default: 'Both are accepted.',
  },
] as const satisfies readonly Entry[];
