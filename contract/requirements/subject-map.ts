/** The requirements on the map from handles to indexes, which the `subject_to_*` fields share. */

import { LIMITS } from '../limits.ts';
import type { Entry } from './requirement.ts';

const { handlePattern, indexes } = LIMITS.subjectMap;

export const SUBJECT_MAP = [
  {
    id: 'subject-map.object',
    level: 'must',
    text: 'A subject map is an object, and each of its values is an array.',
  },
  {
    id: 'subject-map.handle',
    level: 'must',
    also: ['limits'],
    text: `A handle matches \`${handlePattern}\`. The @ in the prompt is not part of the handle.`,
  },
  { id: 'subject-map.index.integer', level: 'must', text: 'An index is an integer.' },
  {
    id: 'subject-map.index.minimum',
    level: 'must',
    text: 'An index is 0 or more, and 0 is the index of the first item of the array.',
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
    text: 'May a subject map be empty?',
    default:
      'Reference-to-video accepts an empty map, which has no effect. The other modes reject an empty map, because the field is present.',
  },
  {
    id: 'subject-map.repeated-index',
    level: 'silent',
    text: 'May one handle contain an index twice, and may two handles contain the same index?',
    default: 'Both are accepted.',
  },
  {
    id: 'subject-map.unmapped-handle',
    level: 'silent',
    text: 'What happens if the prompt contains an @handle that no subject map defines?',
    default: 'The emulator accepts the handle as plain text.',
  },
  {
    id: 'subject-map.unused-handle',
    level: 'silent',
    text: 'What happens if the prompt does not use a handle, or if two subject maps define the same handle?',
    default: 'Both are accepted.',
  },
] as const satisfies readonly Entry[];
