/** The largest size of each kind of file that a user names. Longer files are rejected. */

/** The size in MiB by the kind of content. */
export const LARGEST_MEBIBYTES = {
  /** A certificate, or its key. */
  certificate: 1,
  /** Settings, profiles, baselines, expectations, observed values. */
  settings: 16,
  /** JavaScript or TypeScript. */
  module: 16,
  font: 128,
  report: 256,
  /** A journal of the kit, or the spend log of a proxy, of some 300 bytes a line. */
  journal: 256,
} as const;
