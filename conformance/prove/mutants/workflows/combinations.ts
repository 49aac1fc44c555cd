/** Servers that accept values one by one, but reject them together. */

import { strictTo } from '../../tamper/pattern.ts';
import { imagesOf, soundsOf } from '../../tamper/workflow.ts';
import type { Mutant } from '../../mutant.ts';

export const COMBINATION_MUTANTS: readonly Mutant[] = strictTo({
  'create.resolution.values.every-shape': {
    'long-and-large': [
      'limits 1080p to 15 seconds',
      { resolution: '1080p' },
      (body) => Number(body['duration_seconds']) > 15,
    ],
    'wide-and-small': ['rejects 21:9 at 480p', { aspect_ratio: '21:9', resolution: '480p' }],
    'tall-and-large': [
      'rejects 3:4 for 30 seconds at 1080p',
      { aspect_ratio: '3:4', resolution: '1080p', duration_seconds: 30 },
    ],
    'long-and-loud': [
      'rejects sound for 30 seconds at 720p',
      { duration_seconds: 30, audio: true, resolution: '720p' },
    ],
    square: ['rejects squares at one tier', { aspect_ratio: '1:1', resolution: '1080p' }],
  },
  'create.duration-seconds.range.every-length': {
    fives: [
      'accepts only lengths in steps of five',
      (body) =>
        Number(body['duration_seconds']) > 5 &&
        Number(body['duration_seconds']) % 5 !== 0 &&
        body['duration_seconds'] !== 30,
    ],
    seventeen: ['rejects a length of 17 seconds', { duration_seconds: 17 }],
    nearly: ['requires less than 29 seconds', { duration_seconds: 29 }],
  },
  'create.limits.together': {
    whole: [
      'limits the whole body to 16 KiB',
      (_, { body: sent = '' }) => sent.length > 16_384 && sent.length < 100_000,
    ],
    long: [
      'requires a short prompt for a long clip',
      { duration_seconds: 30 },
      (body) => String(body['prompt']).length === 15_000,
    ],
    bytes: ['counts characters of three bytes twice', { prompt: /^\u7A7A{7501}/ }],
    lines: ['limits the lines of a prompt', (body) => String(body['prompt']).split('\n').length > 100],
    short: ['requires a longer prompt for a long clip', { duration_seconds: 30, prompt: 'x' }],
  },
  'create.prompt.ordinary': {
    line: ['accepts only prompts of one line', { prompt: /\n/ }],
    tab: ['rejects tabs as control characters', { prompt: /\t/ }],
    markup: ['rejects markup as an attack', { prompt: /<script>/ }],
    emoji: ['keeps only three bytes of a character', { prompt: /[\u{10000}-\u{10FFFF}]/u }],
    scripts: ['accepts only ASCII', { prompt: /[\u0400-\u9FFF]/ }, (body) => String(body['prompt']).length < 100],
    null: ['reads the prompt "null" as no prompt', { prompt: 'null' }],
    template: ['reads prompts as templates', { prompt: /\{\{/ }],
  },
  'workflow.image.every-tier': {
    large: ['rejects image mode at 1080p', { mode: 'image-to-video', resolution: '1080p' }],
    'long-frames': [
      'rejects a last frame for 30 seconds',
      { mode: 'image-to-video', duration_seconds: 30, image_urls: 2 },
    ],
  },
  'workflow.reference.every-tier': {
    'large-sound': [
      'rejects a sound alone at 1080p',
      { mode: 'reference-to-video', resolution: '1080p', image_urls: 0 },
    ],
    most: [
      'accepts 40 references only for short clips',
      { mode: 'reference-to-video', duration_seconds: 30 },
      (body) => imagesOf(body) + soundsOf(body) === 40,
    ],
  },
});
