/** Servers whose defects show only with `--thorough`, `--hostile` or `--provoke`. */

import type { Fields } from '../../../checks/lib/answers.ts';
import { mutants, mutantsWith, type Mutant } from '../../mutant.ts';
import type { Tampering } from '../../server.ts';
import { rejecting } from '../../tamper/calls.ts';
import {
  accepting,
  creating,
  IN_IMAGE_MODE,
  listOf,
  IN_REFERENCE_MODE,
  matches,
  refusalAnswer,
  type CreateTest,
  type Pattern,
} from '../../tamper/create.ts';

const HOST = 'https://media.standin.test';
const [IMAGE, SOUND] = ['/image/640x480.png', '/audio/2s.mp3'];

/** Servers that accept a file that breaks a rule, by a part of its URL. */
const UNFIT: readonly Mutant[] = mutantsWith(
  {},
  {
    'files.image.public.unfit': { 'makes a clip without an image that it cannot fetch': '/status/404' },
    'files.image.type.unfit': { 'accepts any file as an image': '/image/not-an-image.png' },
    'files.image.type.unfit.another': { 'accepts a sound as an image': SOUND },
    'files.image.type.unfit.third': { 'accepts a WAV file as an image': '/audio/2s.wav' },
    'files.image.size.unfit': { 'accepts images of any size': '/image/heavy-31mb.jpg' },
    'files.image.pixels.unfit': { 'accepts images of 299 pixels': '/image/299x400.png' },
    'files.image.pixels.unfit.other-end': { 'accepts images of more than 6000 pixels': '/image/4000x6001.png' },
    'files.image.pixels.unfit.beside': { 'does not measure heights': '/image/400x299.png' },
    'files.image.ratio.unfit': { 'accepts images of any ratio': '/image/1600x400.png' },
    'files.image.ratio.unfit.other-end': { 'accepts images of any height': '/image/400x1600.png' },
    'files.audio.type.unfit': { 'accepts any file as a sound': '/audio/not-audio.mp3' },
    'files.audio.type.unfit.another': { 'accepts an image as a sound': IMAGE },
    'files.audio.type.unfit.third': { 'accepts a photograph as a sound': '/image/640x480.jpg' },
    'files.audio.size.unfit': { 'accepts sounds of any size': '/audio/heavy-16mb.wav' },
    'files.audio.seconds.unfit': { 'accepts sounds of any length': '/audio/31s.mp3' },
    'files.audio.seconds.unfit.other-end': { 'accepts sounds of one second': '/audio/1s.mp3' },
    'files.audio.combined.unfit': { 'does not add up sounds': '/audio/29s.mp3' },
  },
  (unfit: string) => repairing(unfit),
);

const BEHIND: readonly Mutant[] = mutants({
  'files.audio.public.unfit': {
    'makes a clip without a sound that it cannot fetch': {
      tamper: repairing('/status/404'),
      // The URL that cannot be fetched also stands for images. One accepted file ends a run without a budget.
      selection: { thorough: true },
    },
  },
  'files.image.type.unfit': { 'inspects only the first frame': behindFirst('image_urls', IMAGE, IN_IMAGE_MODE) },
  'files.image.ratio.unfit': {
    'measures only the first frame': { tamper: behindFirst('image_urls', IMAGE), selection: { thorough: true } },
  },
  'files.image.pixels.unfit.beside': {
    'measures only the first reference': behindFirst('image_urls', IMAGE, IN_REFERENCE_MODE),
  },
  'files.image.size.unfit': { 'checks only the first reference': behindFirst('image_urls', IMAGE, IN_REFERENCE_MODE) },
  'files.audio.type.unfit': { 'inspects only the first sound': behindFirst('audio_urls', SOUND) },
});

/** Servers that read an allowed bound of a file as too large. */
const EDGES: readonly Mutant[] = mutants({
  'files.image.pixels.edges': {
    'rejects images of 6000 pixels': rejecting({ body: sends('/image/6000x') }, 400, 'image'),
  },
  'files.audio.seconds.edges': { 'rejects sounds of 30 s': rejecting({ body: sends('/audio/30s') }, 400, 'sound') },
  'files.edges.run': {
    'fails a generation with images of 6000 pixels': replacing('/image/6000x2400.jpg', '/image/6001x2400.jpg'),
    'fails a generation with sounds of 30 s': replacing('/audio/30s.mp3', '/audio/31s.mp3'),
  },
});

const HOSTILE: readonly Mutant[] = mutantsWith(
  { selection: { hostile: true } },
  {
    'create.body.hostile.nested-1000': { 'flattens arrays into a prompt': (body) => depth(body) === 1000 },
    'create.body.hostile.nested-100000': {
      'ignores deeply nested arrays': (_, { body = '' }) => /\[{90000}/.test(body),
    },
    'create.body.hostile.large': {
      'cuts a prompt of a million characters': (body) => String(body['prompt']).length === 1_000_000,
    },
    'create.body.hostile.huge': {
      'cuts a prompt of ten million characters': (_, { body = '' }) => body.length > 9_000_000,
    },
    'create.body.hostile.digits': {
      'reads an infinite length as the longest': (_, { body = '' }) => /:9{400}/.test(body),
    },
    'create.body.hostile.fields': { 'ignores ten thousand fields': (body) => 'field9999' in body },
    'create.body.hostile.prototype': { 'ignores `__proto__`': (_, { body = '' }) => body.startsWith('{"__proto__"') },
  },
  (when: CreateTest) => accepting(when),
);

const LIMITS: readonly Mutant[] = mutants({
  'limits.rate.status': {
    'answers 403 if requests arrive too fast': {
      tamper: flooded,
      selection: { provoke: true },
      keeper: { settings: { limits: 'realistic' } },
    },
  },
});

export const ON_REQUEST_MUTANTS: readonly Mutant[] = [...UNFIT, ...BEHIND, ...EDGES, ...HOSTILE, ...LIMITS];

/** Checks only the first file of a list. */
function behindFirst(field: string, fit: string, when: Pattern = {}): () => Tampering {
  const isMeant = matches(when);
  return creating((body, call) => {
    const [first, ...more] = listOf(body, field);
    if (more.length === 0 || !isMeant(body, call)) return body;
    return { ...body, [field]: [first, ...more.map((_, at) => `${HOST}${fit}?n=${at}`)] };
  });
}

function sends(url: string): CreateTest {
  return (body) => JSON.stringify(body).includes(url);
}

function replacing(fit: string, unfit: string): () => Tampering {
  return creating((body, call) =>
    sends(fit)(body, call) ? (JSON.parse(JSON.stringify(body).replaceAll(fit, unfit)) as Fields) : body,
  );
}

/** Replaces a file that breaks a rule, and its neighbors. */
function repairing(unfit: string): () => Tampering {
  return creating((body, call) => {
    if (!sends(unfit)(body, call)) return body;
    const images = 'image_urls' in body ? { image_urls: [`${HOST}${IMAGE}`] } : {};
    const sounds = 'audio_urls' in body ? { audio_urls: [`${HOST}${SOUND}`] } : {};
    return { ...body, ...images, ...sounds };
  });
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
