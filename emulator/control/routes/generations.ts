/** The routes `/_standin/accounts/{name}/generations`: reading generations without a poll, and moving them. */

import * as z from 'zod';
import { FAILURE_CODES, FAILURES } from '../../../contract/failures.ts';
import { STATUSES } from '../../../contract/generation.ts';
import { toDollars } from '../../../contract/prices.ts';
import { serveClip } from '../../api/content.ts';
import type { ApiResponse } from '../../api/messages.ts';
import { failureText } from '../../api/record.ts';
import { Refusal } from '../../api/refusal.ts';
import type { Account } from '../../domain/account.ts';
import { findGeneration, listGenerations, moveGeneration } from '../../domain/account-generations.ts';
import type { Failure, Generation } from '../../domain/generation.ts';
import { toSnakeCase } from '../../../lib/spelling.ts';
import { isoTime } from '../views.ts';
import { ControlError, type ControlErrorCode } from '../control-error.ts';
import { decideAccount } from '../account-changes.ts';
import { routesOf, type AccountCall, type ControlRoute, type PathParams } from '../route.ts';

export const GenerationView = z.object({
  id: z.string(),
  status: z.enum(STATUSES).meta({ description: 'The status in the response to the last poll of a client.' }),
  created_at: z.iso.datetime(),
  cost_usd: z.number(),
  prompt: z.string(),
  workflow: z.string(),
  resolution: z.string(),
  duration_seconds: z.int(),
  failure_code: z.enum(FAILURE_CODES).nullable(),
  failure_message: z.string().nullable(),
  refunded_usd: z.number().meta({ description: 'The refund so far. A fault rule can delay, double or withhold it.' }),
  plan: z.looseObject({ kind: z.enum(['timed', 'polls', 'manual', 'waiting']) }).meta({
    description:
      'When the status changes. `timed`: at `starts_at` and at `ends_at`. `polls`: after a number of polls. `manual`: when you move the generation. `waiting`: after the input files are loaded.',
  }),
  source_video_ids: z.array(z.string()),
});

export const GenerationMove = z.strictObject({
  status: z.enum(['running', 'completed', 'failed']),
  failure: z
    .strictObject({ code: z.enum(FAILURE_CODES), input: z.int().min(1).optional() })
    .optional()
    .describe(
      'The reason for the status `failed`. The default is the failure in the plan of the generation. If the plan has no failure, the default is `generation_failed`. `input` is the number of the bad input file, counted from 1.',
    ),
});

const route = routesOf('generations');

export const GENERATION_ROUTES: readonly ControlRoute[] = [
  route('GET /_standin/accounts/{name}/generations', 'listGenerations', {
    summary: 'List the generations of an account',
    description:
      'This request does not count as a poll. This request does not change a status, and does not capture or refund a reservation.',
    query: z.strictObject({
      status: z.enum(STATUSES).optional(),
      limit: z.coerce.number().int().min(1).max(1000).default(100),
      offset: z.coerce.number().int().min(0).default(0),
    }),
    answer: {
      description: 'The generations, newest first.',
      schema: z.object({ generations: z.array(GenerationView), total: z.int() }),
    },
    view: (call) =>
      decideAccount(call, (account) => {
        const { status, limit, offset } = call.query;
        const found = listGenerations(account).filter((one) => status === undefined || one.status === status);
        const generations = found.slice(offset, offset + limit).map((one) => view(account, one));
        return { generations, total: found.length };
      }),
  }),
  route('GET /_standin/accounts/{name}/generations/{id}', 'getGeneration', {
    summary: 'Read a generation without a poll',
    answer: { description: 'The generation.', schema: GenerationView },
    errors: ['generation_not_found'],
    view: (call) => decideAccount(call, (account) => view(account, generationIn(account, call.params))),
  }),
  route('GET /_standin/accounts/{name}/generations/{id}/clip', 'readClip', {
    summary: 'Download the clip of a generation without an API key',
    description:
      'The content of the generation. The path supports ETag, Range and conditional requests. Fault rules, rate limits and the journal ignore this request. If the clip is not rendered yet, the server renders it first.',
    answer: { description: 'The clip. If the status is 206, only the requested bytes of the clip.', type: 'video/mp4' },
    errors: [
      'generation_not_found',
      'clip_not_there',
      'clip_unavailable',
      'precondition_failed',
      'range_not_satisfiable',
    ],
    run: readClip,
  }),
  route('POST /_standin/accounts/{name}/generations/{id}/move', 'moveGeneration', {
    summary: 'Move a generation to a later status',
    description: 'If the generation completes, the reserved credits are charged. If it fails, they are refunded.',
    body: GenerationMove,
    answer: { description: 'The generation after this change.', schema: GenerationView },
    errors: ['generation_not_found', 'move_not_possible'],
    view: async (call) => {
      const { params, body } = call;
      const { account, before, after } = await decideAccount(call, (entered) => {
        const found = generationIn(entered, params);
        const move = { status: body.status, failure: failureOf(found, body) };
        return { account: entered, before: found, after: moveGeneration(entered, found.id, move) ?? found };
      });
      if (after.status === body.status && before.status !== body.status) return view(account, after);
      const message = `The status of the generation is ${before.status}. A status never goes back to an earlier status, so the generation cannot become ${body.status}.`;
      throw new ControlError('move_not_possible', message);
    },
  }),
];

