/** The create request: `model` and `prompt`. */

import { LIMITS } from '../../../contract/limits.ts';
import type { Check } from '../../engine/define.ts';
import { REFERENCE_MODE, TEXT, without } from '../lib/bodies.ts';
import { REFERENCE, LARGE } from '../lib/clips.ts';
import { acceptedFree, refusal, toleration } from '../lib/rows.ts';
import { MIDDLE_WIDEST, SMALL_TALL } from '../lib/shapes.ts';

const { prompt } = LIMITS;

export const MODEL_AND_PROMPT_CHECKS: readonly Check[] = [
  refusal({
    id: 'create.model.required',
    requirement: 'create.model.required',
    what: 'no `model`',
    body: without(TEXT, 'model'),
  }),
  refusal({
    id: 'create.model.constant.other',
    requirement: 'create.model.constant',
    what: 'another `model`',
    body: { ...TEXT, model: 'videomodel-2' },
  }),
  refusal({
    id: 'create.model.constant.case',
    requirement: 'create.model.constant',
    what: '`model` in another case',
    body: { ...TEXT, model: 'VideoModel-2.5' },
  }),
  refusal({
    id: 'create.model.constant.longer',
    requirement: 'create.model.constant',
    what: '`model` with a suffix',
    body: { ...TEXT, model: `${TEXT.model}-pro` },
  }),
  refusal({
    id: 'create.model.constant.type',
    requirement: 'create.model.constant',
    what: 'a number as `model`',
    body: { ...TEXT, model: 2.5 },
  }),
  refusal({
    id: 'create.prompt.required',
    requirement: 'create.prompt.required',
    what: 'no `prompt`',
    body: without(TEXT, 'prompt'),
  }),
  refusal({
    id: 'create.prompt.type.number',
    requirement: 'create.prompt.type',
    what: 'a number as `prompt`',
    body: { ...TEXT, prompt: 42 },
  }),
  refusal({
    id: 'create.prompt.type.array',
    requirement: 'create.prompt.type',
    what: 'an array as `prompt`',
    body: { ...TEXT, prompt: ['a red kite'] },
  }),
  refusal({
    id: 'create.prompt.type.object',
    requirement: 'create.prompt.type',
    what: 'an object as `prompt`',
    body: { ...TEXT, prompt: { text: 'a red kite' } },
  }),
  refusal({
    id: 'create.prompt.length.empty',
    requirement: 'create.prompt.length',
    what: 'an empty `prompt`',
    body: { ...TEXT, prompt: '' },
  }),
  refusal({
    id: 'create.prompt.length.above',
    requirement: 'create.prompt.length',
    what: `a \`prompt\` of ${prompt.max + 1} characters`,
    body: { ...TEXT, prompt: 'x'.repeat(prompt.max + 1) },
  }),
  refusal({
    id: 'create.prompt.length.above-in-lines',
    requirement: 'create.prompt.length',
    what: `a \`prompt\` of ${prompt.max + 1} characters, most of them line breaks`,
    body: { ...TEXT, prompt: `a${'\n'.repeat(prompt.max - 1)}a` },
  }),
  acceptedFree({
    id: 'create.prompt.length.minimum',
    requirement: 'create.prompt.length',
    what: 'a `prompt` of one character',
    body: { ...TEXT, prompt: 'x' },
    shown: { by: SMALL_TALL },
  }),
  acceptedFree({
    id: 'create.prompt.length.maximum',
    requirement: 'create.prompt.length',
    what: `a \`prompt\` of ${prompt.max} characters`,
    body: { ...TEXT, prompt: 'x'.repeat(prompt.max) },
    shown: { by: LARGE, as: (sent) => String(sent['prompt']).length === prompt.max },
  }),
  acceptedFree({
    id: 'create.prompt.character.two-bytes',
    requirement: 'create.prompt.length',
    what: `a \`prompt\` of ${prompt.max} characters of two bytes each`,
    body: { ...TEXT, prompt: '\u00e9'.repeat(prompt.max) },
    shown: { by: MIDDLE_WIDEST },
  }),
  acceptedFree({
    id: 'create.prompt.handles.unmapped',
    requirement: 'create.prompt.handles',
    what: 'an @handle in its `prompt`',
    body: { ...REFERENCE_MODE, prompt: 'The @hero waves.', subject_to_image_ids: { hero: [0] } },
    shown: { by: REFERENCE, as: (sent) => String(sent['prompt']).includes('@') },
  }),
  toleration({
    id: 'create.prompt.character.astral',
    requirement: 'create.prompt.character',
    what: `a \`prompt\` of ${prompt.max} characters beyond U+FFFF`,
    body: { ...TEXT, prompt: '\u{1F6A2}'.repeat(prompt.max) },
  }),
  toleration({
    id: 'create.prompt.character.combining',
    requirement: 'create.prompt.character',
    what: `a \`prompt\` of ${prompt.max} letters, each with a combining mark`,
    body: { ...TEXT, prompt: 'e\u0301'.repeat(prompt.max) },
  }),
  toleration({
    id: 'create.prompt.blank',
    requirement: 'create.prompt.blank',
    what: 'a `prompt` that is a single space',
    body: { ...TEXT, prompt: ' ' },
  }),
  toleration({
    id: 'create.prompt.blank.trimmed',
    requirement: 'create.prompt.blank',
    what: `a \`prompt\` of ${prompt.max} characters and a trailing space`,
    body: { ...TEXT, prompt: `${'x'.repeat(prompt.max)} ` },
  }),
  toleration({
    id: 'subject-map.unmapped-handle',
    requirement: 'subject-map.unmapped-handle',
    what: 'an @handle that no subject map defines',
    body: { ...TEXT, prompt: '@nobody waves.' },
  }),
].flat();
