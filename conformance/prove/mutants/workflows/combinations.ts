/** Servers that allow values one by one, and refuse them together. */

import { strictTo } from '../../tamper/pattern.ts';
import { imagesOf, soundsOf } from '../../tamper/workflow.ts';
import type { Mutant } from '../../mutant.ts';

export const COMBINATION_MUTANTS: readonly Mutant[] = strictTo({
  'create.resolution.values.every-shape': {
    'long-and-large': [
      'makes 1080p up to 15 seconds',
      { resolution: '1080p' },
      (body) => Number(body['duration_seconds']) > 15,
    ],
    'wide-and-small': ['has no 21:9 at 480p', { aspect_ratio: '21:9', resolution: '480p' }],
    'tall-and-large': [
      'has no 3:4 of 30 seconds at 1080p',
      { aspect_ratio: '3:4', resolution: '1080p', duration_seconds: 30 },
    ],
    'long-and-loud': [
      'makes no sound for 30 seconds at 720p',
      { duration_seconds: 30, audio: true, resolution: '720p' },
    ],
    square: ['has squares at one tier only', { aspect_ratio: '1:1', resolution: '1080p' }],
  },
  'create.duration-seconds.range.every-length': {
    fives: [
      'knows lengths in steps of five',
      (body) =>
        Number(body['duration_seconds']) > 5 &&
        Number(body['duration_seconds']) % 5 !== 0 &&
        body['duration_seconds'] !== 30,
    ],
    seventeen: ['has lost one length', { duration_seconds: 17 }],
    nearly: ['wants less than 29 seconds', { duration_seconds: 29 }],
  },
  'create.limits.together': {
    whole: [
      'limits the whole body to 16 KiB',
      (_, { body: sent = '' }) => sent.length > 16_384 && sent.length < 100_000,
    ],
    long: [
      'wants a short prompt for a long clip',
      { duration_seconds: 30 },
      (body) => String(body['prompt']).length === 15_000,
    ],
    bytes: ['counts bytes from three on', { prompt: /^\u7A7A{7501}/ }],
    lines: ['limits the lines of a prompt', (body) => String(body['prompt']).split('\n').length > 100],
    short: ['wants a longer prompt for a long clip', { duration_seconds: 30, prompt: 'x' }],
  },
  'create.prompt.ordinary': {
    line: ['takes prompts of one line', { prompt: /\n/ }],
    tab: ['takes a tab for a control character', { prompt: /\t/ }],
    markup: ['takes markup for an attack', { prompt: /<script>/ }],
    emoji: ['keeps three bytes of a character', { prompt: /[\u{10000}-\u{10FFFF}]/u }],
    scripts: ['takes ASCII only', { prompt: /[\u0400-\u9FFF]/ }, (body) => String(body['prompt']).length < 100],
    null: ['takes the prompt "null" for none', { prompt: 'null' }],
    template: ['fills prompts in', { prompt: /\{\{/ }],
  },
  'workflow.image.every-tier': {
    large: ['has no image mode at 1080p', { mode: 'image-to-video', resolution: '1080p' }],
    'long-frames': [
      'has no last frame for 30 seconds',
      { mode: 'image-to-video', duration_seconds: 30, image_urls: 2 },
    ],
  },
  'workflow.reference.every-tier': {
    'large-sound': [
      'takes no sound alone at 1080p',
      { mode: 'reference-to-video', resolution: '1080p', image_urls: 0 },
    ],
    most: [
      'takes 40 references for short clips only',
      { mode: 'reference-to-video', duration_seconds: 30 },
      (body) => imagesOf(body) + soundsOf(body) === 40,
    ],
  },
});
