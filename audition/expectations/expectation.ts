/** The schema of what a scenario expects of a client: the member `audition` of its file in `fixtures/scenarios/`. */

import * as z from 'zod';
import { EDITIONS, FIRST_EDITION } from '../../conformance/engine/edition.ts';

const sentence = z.string().regex(/^[A-Z].*\.$/, 'must be a sentence');
const operation = z.enum(['create', 'get', 'content']);

export const GOALS = ['make', 'batch', 'derive'] as const;
export type Goal = (typeof GOALS)[number];

/** When a case counts as reached: its fault fired for a request whose answer the client could feel. */
const Reach = z.strictObject({
  /** Ids of the scenario's rules that must all have fired; without it, any of them. */
  rules: z.array(z.string()).min(1).optional(),
  /** Requests that must have come, for a story in which nothing is injected. */
  requests: z
    .array(z.strictObject({ operation, count: z.int().min(1).default(1), range: z.boolean().optional() }))
    .optional(),
  /** In quick pace the delay is short, and is a fault only for a client that did not wait until it was over. */
  timeout: z.boolean().optional(),
  /** What was missing, for people: `no request with Range came`. */
  missing: z.string().min(1),
});

/** That a careful client may give up where it could also deliver, and after how much. */
const GiveUp = z.strictObject({
  /** At least so many attempts at one operation; fewer miss the should `tries-again`. */
  after: z.strictObject({ operation: operation.optional(), attempts: z.int().min(2) }).optional(),
  why: sentence,
});

/** Seconds by which the client has ended by itself. */
const Deadline = z.strictObject({
  quick: z.number().min(5).max(120).default(20),
  real: z.number().min(5).max(7200).default(600),
});

const Applicable = z.strictObject({
  /** The edition that introduced the scenario. Runs of an older edition play it and do not count it. */
  since: z.enum(EDITIONS).default(FIRST_EDITION),
  goal: z.enum(GOALS).default('make'),
  /**
   * Fields over those of the usual body, one object for each body: one for `make`, two for `derive`, as many as there
   * are for `batch`. Without it: one, two, or five.
   */
  bodies: z.array(z.record(z.string(), z.json())).min(1).optional(),
  /** What the key carries beside the scenario. */
  account: z
    .strictObject({ latency: z.string().default('instant'), balance: z.number().min(0).optional() })
    .prefault({}),
  /** The path of `STANDIN_URL`. */
  path: z.string().startsWith('/').optional(),
  deadline: Deadline.prefault({}),
  reach: Reach.optional(),
  /** How a careful client ends: it delivers, or there is nothing to deliver, and it gives up and says why. */
  end: z.enum(['delivered', 'gave-up']).default('delivered'),
  giveUp: GiveUp.optional(),
  /**
   * US dollars that a careful client pays: what is captured or still reserved. By default the price of all bodies where
   * it delivers, and nothing where it gives up.
   */
  pays: z.number().min(0).optional(),
  /** The checks that the story is about, by id, with their parameters. Those that hold everywhere need not be named. */
  checks: z.record(z.string(), z.record(z.string(), z.json())).default({}),
});

const NotApplicable = z.strictObject({
  /** Why no client can reach it by itself. */
  notApplicable: sentence,
});

export const Expectation = z.union([NotApplicable, Applicable]);

/** What is expected of a client in a scenario that it can reach. */
export type ApplicableExpectation = z.output<typeof Applicable>;
export type ClientExpectation = z.output<typeof Expectation>;

/** Whether a client can reach the scenario at all. */
export function isApplicable(expectation: ClientExpectation): expectation is ApplicableExpectation {
  return !('notApplicable' in expectation);
}
