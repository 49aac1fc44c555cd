/** The paths of the fixture host, and the nearest path to a misspelled one. */

import { distance } from './near-names.ts';
import type { MediaKind } from './ports.ts';

/** The host whose URLs describe the file that it serves. */
export const FIXTURE_HOST = 'media.standin.test';

export interface FixturePath {
  readonly route: FixtureRoute;
  /** The variable parts of the path, such as width, height and file extension. */
  readonly parts: readonly string[];
}

interface Route {
  readonly pattern: RegExp;
  /** Reports whether the variable parts are within their limits. */
  readonly fits?: (parts: readonly string[]) => boolean;
}

/** The longest side that WebP supports. */
const MAX_AXIS = 16_384;
const MAX_SECONDS = 600;
const MAX_SHOWN = 64;

const ROUTES = {
  image: {
    pattern: /^\/image\/(\d{1,5})x(\d{1,5})\.(png|jpe?g|webp)$/,
    fits: ([width, height]) => [width, height].every((axis) => Number(axis) >= 1 && Number(axis) <= MAX_AXIS),
  },
  audio: {
    pattern: /^\/audio\/(\d{1,3}(?:\.\d{1,3})?)s\.(mp3|wav)$/,
    fits: ([seconds]) => Number(seconds) <= MAX_SECONDS,
  },
  heavyImage: { pattern: /^\/image\/heavy-31mb\.jpg$/ },
  heavyAudio: { pattern: /^\/audio\/heavy-16mb\.wav$/ },
  badImage: { pattern: /^\/image\/not-an-image\.png$/ },
  badAudio: { pattern: /^\/audio\/not-audio\.mp3$/ },
  status: { pattern: /^\/status\/([3-5]\d\d)$/ },
  timeout: { pattern: /^\/timeout$/ },
} satisfies Record<string, Route>;

export type FixtureRoute = keyof typeof ROUTES;

const SERVED: Readonly<Record<MediaKind, string>> = {
  image: `For images, the host serves /image/<width>x<height>.png (or .jpg, .jpeg, .webp; 1 to ${MAX_AXIS} pixels), /image/heavy-31mb.jpg, /image/not-an-image.png, /status/<300 to 599> and /timeout`,
  audio: `For sounds, the host serves /audio/<seconds>s.mp3 (or .wav; up to ${MAX_SECONDS} s), /audio/heavy-16mb.wav, /audio/not-audio.mp3, /status/<300 to 599> and /timeout`,
};

/** Finds the route of a path. Returns undefined if the fixture host does not have the path. */
export function readFixturePath(path: string): FixturePath | undefined {
  for (const [route, { pattern, fits }] of Object.entries(ROUTES) as [FixtureRoute, Route][]) {
    const parts = pattern.exec(path)?.slice(1);
    if (parts !== undefined && (fits?.(parts) ?? true)) return { route, parts };
  }
  return undefined;
}

/** Returns the nearest path and all paths, without a final period, if the fixture host does not have a URL's path. */
export function fixtureHint(url: string, kind: MediaKind): string | undefined {
  const { hostname, pathname } = new URL(url);
  if (hostname !== FIXTURE_HOST || readFixturePath(pathname) !== undefined) return undefined;
  const shown = pathname.length > MAX_SHOWN ? `${pathname.slice(0, MAX_SHOWN)}…` : pathname;
  return `The fixture host ${FIXTURE_HOST} has no path ${shown}. The nearest path is ${nearestPath(pathname, kind)}. ${SERVED[kind]}`;
}

function nearestPath(path: string, kind: MediaKind): string {
  const typed = path.slice(0, MAX_SHOWN).toLowerCase();
  const candidates = [...(kind === 'image' ? imagePaths(typed) : audioPaths(typed)), ...failingPaths(typed)];
  return candidates.reduce((best, next) => (distance(typed, next) < distance(typed, best) ? next : best));
}

/** Returns the path of an image with the size and the type in the misspelled path, and special images. */
function imagePaths(typed: string): [string, ...string[]] {
  const [, type = 'png'] = /\.(png|jpe?g|webp)$/.exec(typed) ?? [];
  const [, width = '1280', height = width === '1280' ? '720' : width] =
    /(\d+)x(\d+)/.exec(typed) ?? /(\d+)/.exec(typed) ?? [];
  const axis = (pixels: string): number => Math.min(Math.max(Number(pixels), 1), MAX_AXIS);
  return [`/image/${axis(width)}x${axis(height)}.${type}`, '/image/heavy-31mb.jpg', '/image/not-an-image.png'];
}

/** Returns the path of a sound with the length and the type in the misspelled path, and special sounds. */
function audioPaths(typed: string): [string, ...string[]] {
  const [, type = 'mp3'] = /\.(mp3|wav)$/.exec(typed) ?? [];
  const [seconds = '5'] = /\d+(\.\d{1,3})?/.exec(typed.replace(/\.[a-z]\w*$/, '')) ?? [];
  return [`/audio/${Math.min(Number(seconds), MAX_SECONDS)}s.${type}`, '/audio/heavy-16mb.wav', '/audio/not-audio.mp3'];
}

/** Returns the paths of failed downloads that resemble the misspelled path. */
function failingPaths(typed: string): string[] {
  const [status = typed.includes('stat') ? '404' : undefined] = /[3-5]\d\d/.exec(typed) ?? [];
  return [...(status === undefined ? [] : [`/status/${status}`]), ...(typed.includes('time') ? ['/timeout'] : [])];
}
