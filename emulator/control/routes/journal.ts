/** The journal: listing, finding, awaiting and explaining the requests of an account. */

import * as z from 'zod';
import type { ApiResponse } from '../../api/messages.ts';
import { answerJson } from '../../api/record.ts';
import type { AccountJournal } from '../../journal/journal.ts';
import { Filter, type FilterInput } from '../../journal/filter.ts';
import { STATUSES } from '../../../contract/generation.ts';
import { UPSTREAM_ANSWERS } from '../../domain/trace.ts';
import { ControlError } from '../control-error.ts';
import { requireAccount } from '../account-lookup.ts';
import { routesOf, type ControlServices, type ControlRoute, type PathParams } from '../route.ts';
import { openJournal } from './open-journal.ts';

/** Of one answer. */
export const MOST_ENTRIES = 10_000;
export const LONGEST_WAIT_SECONDS = 300;
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
const Summary = z
  .looseObject({
    seq: z.number(),
    request_id: z.string(),
    account: z.string().nullable().meta({ description: 'Null when it reached no account.' }),
    operation: z.enum(['create', 'get', 'content']).nullable(),
    real_at: z.string(),
    method: z.string(),
    path: z.string(),
    status: z.int(),
    code: z.string().nullable(),
    generation: z.string().nullable(),
    faults: z.array(z.string()).meta({ description: 'The fault rules that fired.' }),
    attempt: z.int(),
    real_pause_ms: z.number().nullable(),
    retry_after: z.string().nullable(),
    prompt: z.string().nullable(),
    upstream: z.enum(UPSTREAM_ANSWERS).nullable().meta({
      description:
        'In a proxy: what became of the answer of the service; null where it was not asked, as in every emulator.',
    }),
    warnings: z.int().meta({ description: 'How many promises the service broke with it, as `--check` found.' }),
  })
  .meta({ description: 'One request in short. It holds no key.' });
const NearMiss = z.looseObject({ request_id: z.string(), request: z.string() });
const Entries = z.object({
  entries: z.array(EntryView),
  cursor: z.number().meta({ description: 'Send it as `since` to get what comes after.' }),
  is_lossy: z
    .boolean()
    .meta({ description: 'Whether this account lost some after `since`, to its bound or by clearing.' }),
});

/** The filter fields of a query; bodies take all of them. */
const { operation, method, path, code, request_id, generation, idempotency_key, prompt, fault } = Filter.shape;
/** The former spelling is read, too. */
const { requestId, idempotencyKey } = Filter.shape;
const currentFields = { operation, method, path, code, request_id, generation, idempotency_key, prompt, fault };
const EntryQuery = z.strictObject({
  ...currentFields,
  requestId,
  idempotencyKey,
  status: z
    .string()
    .regex(/^[1-5](?:\d\d|xx)$/, 'must be a status, or 2xx, 4xx and so on')
    .optional(),
  since: z.coerce.number().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(MOST_ENTRIES).default(1000).meta({ description: 'The newest so many.' }),
});

const Wait = z
  .strictObject({
    filter: Filter.optional().meta({ description: 'Waits until `count` requests match.' }),
    count: z.int().min(1).default(1),
    generation: z.string().min(1).optional().meta({ description: 'Or: until a poll would find it in this status.' }),
    status: z.array(z.enum(STATUSES)).min(1).default(['completed', 'failed']),
    since: z.number().min(0).optional().meta({ description: 'A cursor: only what came after it counts.' }),
    timeout_seconds: z.number().min(0).max(LONGEST_WAIT_SECONDS).default(5).meta({ description: 'Real seconds.' }),
  })
  .refine(
    (condition) => (condition.filter === undefined) !== (condition.generation === undefined),
    'must have either filter or generation',
  );

const WaitReport = z.union([
  z.object({ held: z.literal(true), entries: z.array(EntryView) }),
  z.object({ held: z.literal(false), why: z.string(), nearest: z.array(NearMiss) }),
]);
const SequenceReport = z.looseObject({ holds: z.boolean(), entries: z.array(EntryView) });

const route = routesOf('journal');