/** Returns the generation in the path. This does not count as a poll, so the generation does not change. */
function generationIn(account: Account, { name, id }: PathParams): Generation {
  const found = findGeneration(account, id.toLowerCase());
  if (found !== undefined) return found;
  const message = `The account "${name}" has no generation "${id}". GET /_standin/accounts/${name}/generations lists its generations.`;
  throw new ControlError('generation_not_found', message);
}

async function readClip(call: AccountCall): Promise<ApiResponse> {
  const { services, params, request } = call;
  const { context } = services;
  const clip = await decideAccount(call, (account) => ({ account, generation: generationIn(account, params) }));
  const { status } = clip.generation;
  if (status !== 'completed') {
    const message = `The generation has no clip: its status was "${status}" when a client last polled it. Poll the generation with a key of the account, or move it to "completed".`;
    throw new ControlError('clip_not_there', message);
  }
  const lifetime = context.lifetimes.signalOf(params.name);
  const answer = await serveClip({ ...clip, context, accounts: context.accounts, request, lifetime }, clip.generation);
  if (!(answer instanceof Refusal)) return { ...answer, signal: lifetime };
  const { code, message, headers } = answer;
  throw new ControlError(CLIP_ERRORS[code] ?? 'internal_error', message, headers);
}

/** The control API's codes for errors of the video API. */
const CLIP_ERRORS: { readonly [Code in Refusal['code']]?: ControlErrorCode } = {
  service_unavailable: 'clip_unavailable',
  precondition_failed: 'precondition_failed',
  range_not_satisfiable: 'range_not_satisfiable',
};

/** Returns the failure. Throws if the API never returns this code in the current status. */
function failureOf(
  { status }: Generation,
  { status: to, failure }: z.output<typeof GenerationMove>,
): Failure | undefined {
  if (failure === undefined) return undefined;
  if (to !== 'failed')
    throw new ControlError(
      'invalid_input',
      'The field "failure" is allowed only with the status "failed". Omit the field, or send the status "failed".',
    );
  const states: readonly string[] = FAILURES[failure.code].from;
  if (status !== 'pending' && status !== 'running') return undefined;
  if (states.includes(status)) return { code: failure.code, from: status, input: failure.input };
  const fitting = FAILURE_CODES.filter((code) => FAILURES[code].from.some((state) => state === status));
  const message = `A ${status} generation cannot fail with the code ${failure.code}. The code must be one of ${fitting.join(', ')}.`;
  throw new ControlError('invalid_input', message);
}

function view({ open }: Account, generation: Generation): z.output<typeof GenerationView> {
  const { id, status, createdAt, cost, plan, failure, refund, assignment } = generation;
  const isRefunded = status === 'failed' && !open.has(id);
  return {
    id,
    status,
    created_at: isoTime(createdAt),
    cost_usd: toDollars(cost),
    prompt: assignment.prompt,
    workflow: assignment.workflow,
    resolution: assignment.resolution,
    duration_seconds: assignment.seconds,
    failure_code: failure?.code ?? null,
    failure_message: failure === undefined ? null : failureText(generation, failure),
    refunded_usd: isRefunded ? toDollars(refund === 'twice' ? 2 * cost : cost) : 0,
    plan: planView(plan),
    source_video_ids: assignment.sources.map(({ id: source }) => source),
  };
}

function planView(plan: Generation['plan']): z.output<typeof GenerationView>['plan'] {
  const times = plan.kind === 'timed' ? { starts_at: isoTime(plan.startsAt), ends_at: isoTime(plan.endsAt) } : {};
  return { ...toSnakeCase(plan), ...times, kind: plan.kind };
}

export type GenerationView = z.output<typeof GenerationView>;
export type GenerationMove = z.output<typeof GenerationMove>;
