/** Servers that misread the body as a whole, the model, the prompt or the length. */

import { has, isA } from '../../tamper/body.ts';
import { lenient, strict } from '../../tamper/create.ts';
import type { Mutant } from '../../mutant.ts';
import type { Fields } from '../../../checks/lib/answers.ts';
import type { Call } from '../../server.ts';

const bodyIs =
  (test: (text: string) => boolean) =>
  (_: Fields, { body }: Call): boolean =>
    test(body ?? '');
const lacks =
  (field: string) =>
  (body: Fields): boolean =>
    'prompt' in body !== 'model' in body && !(field in body);
const length =
  (count: number) =>
  (body: Fields): boolean =>
    typeof body['prompt'] === 'string' && body['prompt'].length === count && !/^[^ -~]/.test(body['prompt']);

const BODY: readonly Mutant[] = lenient([
  ['create.body.json.empty', 'takes an empty body for the defaults', bodyIs((text) => text === '')],
  [
    'create.body.json.cut',
    'reads as far as it can of JSON that is cut off',
    bodyIs((text) => text.startsWith('{"model') && !text.endsWith('}')),
  ],
  ['create.body.json.words', 'takes a plain text for the prompt', bodyIs((text) => text === 'a red kite')],
  ['create.body.json.array', 'takes the first item of an array', bodyIs((text) => text.startsWith('['))],
  ['create.body.json.string', 'takes a JSON string for the prompt', bodyIs((text) => text === '"a red kite"')],
  ['create.body.json.encoded', 'decodes a body that is a string once more', bodyIs((text) => /^"\{.*\}"$/.test(text))],
  ['create.body.json.null', 'takes null for the defaults', bodyIs((text) => text === 'null')],
  ['create.unknown-fields.other', 'ignores fields that it does not know', (body) => 'webhook_url' in body],
  [
    'create.unknown-fields.null',
    'ignores unknown fields that are null',
    (body) => 'color' in body && !('mode' in body),
  ],
  ['create.unknown-fields.case', 'reads field names in any case', (body) => 'Resolution' in body],
  ['create.unknown-fields.record', 'takes fields of the answer', (body) => 'status' in body],
]);

const MODEL_AND_PROMPT: readonly Mutant[] = lenient([
  ['create.model.required', 'has a default for `model`', (body) => !('model' in body) && 'prompt' in body],
  ['create.model.constant.other', 'knows older models', has('model', 'videomodel-2')],
  ['create.model.constant.case', 'compares `model` in any case', has('model', 'VideoModel-2.5')],
  ['create.model.constant.longer', 'compares the beginning of `model`', has('model', 'videomodel-2.5-pro')],
  ['create.model.constant.type', 'takes a number for the model', isA('model', 'number')],
  ['create.prompt.required', 'makes a prompt up', lacks('prompt')],
  ['create.prompt.type.number', 'turns a number into a prompt', isA('prompt', 'number')],
  ['create.prompt.type.array', 'joins an array into a prompt', (body) => Array.isArray(body['prompt'])],
  [
    'create.prompt.type.object',
    'takes the text of an object as prompt',
    (body) => isA('prompt', 'object')(body) && !Array.isArray(body['prompt']),
  ],
  ['create.prompt.length.empty', 'takes an empty prompt', (body) => body['prompt'] === '' && !('color' in body)],
  ['create.prompt.length.above', 'cuts a prompt that is one character too long', length(15_001)],
]);

const LENGTH: readonly Mutant[] = lenient([
  [
    'create.duration-seconds.required',
    'has a default for `duration_seconds`',
    (body) => !('duration_seconds' in body) && 'prompt' in body && !('reference_video_operation' in body),
  ],
  [
    'create.duration-seconds.required.edit',
    'needs no `duration_seconds` for an edit',
    (body) => !('duration_seconds' in body) && body['reference_video_operation'] === 'edit',
  ],
  ['create.duration-seconds.integer.fraction', 'rounds `duration_seconds`', has('duration_seconds', 4.5)],
  [
    'create.duration-seconds.integer.string',
    'reads `duration_seconds` from a string',
    isA('duration_seconds', 'string'),
  ],
  ['create.duration-seconds.integer.boolean', 'counts true as 1 and lifts it to 4', has('duration_seconds', true)],
  ['create.duration-seconds.range.below', 'takes 3 seconds', has('duration_seconds', 3)],
  ['create.duration-seconds.range.above', 'takes 31 seconds', has('duration_seconds', 31)],
  ['create.duration-seconds.range.zero', 'takes 0 for "not given"', has('duration_seconds', 0)],
  ['create.duration-seconds.range.negative', 'takes the absolute value', has('duration_seconds', -4)],
  ['create.duration-seconds.range.huge', 'keeps 32 bits of a length', has('duration_seconds', 4_294_967_300)],
]);

const BOUNDS: readonly Mutant[] = strict([
  ['create.prompt.length.minimum', 'wants two characters at least', has('prompt', 'x')],
  ['create.prompt.length.maximum', 'counts the end of the string too', length(15_000)],
  [
    'create.prompt.character.two-bytes',
    'counts bytes for characters',
    (body) => /^\u00e9{7501}/.test(String(body['prompt'])),
  ],
  [
    'create.prompt.handles.unmapped',
    'takes an @ in the prompt for an injection',
    (body) => /@hero/.test(String(body['prompt'])),
  ],
  ['create.duration-seconds.range.minimum', 'wants more than 4 seconds', has('duration_seconds', 4)],
  ['create.duration-seconds.range.maximum', 'wants less than 30 seconds', has('duration_seconds', 30)],
]);

export const PROMPT_AND_LENGTH_MUTANTS: readonly Mutant[] = [...BODY, ...MODEL_AND_PROMPT, ...LENGTH, ...BOUNDS];
