/** Servers whose defects show only with `--thorough`, `--hostile` or `--provoke`. */

import { lenient, listOf, refusalAnswer } from '../../tamper/create.ts';
import { creating } from '../../tamper/create-change.ts';
import { imagesOf, inReferenceMode, soundsOf } from '../../tamper/workflow.ts';
import { also, mutant, type Mutant } from '../../mutant.ts';
import type { Fields } from '../../../checks/lib/answers.ts';
import type { Tampering } from '../../server.ts';

const HOST = 'https://media.standin.test';

/** The rule of a file, the behavior of the server, and a part of the URL of a file that breaks the rule. */
const FILES: readonly (readonly [rule: string, does: string, unfit: string])[] = [
  ['image.public', 'makes a clip without an image that it cannot fetch', '/status/404'],
  ['image.type', 'accepts any file as an image', '/image/not-an-image.png'],
  ['image.size', 'accepts images of any size', '/image/heavy-31mb.jpg'],
  ['image.pixels', 'accepts images of 299 pixels', '/image/299x400.png'],
  ['image.ratio', 'accepts images of any ratio', '/image/1600x400.png'],
  ['audio.public', 'makes a clip without a sound that it cannot fetch', '/status/404'],
  ['audio.type', 'accepts any file as a sound', '/audio/not-audio.mp3'],
  ['audio.size', 'accepts sounds of any size', '/audio/heavy-16mb.wav'],
  ['audio.seconds', 'accepts sounds of any length', '/audio/31s.mp3'],
  ['audio.combined', 'does not add up sounds', '/audio/29s.mp3'],
];

const OTHER_ENDS: readonly (readonly [rule: string, does: string, unfit: string])[] = [
  ['image.pixels', 'accepts images of more than 6000 pixels', '/image/4000x6001.png'],
  ['image.ratio', 'accepts images of any height', '/image/400x1600.png'],
  ['audio.seconds', 'accepts sounds of one second', '/audio/1s.mp3'],
];

/** Files of another type than in `FILES`. */
const OTHER_TYPES: readonly (readonly [rule: string, does: string, unfit: string])[] = [
  ['image.type', 'accepts a sound as an image', '/audio/2s.mp3'],
  ['audio.type', 'accepts an image as a sound', '/image/640x480.png'],
];
const THIRD_TYPES: readonly (readonly [rule: string, does: string, unfit: string])[] = [
  ['image.type', 'accepts a WAV file as an image', '/audio/2s.wav'],
  ['audio.type', 'accepts a photograph as a sound', '/image/640x480.jpg'],
];

const UNFIT: readonly Mutant[] = [
  ...FILES.map(([rule, ...row]) => [`files.${rule}.unfit`, ...row] as const),
  ...OTHER_ENDS.map(([rule, ...row]) => [`files.${rule}.unfit.other-end`, ...row] as const),
  ...OTHER_TYPES.map(([rule, ...row]) => [`files.${rule}.unfit.another`, ...row] as const),
  ...THIRD_TYPES.map(([rule, ...row]) => [`files.${rule}.unfit.third`, ...row] as const),
].map(([check, does, unfit]) =>
  mutant(check, does, {
    tamper: creating((body) => repaired(body, unfit)),
    // The URL that cannot be fetched also stands for images. One accepted file ends a run without a budget.
    selection: { only: [check], ...(check === 'files.audio.public.unfit' && { thorough: true }) },
  }),
);

/** Checks only the first file of a list, in one list or in one mode. */
const behindFirst = (field: string, fit: string, mode?: string): (() => Tampering) =>
  creating((body) => {
    const files = listOf(body, field);
    const isMeant = files.length > 1 && (mode === undefined || body['mode'] === mode);
    return isMeant ? { ...body, [field]: [files[0], ...files.slice(1).map((_, at) => `${HOST}${fit}?n=${at}`)] } : body;
  });

