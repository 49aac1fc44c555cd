/** The journal: listing, finding, awaiting and explaining the requests of an account. */

import * as z from 'zod';
import type { ApiResponse } from '../../api/messages.ts';
import { answerJson } from '../../api/record.ts';
import type { AccountJournal } from '../../journal/journal.ts';
import { Filter, type FilterInput } from '../../journal/filter.ts';
import { STATUSES } from '../../../contract/generation.ts';
import { ControlError } from '../control-error.ts';
import { requireAccount } from '../account-lookup.ts';
import { fieldReader } from '../spelling.ts';
import { defineRoute, type ControlServices, type ControlRoute, type PathParams } from '../route.ts';

const TAG = 'journal';
const MOST_ENTRIES = 10_000;
const LONGEST_WAIT_SECONDS = 300;
const NDJSON = 'application/x-ndjson';

export const EntryView = z
  .looseObject({
    seq: z.number(),
    request_id: z.string(),
    account: z.string().nullable(),
    at: z.string(),
    method: z.string(),
    path: z.string(),
    attempt: z.int(),
    status: z.int(),
    generation: z.string().nullable(),
    faults: z.array(z.string()),
  })
  .meta({ description: 'One request and all that is known of it. It holds no key.' });
const NearMiss = z.looseObject({ request_id: z.string(), request: z.string() });
const Entries = z.object({
  entries: z.array(EntryView),
  cursor: z.number().meta({ description: 'Send it as `since` to get what comes after.' }),
  is_lossy: z.boolean().meta({ description: 'Whether some were evicted before they could be read.' }),
});

/** A filter with its fields in snake_case or camelCase. */
const FilterFields = z.preprocess(fieldReader(Filter), Filter);

/** The filter fields of a query; bodies take all of them. */
const { operation, method, path, code, generation, prompt, fault } = Filter.shape;
const EntryQuery = z.strictObject({
  operation,
  method,
  path,
  code,
  request_id: z.string().min(1).optional(),
  generation,
  idempotency_key: z.string().min(1).optional(),
  prompt,
  fault,
  status: z
    .string()
    .regex(/^[1-5](?:\d\d|xx)$/, 'must be a status, or 2xx, 4xx and so on')
    .optional(),
  since: z.coerce.number().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(MOST_ENTRIES).default(1000).meta({ description: 'The newest so many.' }),
});

const Wait = z
  .strictObject({
    filter: FilterFields.optional().meta({ description: 'Waits until `count` requests match.' }),
    count: z.int().min(1).default(1),
    generation: z.string().min(1).optional().meta({ description: 'Or: until a poll would find it in this status.' }),
    status: z.array(z.enum(STATUSES)).min(1).default(['completed', 'failed']),
    since: z.number().min(0).optional().meta({ description: 'A cursor: only what came after it counts.' }),
    timeout_seconds: z.number().min(0).max(LONGEST_WAIT_SECONDS).default(5).meta({ description: 'Real seconds.' }),
  })
  .refine(
    (wish) => (wish.filter === undefined) !== (wish.generation === undefined),
    'must have either filter or generation',
  );

const WaitReport = z.union([
  z.object({ held: z.literal(true), entries: z.array(EntryView) }),
  z.object({ held: z.literal(false), why: z.string(), nearest: z.array(NearMiss) }),
]);
const SequenceReport = z.looseObject({ holds: z.boolean(), entries: z.array(EntryView) });

