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
  /** How many runs of the scenario failed. */
  failed: z.number(),
  runs: z.number(),
  /** No rule and no hit can be left out. False if the run ended first. */
  isShrunk: z.boolean(),
});
export type Finding = z.output<typeof Finding>;

export const Explored = z.object({
  seed: z.number(),
  /** The rounds that were asked for, and those that were played. */
  rounds: z.number(),
  played: z.number(),
  /** Rounds in which no fault reached the client. */
  unreached: z.number(),
  /** Rounds with a mistake that no second run showed again. */
  unconfirmed: z.array(z.number()),
  findings: z.array(Finding),
});
export type Explored = z.output<typeof Explored>;