const BEHIND: readonly Mutant[] = [
  also(['files.image.type.unfit', 'last-frame'], 'inspects only the first frame', {
    tamper: behindFirst('image_urls', '/image/640x480.png', 'image-to-video'),
    selection: { only: ['files.image.type.unfit'] },
  }),
  also(['files.image.ratio.unfit', 'last-frame'], 'measures only the first frame', {
    tamper: behindFirst('image_urls', '/image/640x480.png'),
    selection: { thorough: true, only: ['files.image.ratio.unfit'] },
  }),
  mutant('files.image.pixels.unfit.beside', 'measures only the first reference', {
    tamper: behindFirst('image_urls', '/image/640x480.png', 'reference-to-video'),
  }),
  also(['files.image.pixels.unfit.beside', 'height'], 'does not measure heights', {
    tamper: creating((body) => repaired(body, '/image/400x299.png')),
  }),
  also(['files.image.size.unfit', 'reference'], 'checks only the first reference', {
    tamper: behindFirst('image_urls', '/image/640x480.png', 'reference-to-video'),
    selection: { only: ['files.image.size.unfit'] },
  }),
  also(['files.audio.type.unfit', 'second'], 'inspects only the first sound', {
    tamper: behindFirst('audio_urls', '/audio/2s.mp3'),
    selection: { only: ['files.audio.type.unfit'] },
  }),
];

/** Servers that read an allowed bound of a file as too large. */
const EDGES: readonly Mutant[] = [
  mutant('files.image.pixels.edges', 'rejects images of 6000 pixels', {
    tamper: () => async (call, engine) =>
      call.operation === 'create' && JSON.stringify(call.json).includes('/image/6000x')
        ? refusalAnswer(400, 'invalid_image')
        : engine(call),
  }),
  mutant('files.audio.seconds.edges', 'rejects sounds of 30 s', {
    tamper: () => async (call, engine) =>
      call.operation === 'create' && JSON.stringify(call.json).includes('/audio/30s')
        ? refusalAnswer(400, 'invalid_sound')
        : engine(call),
  }),
  mutant('files.edges.run', 'fails a generation with images of 6000 pixels', {
    tamper: creating((body) => replaced(body, '/image/6000x2400.jpg', '/image/6001x2400.jpg')),
  }),
  also(['files.edges.run', 'sound'], 'fails a generation with sounds of 30 s', {
    tamper: creating((body) => replaced(body, '/audio/30s.mp3', '/audio/31s.mp3')),
  }),
];

const TIERS = ['480p', '720p', '1080p'] as const;
const RATIOS = ['21:9', '16:9', '9:16', '1:1', '4:3', '3:4'] as const;

const ALIKE = { '480p': 0.12, '720p': 0.12, '1080p': 0.12 } as const;

const SHAPES: readonly Mutant[] = TIERS.flatMap((tier) => RATIOS.map((ratio) => ({ tier, ratio }))).flatMap(
  ({ tier, ratio }) => {
    const name = `${tier}.${ratio.replace(':', '-')}`;
    const isMeant = ({ resolution = '720p', aspect_ratio: shape = '16:9' }: Fields): boolean =>
      resolution === tier && shape === ratio;
    const misshapen = (kind: string, does: string, more: Fields): Mutant =>
      mutant(`content.${kind}.${name}`, does, {
        tamper: creating((body) => (isMeant(body) ? { ...body, ...more } : body)),
        selection: { thorough: true, only: [`content.${kind}.${name}`] },
        // The credits for one generation do not suffice for another tier.
        ...(tier === '480p' &&
          ratio === '1:1' && { settings: { prices: { withoutSources: ALIKE, withSources: ALIKE } } }),
      });
    return [
      misshapen('aspect-ratio', `makes another ratio for ${ratio} at ${tier}`, {
        aspect_ratio: ratio === '1:1' ? '16:9' : '1:1',
        resolution: '480p',
      }),
      misshapen('resolution', `makes another tier for ${tier} at ${ratio}`, {
        resolution: otherTier(tier, ratio),
      }),
    ];
  },
);

