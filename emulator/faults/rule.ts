/** The schema of a fault rule for settings, scenarios and the control API: matches, times, effect and limits. */

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
    .describe('the operation, or a list of operations: `create`, `get` (a poll) or `content` (a download)'),
  phase: z
    .enum(PHASES)
    .optional()
    .describe('the phase of a request in which the rule acts; by default the earliest possible phase'),
  workflow: oneOrMore(z.enum(WORKFLOWS)).optional().describe('the workflow of the create, or a list of workflows'),
  resolution: oneOrMore(z.enum(RESOLUTIONS))
    .optional()
    .describe('the resolution of the create, or a list of resolutions'),
  prompt: z.string().min(1).optional().describe('a text that the prompt contains; case does not matter'),
  generation: z
    .string()
    .regex(new RegExp(UUID_PATTERN), 'must be the id of a generation')
    .optional()
    .describe('the id of a generation'),
  status: oneOrMore(z.enum(STATUSES))
    .optional()
    .describe('the status of the generation that the request finds, or a list of statuses'),
  idempotencyKey: z.boolean().optional().describe('whether the request carries an Idempotency-Key'),
  range: z.literal([true, false, 'rest']).optional().describe('whether it has a Range; `rest`: after the first byte'),
  underPath: z.boolean().optional().describe('whether the path of the request has a prefix before `/v1`'),
  nth: oneOrMore(z.int().min(1))
    .optional()
    .describe(
      'the position of the request, or a list of positions, counted from 1 among the requests that meet the other conditions',
    ),
});

const seconds = z.number().min(0);

const When = z.strictObject({
  after: z.int().min(0).optional().describe('the number of requests to skip first'),
  first: z
    .int()
    .min(1)
    .optional()
    .describe('maximum number of requests that the rule acts on, counted after the skipped requests'),
  every: z.int().min(1).optional().describe('acts on every second request (2), every third request (3) and so on'),
  probability: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('the probability that the rule fires for a request; the random draws depend on the seed of the account'),
  window: z
    .strictObject({
      fromSeconds: seconds.default(0).describe('the start of the window'),
      toSeconds: seconds.describe('the end of the window'),
    })
    .refine(({ fromSeconds, toSeconds }) => fromSeconds < toSeconds, {
      path: ['toSeconds'],
      error: 'must be after fromSeconds',
    })
    .optional()
    .describe("acts only in this window, in seconds on the account's clock since the first matching request"),
  outage: z
    .strictObject({
      everySeconds: seconds.describe(
        'seconds from the start of one outage to the start of the next; 0 means a single outage',
      ),
      forSeconds: seconds.describe('the duration of each outage in seconds'),
      rampSeconds: seconds
        .default(0)
        .describe('the number of seconds at the start of each outage during which failures become more likely'),
    })
    .optional()
    .describe(
      'acts for `forSeconds` out of every `everySeconds`. In the first `rampSeconds` of each outage, the chance of a failure grows from 0 to 1',
    ),
  per: z
    .enum(['account', 'generation'])
    .default('account')
    .describe('whether requests are counted together for the account, or separately for each generation'),
});

const Limit = z.strictObject({
  hits: z.int().min(1).optional().describe('the maximum number of requests for which the rule fires'),
  ttlSeconds: seconds
    .optional()
    .describe(
      "how long the rule is active, in seconds on the account's clock. For rules that the control API adds, the time starts when the rule is added. For other rules, the time starts with the first matching request",
    ),
});

export const FaultRule = z
  .strictObject({
    id: z
      .string()
      // URL parsers remove a path segment of one or two dots.
      .regex(/^(?!\.{1,2}$)[A-Za-z0-9._:-]{1,100}$/, 'must have 1 to 100 letters, digits or . _ : -, and not only dots')
      .optional()
      .describe('the name of the rule in responses and in the journal; generated if omitted'),
    enabled: z.boolean().default(true).describe('`false` turns the rule off without removing it'),
    match: Match.prefault({}).describe(
      'which requests match the rule; a request must meet all conditions. A condition that a phase cannot check counts as not met',
    ),
    when: When.prefault({}).describe(
      'which of the matching requests the rule affects; a request must meet all conditions',
    ),
    effect: Effect.prefault({ kind: 'answer' }).describe('the effect; by default a 503 response'),
    limit: Limit.prefault({}).describe('when the rule stops permanently'),
    note: z.string().optional().describe('a note on the purpose of the rule'),
  })
  .superRefine((rule, context) => {
    const message = phaseProblem(rule);
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['match', 'phase'], message });
  });

/** A rule without defaults. Its default effect is a 503 response; parsers of user input reject an empty rule. */
export type FaultRuleInput = z.input<typeof FaultRule>;
/** A rule with its defaults. */
export type FaultRule = z.output<typeof FaultRule>;
/** A rule with an id, which responses and the journal show. */
export type NamedRule = FaultRule & { readonly id: string };

/** Rules in their order. Their ids are unique, because responses and the journal identify a rule by its id. */
export const FaultRules = z.array(FaultRule).superRefine((rules, context) => {
  rules.forEach(({ id }, at) => {
    const first = rules.findIndex((rule) => rule.id === id);
    if (id === undefined || first === at) return;
    context.addIssue({ code: 'custom', path: [at, 'id'], message: `must differ from the id of rule ${first}` });
  });
});
