/** How large a file may be that a user names: what is longer is refused, and not read to its end. */

/** In MiB, by what is in the file. */
export const LARGEST_MEBIBYTES = {
  /** A certificate, or its key. */
  certificate: 1,
  /** Settings, profiles, baselines, expectations, observed values. */
  settings: 16,
  /** Code that a loader reads. */
  module: 16,
  font: 128,
  report: 256,
  /** A journal of the kit, or the spend log of a proxy, of some 300 bytes a line. */
  journal: 256,
} as const;