const LENGTHS: readonly Mutant[] = (
  [
    ['image', (body) => body['mode'] === 'image-to-video', 6],
    ['frames', (body) => body['mode'] === 'image-to-video', 8],
    ['frames-long', (body) => body['mode'] === 'image-to-video' && imagesOf(body) === 2, 8],
    ['reference', (body) => body['mode'] === 'reference-to-video' && !('reference_video_operation' in body), 5],
    ['reference-image', (body) => inReferenceMode(body) && imagesOf(body) === 1, 6],
    ['reference-sound', (body) => inReferenceMode(body) && imagesOf(body) === 0 && soundsOf(body) === 1, 6],
    ['extend-many', (body) => listOf(body, 'source_video_ids').length === 5, 7],
    ['image-large', (body) => body['mode'] === 'image-to-video' && body['resolution'] === '1080p', 5],
    ['longest', (body) => body['duration_seconds'] === 30, 20],
  ] satisfies [string, (body: Fields) => boolean, number][]
).map(([name, when, seconds]) =>
  mutant(`content.duration.requested.${name}`, `makes ${seconds} seconds for "${name}"`, {
    tamper: creating((body) => (when(body) ? { ...body, duration_seconds: seconds } : body)),
    selection: { thorough: true, only: [`content.duration.requested.${name}`] },
  }),
);

const HOSTILE: readonly Mutant[] = lenient(
  [
    ['create.body.hostile.nested-1000', 'flattens arrays into a prompt', (body) => depth(body) === 1000],
    [
      'create.body.hostile.nested-100000',
      'ignores deeply nested arrays',
      (_, { body }) => /\[{90000}/.test(body ?? ''),
    ],
    [
      'create.body.hostile.large',
      'cuts a prompt of a million characters',
      (body) => String(body['prompt']).length === 1_000_000,
    ],
    [
      'create.body.hostile.huge',
      'cuts a prompt of ten million characters',
      (_, { body }) => (body ?? '').length > 9_000_000,
    ],
    [
      'create.body.hostile.digits',
      'reads an infinite length as the longest',
      (_, { body }) => /:9{400}/.test(body ?? ''),
    ],
    ['create.body.hostile.fields', 'ignores ten thousand fields', (body) => 'field9999' in body],
    ['create.body.hostile.prototype', 'ignores `__proto__`', (_, { body }) => (body ?? '').startsWith('{"__proto__"')],
  ],
  { hostile: true },
).map((one) => ({ ...one, selection: { hostile: true, only: [one.killedBy] } }));

const LIMITS: readonly Mutant[] = [
  mutant('limits.rate.status', 'answers 403 if requests arrive too fast', {
    tamper: flooded,
    selection: { provoke: true, only: ['limits.rate.status'] },
    keeper: { settings: { limits: 'realistic' } },
  }),
];

export const ON_REQUEST_MUTANTS: readonly Mutant[] = [
  ...UNFIT,
  ...BEHIND,
  ...EDGES,
  ...SHAPES,
  ...LENGTHS,
  ...HOSTILE,
  ...LIMITS,
];

/** Returns a tier with another area and another shorter side: 640 pixels are near 720. */
function otherTier(tier: string, ratio: string): string {
  if (tier === '480p') return '720p';
  return ratio === '1:1' && tier === '720p' ? '1080p' : '480p';
}

function replaced(body: Fields, fit: string, unfit: string): Fields {
  const text = JSON.stringify(body);
  return text.includes(fit) ? (JSON.parse(text.replaceAll(fit, unfit)) as Fields) : body;
}

function repaired(body: Fields, unfit: string): Fields {
  const text = JSON.stringify(body);
  if (!text.includes(unfit)) return body;
  const images = text.includes('image_urls') ? { image_urls: [`${HOST}/image/640x480.png`] } : {};
  const sounds = text.includes('audio_urls') ? { audio_urls: [`${HOST}/audio/2s.mp3`] } : {};
  return { ...body, ...images, ...sounds };
}

function depth(body: Fields): number {
  let count = 0;
  for (let value = body['prompt']; Array.isArray(value); value = value[0]) count += 1;
  return count;
}

function flooded(): Tampering {
  let creates = 0;
  return async (call, engine) => {
    if (call.operation === 'create') creates += 1;
    return creates > 60 && call.operation === 'create' ? refusalAnswer(403, 'slow_down') : engine(call);
  };
}
