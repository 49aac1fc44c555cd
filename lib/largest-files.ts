/** The maximum size of each kind of file that a user names. Larger files are rejected. */

/** The maximum sizes in MiB. */
export const LARGEST_MEBIBYTES = {
  /** A certificate or its key. */
  certificate: 1,
  /** Settings, profiles, baselines, expectations, observed values. */
  settings: 16,
  /** A JavaScript or TypeScript file. */
  module: 16,
  font: 128,
  report: 256,
  /** A journal of the kit or a spend log of a proxy, with about 300 bytes per line. */
  journal: 256,
} as const;
