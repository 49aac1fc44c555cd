/** The test of one scenario: the view of a client, for every way to turn the scenario on. */

import type { Site } from './site.ts';

export interface Case {
  /** The fact that the test shows. */
  readonly shows: string;
  /** Settings on the key. By default, polls advance a generation. */
  readonly setUp?: string;
  readonly run: (site: Site) => Promise<void>;
}

/**
 * Cases by the name of the scenario, which is also the name of its file. Names are permanent: users' tests use them.
 */
export type Cases = Readonly<Record<string, Case>>;

/** Two polls find it in progress, and the third finds it completed. */
export const BY_POLLS = '~latency-polls-1-1';
