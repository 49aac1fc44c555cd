/** The host whose URLs say what they serve, good files and bad ones: as facts, nothing is stored or made. */

import { fixtureHint, readFixturePath, type FixtureRoute } from '../domain/fixture-paths.ts';
import type { MediaFacts, MediaKind } from '../domain/ports.ts';
import { madeUpImage, madeUpSound } from './made-up.ts';
import { missing, unreadable, type Found } from './media-file.ts';

const HEAVY_SHAPE = { width: 1920, height: 1080 };

type Serve = (parts: readonly string[], kind: MediaKind) => Found;

const SERVE: Readonly<Record<FixtureRoute, Serve>> = {
  image: ([width, height, ending = ''], kind) =>
    asked(kind, madeUpImage(ending, { width: Number(width), height: Number(height) })),
  audio: ([seconds, ending = ''], kind) => asked(kind, madeUpSound(ending, Number(seconds))),
  heavyImage: (_, kind) => asked(kind, { ...madeUpImage('jpg', HEAVY_SHAPE), bytes: 31_000_000 }),
  heavyAudio: (_, kind) => asked(kind, { ...madeUpSound('wav', 5), bytes: 16_000_000 }),
  badImage: (_, kind) => unreadable(kind),
  badAudio: (_, kind) => unreadable(kind),
  status: ([status]) => missing(`was answered with status ${status}`),
  timeout: () => missing('did not arrive in time'),
};

/** Serves a URL of the fixture host. Its query changes the picture, so one shape can be had in many. */
export async function serveFixture(url: URL, kind: MediaKind): Promise<Found> {
  const path = readFixturePath(url.pathname);
  if (path === undefined) return missing(`does not exist. ${fixtureHint(url.href, kind)}`);
  return SERVE[path.route](path.parts, kind);
}

/** A sound is no image, and the other way round. */
function asked(kind: MediaKind, facts: MediaFacts): Found {
  return facts.kind === kind ? { ok: true, facts } : unreadable(kind);
}
