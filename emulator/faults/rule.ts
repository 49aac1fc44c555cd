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

const Match = z.strictObject({
  operation: oneOrMore(z.enum(OPERATION_NAMES))
    .optional()
    .describe('the operation, or a list of them: `create`, `get` (a poll) or `content` (a download)'),
  phase: z
    .enum(PHASES)
    .optional()
    .describe('where in the life of a request it acts; the earliest possible if left out'),
  workflow: oneOrMore(z.enum(WORKFLOWS)).optional().describe('the workflow of the create, or a list of them'),
  resolution: oneOrMore(z.enum(RESOLUTIONS)).optional().describe('the resolution of the create, or a list of them'),
  prompt: z.string().min(1).optional().describe('a part of the prompt, in upper or lower case'),
  generation: z
    .string()
    .regex(new RegExp(UUID_PATTERN), 'must be the id of a generation')
    .optional()
    .describe('the id of a generation'),
  status: oneOrMore(z.enum(STATUSES)).optional().describe('the status that this look finds, or a list of them'),
  idempotencyKey: z.boolean().optional().describe('whether the request carries an Idempotency-Key'),
  range: z.boolean().optional().describe('whether the download asks for a range'),
  underPath: z.boolean().optional().describe('whether the request came under a path in front of `/v1`'),
  nth: oneOrMore(z.int().min(1))
    .optional()
    .describe('only the requests with these numbers, counted from 1, among those that match otherwise'),
});

const seconds = z.number().min(0);

const When = z.strictObject({
  after: z.int().min(0).optional().describe('lets so many pass first'),
  first: z.int().min(1).optional().describe('acts on so many, and then no more'),
  every: z.int().min(1).optional().describe('acts on each so many-th'),
  probability: z.number().min(0).max(1).optional().describe('the chance for each request, drawn from the seed'),
  window: z
    .strictObject({
      fromSeconds: seconds.default(0).describe('when it begins to act'),
      toSeconds: seconds.describe('when it ends'),
    })
    .refine(({ fromSeconds, toSeconds }) => fromSeconds < toSeconds, {
      path: ['toSeconds'],
      error: 'must be after fromSeconds',
    })
    .optional()
    .describe("seconds on the account's clock since the rule saw its first request"),
  outage: z
    .strictObject({
      everySeconds: seconds.describe('from the start of one outage to the start of the next'),
      forSeconds: seconds.describe('how long each lasts'),
      rampSeconds: seconds.default(0).describe('how long its chance grows'),
    })
    .optional()
    .describe('down for `forSeconds` of every `everySeconds`; over the ramp the chance of a failure grows from 0 to 1'),
  per: z
    .enum(['account', 'generation'])
    .default('account')
    .describe('whether requests are counted for the account, or for each generation separately'),
});

const Limit = z.strictObject({
  hits: z.int().min(1).optional().describe('fires so often at most'),
  ttlSeconds: seconds
    .optional()
    .describe(
      "seconds on the account's clock since the control API added the rule; of other rules, since their first request",
    ),
});

export const FaultRule = z
  .strictObject({
    id: z
      .string()
      // A path that ends in one or two dots is another path before it is sent.
      .regex(/^(?!\.{1,2}$)[A-Za-z0-9._:-]{1,100}$/, 'must have 1 to 100 letters, digits or . _ : -, and not only dots')
      .optional()
      .describe('by which answers and the journal name it; one is made up if left out'),
    enabled: z.boolean().default(true).describe('false keeps the rule, and does nothing'),
    match: Match.prefault({}).describe(
      'which requests it sees; all conditions must hold, and one on what is not known at a phase does not',
    ),
    when: When.prefault({}).describe('which of those it acts on; all conditions must hold'),
    effect: Effect.prefault({ kind: 'answer' }).describe('the effect; by default a 503 response'),
    limit: Limit.prefault({}).describe('when it ends for good'),
    note: z.string().optional().describe('a note on its purpose'),
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
