/** The part of a report about an exploration: its rounds and its findings. */

import * as z from 'zod';

export const Explored = z.object({
  seed: z.number(),
  rounds: z.number(),
  played: z.number(),
  requests: z.number(),
  /** Rounds whose mistake no further run showed. */
  unconfirmed: z.array(z.number()),
  findings: z.array(
    z.object({
      /** The id of its result. */
      id: z.string(),
      /** The round that found it, and how many requests that round had. */
      round: z.number(),
      requests: z.number(),
      /** How many requests are left. */
      left: z.number(),
      /** None of the requests can be left out. */
      isShrunk: z.boolean(),
      /** How many of how many runs of these requests failed. */
      failed: z.number(),
      runs: z.number(),
    }),
  ),
});
export type Explored = z.output<typeof Explored>;

/** Results of explorations have ids that begin so. */
export const EXPLORED = 'explored.';
