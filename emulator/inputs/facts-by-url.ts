/** Returns facts of files that do not exist: fixture files, and placeholders for files on the network. */

import { createHash } from 'node:crypto';
import { fixtureHint, readFixturePath, type FixtureRoute } from '../domain/fixture-paths.ts';
import type { MediaFacts, MediaKind } from '../domain/ports.ts';
import { missing, unreadable, type Found } from './media-file.ts';

const HEAVY_SHAPE = { width: 1920, height: 1080 };

type Serve = (parts: readonly string[], kind: MediaKind) => Found;

const SERVE: Readonly<Record<FixtureRoute, Serve>> = {
  image: ([width, height, ending = ''], kind) =>
    expectKind(kind, imageFacts(ending, { width: Number(width), height: Number(height) })),
  audio: ([seconds, ending = ''], kind) => expectKind(kind, soundFacts(ending, Number(seconds))),
  heavyImage: (_, kind) => expectKind(kind, { ...imageFacts('jpg', HEAVY_SHAPE), bytes: 31_000_000 }),
  heavyAudio: (_, kind) => expectKind(kind, { ...soundFacts('wav', 5), bytes: 16_000_000 }),
  badImage: (_, kind) => unreadable(kind),
  badAudio: (_, kind) => unreadable(kind),
  status: ([status]) => missing(`was answered with status ${status}`),
  timeout: () => missing('did not arrive in time'),
};

/** Serves a URL of the fixture host. The query changes the picture but not its shape. */
export async function serveFixture(url: URL, kind: MediaKind): Promise<Found> {
  const path = readFixturePath(url.pathname);
  if (path === undefined) return missing(`does not exist. ${fixtureHint(url.href, kind)}`);
  return SERVE[path.route](path.parts, kind);
}

/** Returns the facts, or an error if the file has the wrong kind. */
function expectKind(kind: MediaKind, facts: MediaFacts): Found {
  return facts.kind === kind ? { ok: true, facts } : unreadable(kind);
}

/** Common sizes of photographs and screens. */
const SHAPES = [
  { width: 1280, height: 720 },
  { width: 720, height: 1280 },
  { width: 1024, height: 1024 },
  { width: 1600, height: 1200 },
  { width: 1200, height: 1600 },
  { width: 1536, height: 1024 },
  { width: 1680, height: 720 },
] as const;
/** The durations of sounds. Ten of them, the maximum of a request, stay within the total limit of 30 s. */
const SECONDS = [2, 2.5, 3] as const;

/** Serves any URL with the facts of a valid file. */
export async function serveStandIn(url: URL, kind: MediaKind): Promise<Found> {
  const draw = createHash('sha256').update(url.href).digest().readUInt16BE(30);
  const ending = /\.([a-z0-9]+)$/i.exec(url.pathname)?.[1]?.toLowerCase() ?? '';
  if (kind === 'image') {
    return { ok: true, facts: imageFacts(ending, SHAPES[draw % SHAPES.length] ?? SHAPES[0]) };
  }
  return { ok: true, facts: soundFacts(ending, SECONDS[draw % SECONDS.length] ?? SECONDS[0]) };
}

type ImageFacts = Extract<MediaFacts, { kind: 'image' }>;
type AudioFacts = Extract<MediaFacts, { kind: 'audio' }>;

const PIXELS_PER_BYTE = 16;
/** The rates of WAV (48 kHz, 16 bits, mono) and of MP3 (128 kbit/s). */
const BYTES_PER_SECOND = { wav: 96_000, mp3: 16_000 } as const;
const HEADER_BYTES = 44;

/** Returns an image with the type of its extension, or a JPEG for other extensions. */
function imageFacts(ending: string, { width, height }: Pick<ImageFacts, 'width' | 'height'>): ImageFacts {
  const type = ending === 'png' || ending === 'webp' ? ending : 'jpeg';
  return { kind: 'image', type, bytes: Math.ceil((width * height) / PIXELS_PER_BYTE) + HEADER_BYTES, width, height };
}

/** Returns a sound with the type of its extension, or an MP3 for other extensions. */
function soundFacts(ending: string, seconds: number): AudioFacts {
  const type = ending === 'wav' ? 'wav' : 'mp3';
  return { kind: 'audio', type, bytes: Math.ceil(seconds * BYTES_PER_SECOND[type]) + HEADER_BYTES, seconds };
}
