/** The host whose URLs say what they serve, good files and bad ones: as facts, nothing is stored or made. */

import type { MediaFacts, MediaKind } from '../domain/ports.ts';
import { madeUpImage, madeUpSound } from './made-up.ts';
import { FIXTURE_HOST, missing, unreadable, type Found } from './media-file.ts';

/** What WebP can hold. */
const MAX_AXIS = 16_384;
const MAX_SECONDS = 600;
const HEAVY_SHAPE = { width: 1920, height: 1080 };

interface Route {
  readonly pattern: RegExp;
  readonly serve: (parts: readonly string[], kind: MediaKind) => Found;
}

const ROUTES: readonly Route[] = [
  { pattern: /^\/image\/(\d{1,5})x(\d{1,5})\.(png|jpe?g|webp)$/, serve: serveImage },
  { pattern: /^\/audio\/(\d{1,3}(?:\.\d{1,3})?)s\.(mp3|wav)$/, serve: serveAudio },
  {
    pattern: /^\/image\/heavy-31mb\.jpg$/,
    serve: (_, kind) => asked(kind, { ...madeUpImage('jpg', HEAVY_SHAPE), bytes: 31_000_000 }),
  },
  {
    pattern: /^\/audio\/heavy-16mb\.wav$/,
    serve: (_, kind) => asked(kind, { ...madeUpSound('wav', 5), bytes: 16_000_000 }),
  },
  { pattern: /^\/image\/not-an-image\.png$/, serve: (_, kind) => unreadable(kind) },
  { pattern: /^\/audio\/not-audio\.mp3$/, serve: (_, kind) => unreadable(kind) },
  { pattern: /^\/status\/([3-5]\d\d)$/, serve: ([status]) => missing(`was answered with status ${status}`) },
  { pattern: /^\/timeout$/, serve: () => missing('did not arrive in time') },
];

/** Serves a URL of the fixture host. Its query changes the picture, so one shape can be had in many. */
export async function serveFixture(url: URL, kind: MediaKind): Promise<Found> {
  for (const { pattern, serve } of ROUTES) {
    const parts = pattern.exec(url.pathname);
    if (parts !== null) return serve(parts.slice(1), kind);
  }
  return missing(`does not exist: ${FIXTURE_HOST} serves /image/<w>x<h>.(png|jpg|webp) and /audio/<n>s.(mp3|wav)`);
}

function serveImage([width, height, ending = '']: readonly string[], kind: MediaKind): Found {
  const shape = { width: Number(width), height: Number(height) };
  const [shorter, longer] = [Math.min(shape.width, shape.height), Math.max(shape.width, shape.height)];
  if (shorter < 1 || longer > MAX_AXIS) return missing(`does not exist: an axis has 1 to ${MAX_AXIS} pixels`);
  return asked(kind, madeUpImage(ending, shape));
}

function serveAudio([length, ending = '']: readonly string[], kind: MediaKind): Found {
  const seconds = Number(length);
  if (seconds > MAX_SECONDS) return missing(`does not exist: the longest sound here has ${MAX_SECONDS} s`);
  return asked(kind, madeUpSound(ending, seconds));
}

/** A sound is no image, and the other way round. */
function asked(kind: MediaKind, facts: MediaFacts): Found {
  return facts.kind === kind ? { ok: true, facts } : unreadable(kind);
}
