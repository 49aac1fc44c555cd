/** Servers that allow values one by one, and refuse them together. */

import { has } from '../../tamper/body.ts';
import { refusing } from '../../tamper/create.ts';
import type { Mutant } from '../../mutant.ts';
import {
  every,
  imagesOf,
  inImageMode,
  inReferenceMode,
  soundsOf,
  ofTable,
  type NamedRow,
} from '../../tamper/workflow.ts';

const ratio = (value: string) => has('aspect_ratio', value);
const longest = has('duration_seconds', 30);
const largest = has('resolution', '1080p');

/** Bounds that break only together. */
const STRICT: readonly NamedRow[] = [
  [
    'long-and-large',
    'create.resolution.values.every-shape',
    'makes 1080p up to 15 seconds',
    every(largest, (body) => Number(body['duration_seconds']) > 15),
  ],
  [
    'wide-and-small',
    'create.resolution.values.every-shape',
    'has no 21:9 at 480p',
    every(ratio('21:9'), has('resolution', '480p')),
  ],
  [
    'tall-and-large',
    'create.resolution.values.every-shape',
    'has no 3:4 of 30 seconds at 1080p',
    every(ratio('3:4'), largest, longest),
  ],
  [
    'long-and-loud',
    'create.resolution.values.every-shape',
    'makes no sound for 30 seconds at 720p',
    every(longest, has('audio', true), has('resolution', '720p')),
  ],
  [
    'square',
    'create.resolution.values.every-shape',
    'has squares at one tier only',
    every(ratio('1:1'), has('resolution', '1080p')),
  ],
  [
    'fives',
    'create.duration-seconds.range.every-length',
    'knows lengths in steps of five',
    (body) => Number(body['duration_seconds']) > 5 && Number(body['duration_seconds']) % 5 !== 0 && !longest(body),
  ],
  ['seventeen', 'create.duration-seconds.range.every-length', 'has lost one length', has('duration_seconds', 17)],
  ['nearly', 'create.duration-seconds.range.every-length', 'wants less than 29 seconds', has('duration_seconds', 29)],
  [
    'whole',
    'create.limits.together',
    'limits the whole body to 16 KiB',
    (_, { body: sent = '' }) => sent.length > 16_384 && sent.length < 100_000,
  ],
  [
    'long',
    'create.limits.together',
    'wants a short prompt for a long clip',
    every(longest, (body) => String(body['prompt']).length === 15_000),
  ],
  [
    'bytes',
    'create.limits.together',
    'counts bytes from three on',
    (body) => /^\u7A7A{7501}/.test(String(body['prompt'])),
  ],
  [
    'lines',
    'create.limits.together',
    'limits the lines of a prompt',
    (body) => String(body['prompt']).split('\n').length > 100,
  ],
  ['short', 'create.limits.together', 'wants a longer prompt for a long clip', every(longest, has('prompt', 'x'))],
  ['line', 'create.prompt.ordinary', 'takes prompts of one line', (body) => String(body['prompt']).includes('\n')],
  [
    'tab',
    'create.prompt.ordinary',
    'takes a tab for a control character',
    (body) => String(body['prompt']).includes('\t'),
  ],
  [
    'markup',
    'create.prompt.ordinary',
    'takes markup for an attack',
    (body) => String(body['prompt']).includes('<script>'),
  ],
  [
    'emoji',
    'create.prompt.ordinary',
    'keeps three bytes of a character',
    (body) => /[\u{10000}-\u{10FFFF}]/u.test(String(body['prompt'])),
  ],
  [
    'scripts',
    'create.prompt.ordinary',
    'takes ASCII only',
    (body) => /[\u0400-\u9FFF]/.test(String(body['prompt'])) && String(body['prompt']).length < 100,
  ],
  ['null', 'create.prompt.ordinary', 'takes the prompt "null" for none', has('prompt', 'null')],
  ['template', 'create.prompt.ordinary', 'fills prompts in', (body) => String(body['prompt']).includes('{{')],
  ['large', 'workflow.image.every-tier', 'has no image mode at 1080p', every(inImageMode, largest)],
  [
    'long-frames',
    'workflow.image.every-tier',
    'has no last frame for 30 seconds',
    every(inImageMode, longest, (body) => imagesOf(body) === 2),
  ],
  [
    'large-sound',
    'workflow.reference.every-tier',
    'takes no sound alone at 1080p',
    every(inReferenceMode, largest, (body) => imagesOf(body) === 0),
  ],
  [
    'most',
    'workflow.reference.every-tier',
    'takes 40 references for short clips only',
    every(inReferenceMode, longest, (body) => imagesOf(body) + soundsOf(body) === 40),
  ],
];

export const COMBINATION_MUTANTS: readonly Mutant[] = STRICT.map((row) => ofTable(row, () => refusing(row[3])));
