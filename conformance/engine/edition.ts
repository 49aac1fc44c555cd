/** The version of the kit, and the editions of its checks. A pipeline pins an edition to ignore later checks. */

import { createRequire } from 'node:module';

export const EDITIONS = ['0.1', '0.2'] as const;
export type Edition = (typeof EDITIONS)[number];

/** The edition of a check that does not name an edition. */
export const FIRST_EDITION: Edition = '0.1';
/** The edition of a run without a pinned edition: every check counts. */
export const NEWEST_EDITION: Edition = '0.2';

/** The text of `--edition`, for the help and the schema. */
export const EDITION_TEXT = `edition of the checks that count, such as ${FIRST_EDITION}. Newer checks also run and appear in the report, but do not change the exit status`;

/** Returns whether something from one edition counts in a run of another edition. */
export function isCountedIn(edition: Edition, since: Edition = FIRST_EDITION): boolean {
  return EDITIONS.indexOf(since) <= EDITIONS.indexOf(edition);
}

/** Returns the reason why a check does not count. */
export function newInText(since: Edition = FIRST_EDITION): string {
  return `not counted: new in edition ${since}`;
}

/** Returns the error for an unknown edition, without its subject. */
export function unknownEditionText(text: string): string {
  return `must be one of ${EDITIONS.join(', ')}, not "${text}"`;
}

/** Reads the version through the package's own imports, which work from the sources and from `dist/`. */
export function ownVersion(): string {
  const manifest = createRequire(import.meta.url)('#package.json') as { readonly version: string };
  return manifest.version;
}

export function isEdition(text: string): text is Edition {
  return EDITIONS.some((edition) => edition === text);
}
