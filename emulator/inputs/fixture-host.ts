/** The host whose URLs say what they serve. Good files and bad ones are made on demand; nothing is stored or fetched. */

import { drawJpeg } from './make/draw-jpeg.ts';
import { paint } from './make/paint.ts';
import { writeMp3 } from './make/write-mp3.ts';
import { writeWav } from './make/write-wav.ts';
import { FIXTURE_HOST, missing, ready, toMediaFile, type Found, type Recipe } from './media-file.ts';
import { drawImage, MAX_AXIS } from './drawn-image.ts';

const MAX_SECONDS = 600;
const HEAVY_SHAPE = { width: 1920, height: 1080 };

interface Route {
  readonly pattern: RegExp;
  readonly serve: (url: string, parts: readonly string[]) => Found;
}

const ROUTES: readonly Route[] = [
  { pattern: /^\/image\/(\d{1,5})x(\d{1,5})\.(png|jpe?g|webp)$/, serve: serveImage },
  { pattern: /^\/audio\/(\d{1,3}(?:\.\d{1,3})?)s\.(mp3|wav)$/, serve: serveAudio },
  { pattern: /^\/image\/heavy-31mb\.jpg$/, serve: (url) => made(heavyImage(url)) },
  { pattern: /^\/audio\/heavy-16mb\.wav$/, serve: (url) => made(writeWav(url, 5, 16_000_000)) },
  { pattern: /^\/image\/not-an-image\.png$/, serve: () => made(text('This is text, whatever its name says.\n')) },
  { pattern: /^\/audio\/not-audio\.mp3$/, serve: () => made(text('This is text, whatever its name says.\n')) },
  { pattern: /^\/status\/([3-5]\d\d)$/, serve: (_, [status]) => missing(`was answered with status ${status}`) },
  { pattern: /^\/timeout$/, serve: () => missing('did not arrive in time') },
];

/** Serves a URL of the fixture host. The query takes part in what a file shows, so that one shape can be had in many pictures. */
export async function serveFixture(url: URL): Promise<Found> {
  for (const { pattern, serve } of ROUTES) {
    const parts = pattern.exec(url.pathname);
    if (parts !== null) return serve(url.href, parts.slice(1));
  }
  return missing(`does not exist: ${FIXTURE_HOST} serves /image/<w>x<h>.(png|jpg|webp) and /audio/<n>s.(mp3|wav)`);
}

function serveImage(url: string, [width, height, ending = '']: readonly string[]): Found {
  const shape = { width: Number(width), height: Number(height) };
  const [shorter, longer] = [Math.min(shape.width, shape.height), Math.max(shape.width, shape.height)];
  if (shorter < 1 || longer > MAX_AXIS) return missing(`does not exist: an axis has 1 to ${MAX_AXIS} pixels`);
  return made(drawImage(url, shape, ending));
}

function serveAudio(url: string, [length, ending]: readonly string[]): Found {
  const seconds = Number(length);
  if (seconds > MAX_SECONDS) return missing(`does not exist: the longest sound here has ${MAX_SECONDS} s`);
  return made(ending === 'wav' ? writeWav(url, seconds) : writeMp3(url, seconds));
}

function heavyImage(url: string): Recipe {
  return drawJpeg(HEAVY_SHAPE, () => paint(url, HEAVY_SHAPE), 31_000_000);
}

function text(content: string): Recipe {
  return ready(new TextEncoder().encode(content));
}

function made(recipe: Recipe): Found {
  return { ok: true, file: toMediaFile(recipe) };
}
