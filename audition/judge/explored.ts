/** The facts about an exploration that a report shows beside its cases. */

import * as z from 'zod';

const Finding = z.object({
  /** The case of the report that shows the mistake. */
  scenario: z.string(),
  /** The id of the check that the client missed, or `crashed`. */
  check: z.string(),
  /** The first round with this mistake, and the number of its rules. */
  round: z.number(),
  rules: z.number(),
  /** The number of failed runs of the scenario. */
  failed: z.number(),
  runs: z.number(),
  /** Whether no rule and no hit can be left out. False if the run ended first. */
  isShrunk: z.boolean(),
});
export type Finding = z.output<typeof Finding>;

export const Explored = z.object({
  seed: z.number(),
  /** The number of requested rounds, and the number of played rounds. */
  rounds: z.number(),
  played: z.number(),
  /** The number of rounds in which no fault reached the client. */
  unreached: z.number(),
  /** The rounds with a mistake that no second run showed again. */
  unconfirmed: z.array(z.number()),
  findings: z.array(Finding),
});
export type Explored = z.output<typeof Explored>;
