/** The schema of the member `audition` in `fixtures/scenarios/`: the expectations of a scenario for a client. */

import * as z from 'zod';
import { EDITIONS, FIRST_EDITION } from '../../conformance/engine/edition.ts';

const sentence = z.string().regex(/^[A-Z].*\.$/, 'must be a sentence');
const operation = z.enum(['create', 'get', 'content']);

export const GOALS = ['make', 'batch', 'derive'] as const;
export type Goal = (typeof GOALS)[number];

/** The conditions for a reached case: its fault fired for a request whose response the client noticed. */
const Reach = z.strictObject({
  rules: z
    .array(z.string())
    .min(1)
    .optional()
    .describe('ids of the rules that must all have fired; without it, any rule suffices'),
  requests: z
    .array(z.strictObject({ operation, count: z.int().min(1).default(1), range: z.boolean().optional() }))
    .optional()
    .describe('requests that must have come, for a scenario that injects nothing'),
  timeout: z
    .boolean()
    .optional()
    .describe('whether the delay counts as a fault only for a client that did not wait until its end, in quick pace'),
  missing: z
    .string()
    .min(1)
    .describe('the text of the report if the fault was not reached: `no request with Range came`'),
});

/** Allows a careful client to give up although it could deliver, and after how much work. */
const GiveUp = z.strictObject({
  after: z
    .strictObject({ operation: operation.optional(), attempts: z.int().min(2) })
    .optional()
    .describe('the number of attempts at one operation before that; fewer attempts miss the should `tries-again`'),
  why: sentence.describe('the reason why a careful client may give up, as a sentence'),
});

/** The seconds after which the client must have ended by itself. */
const Deadline = z.strictObject({
  quick: z.number().min(5).max(120).default(20),
  real: z.number().min(5).max(7200).default(600),
});

/** The expectations of a scenario that a client can reach. */
export const ApplicableExpectation = z.strictObject({
  since: z
    .enum(EDITIONS)
    .default(FIRST_EDITION)
    .describe('the edition that introduced the scenario. Runs of an older edition play it and do not count it'),
  goal: z.enum(GOALS).default('make').describe('the goal of the client: one clip, several clips, or a derived clip'),
  bodies: z
    .array(z.record(z.string(), z.json()))
    .min(1)
    .optional()
    .describe('fields of each body in addition to the usual fields: one object for `make`, two for `derive`'),
  account: z
    .strictObject({ latency: z.string().default('instant'), balance: z.number().min(0).optional() })
    .prefault({})
    .describe('settings of the account, in US dollars for `balance`'),
  path: z.string().startsWith('/').optional().describe('the path of `STANDIN_URL`'),
  deadline: Deadline.prefault({}).describe('seconds after which the client must have ended, by pace'),
  reach: Reach.optional().describe('when the fault counts as reached; by default, when a rule fired'),
  end: z
    .enum(['delivered', 'gave-up'])
    .default('delivered')
    .describe('how a careful client ends: it delivers the clip, or it gives up and reports why'),
  giveUp: GiveUp.optional().describe('that a careful client may also give up. Without it, giving up is `broken`'),
  pays: z
    .number()
    .min(0)
    .optional()
    .describe(
      'US dollars that a careful client pays; by default the price of all bodies if it delivers, and otherwise 0',
    ),
  checks: z
    .record(z.string(), z.strictObject({}))
    .default({})
    .describe('checks of the scenario by id, each as `{}`. Checks that hold everywhere need not be named'),
});
export type ApplicableExpectation = z.output<typeof ApplicableExpectation>;

const NotApplicable = z.strictObject({
  notApplicable: sentence.describe('the reason why no client can reach the scenario by itself, as a sentence'),
});

export const Expectation = z.union([NotApplicable, ApplicableExpectation]);