export const JOURNAL_ROUTES: readonly ControlRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/_standin/journal',
    operationId: 'listStrays',
    tag: TAG,
    summary: 'List the requests that reached no account',
    description: 'Unknown keys and unknown paths.',
    query: EntryQuery,
    answer: { status: 200, description: 'The oldest first.', schema: Entries },
    errors: ['journal_off'],
    run: async ({ services, query }) => answerEntries(open(services).of(null), toSearch(query)),
  }),
  defineRoute({
    method: 'GET',
    path: '/_standin/accounts/{name}/journal',
    operationId: 'listRequests',
    tag: TAG,
    summary: 'List the requests of an account',
    query: EntryQuery,
    answer: {
      status: 200,
      description: 'The oldest first, in the order in which they were answered.',
      schema: Entries,
    },
    errors: ['account_not_found', 'journal_off'],
    run: async ({ services, params, query }) => answerEntries(await journalOf(services, params), toSearch(query)),
  }),
  defineRoute({
    method: 'DELETE',
    path: '/_standin/accounts/{name}/journal',
    operationId: 'clearJournal',
    tag: TAG,
    summary: 'Clear the journal of an account',
    answer: {
      status: 200,
      description: 'It is empty; cursors stay valid.',
      schema: z.object({ cleared: z.string() }),
    },
    errors: ['account_not_found', 'journal_off'],
    run: async ({ services, params }) => {
      (await journalOf(services, params)).clear();
      return answerJson(200, { cleared: params.name });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/_standin/accounts/{name}/journal/find',
    operationId: 'findRequests',
    tag: TAG,
    summary: 'Find the requests of an account that match a filter',
    description: 'As the list, with every field of a filter.',
    body: z.strictObject({
      filter: FilterFields.prefault({}),
      since: z.number().min(0).default(0),
      limit: z.int().min(1).max(MOST_ENTRIES).default(1000),
    }),
    answer: { status: 200, description: 'The oldest first.', schema: Entries },
    errors: ['account_not_found', 'journal_off'],
    run: async ({ services, params, body }) => answerEntries(await journalOf(services, params), body),
  }),
  defineRoute({
    method: 'POST',
    path: '/_standin/accounts/{name}/journal/wait',
    operationId: 'waitForRequests',
    tag: TAG,
    summary: 'Wait for requests, or for a status of a generation',
    description:
      'Answers as soon as the condition holds, or at the timeout with the nearest requests. Waiting is no poll.',
    body: Wait,
    answer: { status: 200, description: 'Whether it held.', schema: WaitReport },
    errors: ['account_not_found', 'journal_off'],
    run: async ({ services, params, body, request }) => {
      const { filter, count, generation: id, status, since, timeout_seconds: seconds } = body;
      const wish = id === undefined ? { filter: filter ?? {}, count } : { generation: id, status };
      const options = { timeoutMs: seconds * 1000, since, signal: request.signal };
      return answerJson(200, await (await journalOf(services, params)).wait(wish, options));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/_standin/accounts/{name}/journal/sequence',
    operationId: 'findSequence',
    tag: TAG,
    summary: 'Check that requests came in this order; others may lie between them',
    body: z.strictObject({ filters: z.array(FilterFields).min(1).max(100) }),
    answer: {
      status: 200,
      description: 'Whether they did; otherwise which is missing and what is nearest.',
      schema: SequenceReport,
    },
    errors: ['account_not_found', 'journal_off'],
    run: async ({ services, params, body }) =>
      answerJson(200, (await journalOf(services, params)).sequence(body.filters)),
  }),
  defineRoute({
    method: 'GET',
    path: '/_standin/accounts/{name}/journal/export',
    operationId: 'exportJournal',
    tag: TAG,
    summary: 'Export the requests of an account',
    query: z.strictObject({ format: z.enum(['har', 'jsonl']).default('har') }),
    answer: { status: 200, description: 'A HAR 1.2 log, or one entry a line (`application/x-ndjson`).' },
    errors: ['account_not_found', 'journal_off'],
    run: async ({ services, params, query, request }) => {
      const journal = await journalOf(services, params);
      if (query.format === 'har')
        return answerJson(200, journal.toHar({}, { baseUrl: `http://${request.header('host')}` }));
      return {
        status: 200,
        headers: { 'content-type': NDJSON, 'cache-control': 'no-store' },
        body: journal.toJsonLines(),
      };
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/_standin/explain/{id}',
    operationId: 'explainRequest',
    tag: TAG,
    summary: 'Explain in plain words why a request was answered as it was',
    description: 'By the id in the `x-request-id` header of the response.',
    answer: {
      status: 200,
      description: 'The explanation and the entry.',
      schema: z.object({ explanation: z.string(), entry: EntryView }),
    },
    errors: ['request_not_found', 'journal_off'],
    run: async ({ services, params: { id } }) => {
      const journal = open(services);
      const explanation = journal.explain(id);
      const entry = journal.entry(id);
      if (explanation !== undefined && entry !== undefined) return answerJson(200, { explanation, entry });
      const message = `The journal has no request "${id.slice(0, 64)}". It may have been evicted; the id is in the x-request-id header of a response.`;
      throw new ControlError('request_not_found', message);
    },
  }),
];

interface Search {
  readonly filter: FilterInput;
  readonly since: number;
  readonly limit: number;
}

function answerEntries(journal: AccountJournal, { filter, since, limit }: Search): ApiResponse {
  const { entries, cursor, isLossy } = journal.since(since, filter);
  return answerJson(200, { entries: entries.slice(-limit), cursor, is_lossy: isLossy });
}

/** Converts a query: its status is text, in a filter it is a number. */
function toSearch({ since, limit, status, ...rest }: z.output<typeof EntryQuery>): Search {
  return {
    since,
    limit,
    filter: FilterFields.parse({ ...rest, status: status === undefined ? status : toStatus(status) }),
  };
}

function toStatus(text: string): number | string {
  return text.endsWith('xx') ? text : Number(text);
}

async function journalOf(services: ControlServices, params: PathParams): Promise<AccountJournal> {
  const { name } = await requireAccount(services, params);
  return open(services).of(name);
}

function open({ journal }: ControlServices): ControlServices['journal'] {
  if (journal.isOn) return journal;
  throw new ControlError(
    'journal_off',
    'The journal is turned off. Start the emulator with the setting journal: true.',
  );
}
