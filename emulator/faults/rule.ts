/**
 * The schema of a fault rule, for settings, scenarios and the control API: which requests it matches, when it fires,
 * what it does, and its limits.
 */

import * as z from 'zod';
import { RESOLUTIONS } from '../../contract/dimensions.ts';
import { UUID_PATTERN } from '../../contract/request.ts';
import { WORKFLOWS } from '../../contract/workflow.ts';
import { STATUSES } from '../../contract/generation.ts';
import { Effect } from './effect.ts';
import { phaseProblem, PHASES } from './phases.ts';

const OPERATION_NAMES = ['create', 'get', 'content'] as const;

const oneOrMore = <Item extends z.ZodType>(item: Item) =>
  z.union([item, z.array(item).min(1)]).transform((value) => (Array.isArray(value) ? value : [value]));

/** All conditions that are given must hold. A condition on what is not known at a phase does not hold there. */
const Match = z.strictObject({
  operation: oneOrMore(z.enum(OPERATION_NAMES)).optional(),
  phase: z.enum(PHASES).optional(),
  workflow: oneOrMore(z.enum(WORKFLOWS)).optional(),
  resolution: oneOrMore(z.enum(RESOLUTIONS)).optional(),
  /** A part of the prompt, in upper or lower case. */
  prompt: z.string().min(1).optional(),
  generation: z.string().regex(new RegExp(UUID_PATTERN), 'must be the id of a generation').optional(),
  /** The status that this look finds. */
  status: oneOrMore(z.enum(STATUSES)).optional(),
  idempotencyKey: z.boolean().optional(),
  range: z.boolean().optional(),
  /** Whether the request came under a path in front of `/v1`. */
  underPath: z.boolean().optional(),
  /** Only the requests with these numbers among those that match otherwise. */
  nth: oneOrMore(z.int().min(1)).optional(),
});

const seconds = z.number().min(0);

/** All conditions that are given must hold. Requests are counted from the first that matches. */
const When = z.strictObject({
  after: z.int().min(0).optional(),
  first: z.int().min(1).optional(),
  every: z.int().min(1).optional(),
  probability: z.number().min(0).max(1).optional(),
  /** Seconds on the account's clock since the rule saw its first request. */
  window: z
    .strictObject({ from: seconds.default(0), to: seconds })
    .refine(({ from, to }) => from < to, { path: ['to'], error: 'must be after from' })
    .optional(),
  /** Down for `forSeconds` of every `everySeconds`; over the ramp the chance of a failure grows from 0 to 1. */
  outage: z.strictObject({ everySeconds: seconds, forSeconds: seconds, rampSeconds: seconds.default(0) }).optional(),
  /** Whether requests are counted for the account, or for each generation separately. */
  per: z.enum(['account', 'generation']).default('account'),
});

const Limit = z.strictObject({
  hits: z.int().min(1).optional(),
  /** Seconds on the account's clock since the control API added the rule; of other rules, since their first request. */
  ttlSeconds: seconds.optional(),
});

export const FaultRule = z
  .strictObject({
    id: z
      .string()
      // A path that ends in one or two dots is another path before it is sent.
      .regex(/^(?!\.{1,2}$)[A-Za-z0-9._:-]{1,100}$/, 'must have 1 to 100 letters, digits or . _ : -, and not only dots')
      .optional(),
    enabled: z.boolean().default(true),
    match: Match.prefault({}),
    when: When.prefault({}),
    effect: Effect.prefault({ kind: 'answer' }),
    limit: Limit.prefault({}),
    note: z.string().optional(),
  })
  .superRefine((rule, context) => {
    const message = phaseProblem(rule);
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['match', 'phase'], message });
  });

/** A rule as people write it. Without an effect it answers 503; an empty one is refused where people write it. */
export type FaultRuleInput = z.input<typeof FaultRule>;
/** A rule with its defaults filled in. */
export type FaultRule = z.output<typeof FaultRule>;
/** A rule in force; its id stands in responses and in the journal. */
export type NamedRule = FaultRule & { readonly id: string };

/** Rules in their order. Ids are unique, because responses and the journal identify a rule by its id. */
export const FaultRules = z.array(FaultRule).superRefine((rules, context) => {
  rules.forEach(({ id }, at) => {
    const first = rules.findIndex((rule) => rule.id === id);
    if (id === undefined || first === at) return;
    context.addIssue({ code: 'custom', path: [at, 'id'], message: `must differ from the id of rule ${first}` });
  });
});
