/** The requirements on the map from handles to indexes, which the `subject_to_*` fields share. */

import { LIMITS } from '../limits.ts';
import { must, silent } from './requirement.ts';

const { handlePattern, indexes } = LIMITS.subjectMap;

export const SUBJECT_MAP = {
  'subject-map.object': must('A subject map is an object, and each of its values is an array.'),
  'subject-map.handle': must(`A handle matches \`${handlePattern}\`. The @ in the prompt is not part of the handle.`, [
    'limits',
  ]),
  'subject-map.index.integer': must('An index is an integer.'),
  'subject-map.index.minimum': must('An index is 0 or more, and 0 is the index of the first item of the array.'),
  'subject-map.indexes.count': must(`A handle has ${indexes.min} to ${indexes.max} indexes.`, ['limits']),
  'subject-map.empty': silent(
    'May a subject map be empty?',
    'Reference-to-video accepts an empty map, which has no effect. The other modes reject an empty map, because the field is present.',
  ),
  'subject-map.repeated-index': silent(
    'May one handle contain an index twice, and may two handles contain the same index?',
    'Both are accepted.',
  ),
  'subject-map.unmapped-handle': silent(
    'What happens if the prompt contains an @handle that no subject map defines?',
    'The emulator accepts the handle as plain text.',
  ),
  'subject-map.unused-handle': silent(
    'What happens if the prompt does not use a handle, or if two subject maps define the same handle?',
    'Both are accepted.',
  ),
};
