/** The part of a report about an exploration: its rounds and its findings. */

import * as z from 'zod';

export const Explored = z.object({
  seed: z.number(),
  rounds: z.number(),
  played: z.number(),
  requests: z.number(),
  /** The rounds whose mistake no further run showed. */
  unconfirmed: z.array(z.number()),
  findings: z.array(
    z.object({
      /** The id of the result. */
      id: z.string(),
      /** The round that found the mistake, and the number of its requests. */
      round: z.number(),
      requests: z.number(),
      /** The number of requests after shrinking. */
      left: z.number(),
      /** Whether none of the requests can be left out. */
      isShrunk: z.boolean(),
      /** The number of failed runs of these requests, and the number of all runs. */
      failed: z.number(),
      runs: z.number(),
    }),
  ),
});
export type Explored = z.output<typeof Explored>;

/** The prefix of the ids of these results. */
export const EXPLORED = 'explored.';
