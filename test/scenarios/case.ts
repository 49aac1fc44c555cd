/** One scenario's test: what a client sees of it, whichever way it was turned on. */

import type { Site } from './site.ts';

export interface Case {
  /** What the test shows; a fact. */
  readonly shows: string;
  /** Settings on the key; polls decide how far a generation is where it says nothing. */
  readonly setUp?: string;
  readonly run: (site: Site) => Promise<void>;
}

/** By the name of the scenario, which is that of its file. Names are permanent: users' tests depend on them. */
export type Cases = Readonly<Record<string, Case>>;

/** Two polls see it on its way, the third completed. */
export const BY_POLLS = '~latency-polls-1-1';