export const JOURNAL_ROUTES: readonly ControlRoute[] = [
  route('GET /_standin/journal', {
    operationId: 'listStrays',
    summary: 'List the requests that reached no account',
    description: 'Unknown keys and unknown paths.',
    query: EntryQuery,
    answer: { description: 'The oldest first.', schema: Entries },
    errors: ['journal_off'],
    run: async ({ services, query }) => answerEntries((await openJournal(services)).of(null), toSearch(query)),
  }),
  route('GET /_standin/requests', {
    operationId: 'listLatestRequests',
    summary: 'List the latest requests of all accounts together, or of one account, in short',
    description:
      'Also those that reached no account. The event `request` reports each later request in the same form. To page back, send the `seq` of the oldest request of a page as `before`.',
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(1000).default(100),
      account: z.string().min(1).optional().meta({
        description: 'Only requests of this account. An account without requests has an empty list.',
      }),
      before: z.coerce.number().min(0).optional().meta({
        description: 'Only requests with a smaller `seq`.',
      }),
    }),
    answer: { description: 'The oldest first.', schema: z.object({ requests: z.array(Summary) }) },
    errors: ['journal_off'],
    run: async ({ services, query: { limit, ...part } }) =>
      answerJson(200, { requests: (await openJournal(services)).latest(limit, part) }),
  }),
  route('GET /_standin/accounts/{name}/journal', {
    operationId: 'listRequests',
    summary: 'List the requests of an account',
    query: EntryQuery,
    answer: { description: 'The oldest first, in the order in which they were answered.', schema: Entries },
    errors: ['journal_off'],
    run: async ({ services, params, query }) => answerEntries(await journalOf(services, params), toSearch(query)),
  }),
  route('DELETE /_standin/accounts/{name}/journal', {
    operationId: 'clearJournal',
    summary: 'Clear the journal of an account',
    answer: { description: 'It is empty; cursors stay valid.', schema: z.object({ cleared: z.string() }) },
    errors: ['journal_off'],
    run: async ({ services, params }) => {
      (await journalOf(services, params)).clear();
      return answerJson(200, { cleared: params.name });
    },
  }),
  route('POST /_standin/accounts/{name}/journal/find', {
    operationId: 'findRequests',
    summary: 'Find the requests of an account that match a filter',
    description: 'As the list, with every field of a filter.',
    body: z.strictObject({
      filter: Filter.prefault({}),
      since: z.number().min(0).default(0),
      limit: z.int().min(1).max(MOST_ENTRIES).default(1000),
    }),
    answer: { description: 'The oldest first.', schema: Entries },
    errors: ['journal_off'],
    run: async ({ services, params, body }) => answerEntries(await journalOf(services, params), body),
  }),
  route('POST /_standin/accounts/{name}/journal/wait', {
    operationId: 'waitForRequests',
    summary: 'Wait for requests, or for a status of a generation',
    description:
      'Answers as soon as the condition holds, or at the timeout with the nearest requests. Waiting does not count as a poll.',
    body: Wait,
    answer: { description: 'Whether it held.', schema: WaitReport },
    errors: ['journal_off', 'no_room'],
    run: async ({ services, params, body, request }) => {
      const { filter, count, generation: id, status, since, timeout_seconds: seconds } = body;
      const condition = id === undefined ? { filter: filter ?? {}, count } : { generation: id, status };
      const options = { timeoutMs: seconds * 1000, since, signal: request.signal };
      const journal = await journalOf(services, params);
      const bytes = takeWait(services, condition);
      try {
        return answerJson(200, await journal.wait(condition, options));
      } finally {
        services.waits.giveBack(bytes);
      }
    },
  }),
  route('POST /_standin/accounts/{name}/journal/sequence', {
    operationId: 'findSequence',
    summary: 'Check that requests came in this order; others may lie between them',
    body: z.strictObject({ filters: z.array(Filter).min(1).max(100) }),
    answer: {
      description: 'Whether they did; otherwise which is missing and what is nearest.',
      schema: SequenceReport,
    },
    errors: ['journal_off'],
    run: async ({ services, params, body }) =>
      answerJson(200, (await journalOf(services, params)).sequence(body.filters)),
  }),
  route('GET /_standin/accounts/{name}/journal/export', {
    operationId: 'exportJournal',
    summary: 'Export the requests of an account',
    query: z.strictObject({ format: z.enum(['har', 'jsonl']).default('har') }),
    answer: { description: 'A HAR 1.2 log, or one entry a line (`application/x-ndjson`).' },
    errors: ['journal_off'],
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
  route('GET /_standin/explain/{id}', {
    operationId: 'explainRequest',
    summary: 'Explain in plain words why a request was answered as it was',
    description: 'By the id in the `x-request-id` header of the response.',
    answer: {
      description: 'The explanation and the entry.',
      schema: z.object({ explanation: z.string(), entry: EntryView }),
    },
    errors: ['request_not_found', 'journal_off'],
    run: async ({ services, params: { id } }) => {
      const journal = await openJournal(services);
      const explanation = journal.explain(id);
      const entry = journal.entry(id);
      if (explanation !== undefined && entry !== undefined) return answerJson(200, { explanation, entry });
      const message = `The journal has no request "${id.slice(0, 64)}". The entry may have been evicted. The x-request-id header of a response contains the id.`;
      throw new ControlError('request_not_found', message);
    },
  }),
];

/** Notes an open wait by what it takes, until it is given back. */
function takeWait({ waits, journal }: ControlServices, condition: { readonly count?: number | undefined }): number {
  const found = Math.min(condition.count ?? 1, journal.mostEntries);
  const bytes = WAIT_BYTES + 2 * JSON.stringify(condition).length + FOUND_BYTES * found;
  if (waits.take(bytes)) return bytes;
  throw new ControlError('no_room', 'Too many waits are open. Wait until some end, or send shorter timeouts.');
}

/** The memory of a wait without its condition: its request, its connection, its place in the queue. */
const WAIT_BYTES = 16_384;
/** The memory of a found entry, while the wait continues. */
const FOUND_BYTES = 40;

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
    filter: Filter.parse({ ...rest, status: status === undefined ? status : toStatus(status) }),
  };
}

function toStatus(text: string): number | string {
  return text.endsWith('xx') ? text : Number(text);
}

async function journalOf(services: ControlServices, params: PathParams): Promise<AccountJournal> {
  const { name } = await requireAccount(services, params);
  return (await openJournal(services)).of(name);
}
