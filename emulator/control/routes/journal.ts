/** The routes for the journal: listing, finding, awaiting and explaining requests. */

import * as z from 'zod';
import { answerJson, answerText } from '../../api/record.ts';
import type { AccountJournal } from '../../journal/journal.ts';
import { firedRules } from '../../journal/fired-rules.ts';
import { Filter, type FilterInput } from '../../journal/filter.ts';
import { STATUSES } from '../../../contract/generation.ts';
import { UPSTREAM_ANSWERS } from '../../domain/trace.ts';
import { ControlError } from '../control-error.ts';
import { openJournal, requireAccount } from '../account-changes.ts';
import { routesOf, type AccountCall, type ControlRoute, type ControlServices } from '../route.ts';

export const MOST_ENTRIES = 10_000;
export const LONGEST_WAIT_SECONDS = 300;

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
  .describe('A request with everything that the journal recorded about it. The API key is not included.');
export const RequestSummary = z
  .looseObject({
    seq: z.number(),
    request_id: z.string(),
    account: z.string().nullable().meta({ description: 'Null if the request belongs to no account.' }),
    operation: z.enum(['create', 'get', 'content']).nullable(),
    real_at: z.string(),
    method: z.string(),
    path: z.string(),
    status: z.int(),
    code: z.string().nullable(),
    generation: z.string().nullable(),
    faults: z.array(z.string()).meta({ description: 'The fault rules that created or changed the response.' }),
    is_lost: z.boolean().meta({ description: 'Whether a rule ended the connection before the response arrived.' }),
    attempt: z.int(),
    real_pause_ms: z.number().nullable(),
    retry_after: z.string().nullable(),
    prompt: z.string().nullable(),
    upstream: z.enum(UPSTREAM_ANSWERS).nullable().meta({
      description:
        'In a proxy: whether the client got the response of the service. Null if the proxy did not forward the request. Always null in an emulator.',
    }),
    warnings: z.int().meta({
      description:
        'The number of promises that this response of the service breaks. Only a proxy with `--check` counts them.',
    }),
  })
  .meta({ description: 'A summary of a request. The API key is not included.' });
const FiredRules = z.object({
  acting: z.array(z.string()).meta({ description: 'Rules that set the response. The deciding rule is first.' }),
  idle: z.array(z.string()).meta({ description: 'Rules without effect, because of a refusal or another rule.' }),
  planned: z.array(z.string()).meta({ description: 'Rules that acted when the generation was created.' }),
});
const Entries = z.object({
  entries: z.array(EntryView),
  cursor: z.number().meta({ description: 'Send this value as `since` to get the later requests.' }),
  is_lossy: z.boolean().meta({ description: 'True if the journal was full or cleared, so that requests are missing.' }),
});

/** The filter fields that a query supports. A body supports all filter fields. */
const QUERIED = { operation: true, method: true, path: true, code: true, request_id: true, generation: true } as const;
const EntryQuery = Filter.pick({ ...QUERIED, idempotency_key: true, prompt: true, fault: true }).extend({
  status: z
    .string()
    .regex(/^[1-5](?:\d\d|xx)$/, 'must be a status such as 404, or a class of statuses such as 4xx')
    .optional(),
  since: z.coerce.number().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(MOST_ENTRIES).default(1000).meta({
    description: 'The maximum number of requests to return. If more requests match, the response contains the newest.',
  }),
});

const Wait = z
  .strictObject({
    filter: Filter.optional().meta({ description: 'Wait until `count` requests match this filter.' }),
    count: z.int().min(1).default(1),
    generation: z.string().min(1).optional().meta({
      description:
        'A generation id, which you can send instead of `filter`. Wait until a poll would return one of the statuses in `status`.',
    }),
    status: z.array(z.enum(STATUSES)).min(1).default(['completed', 'failed']),
    since: z.number().min(0).optional().describe('A cursor. The server counts only requests after this cursor.'),
    timeout_seconds: z.number().min(0).max(LONGEST_WAIT_SECONDS).default(5).meta({ description: 'Real seconds.' }),
  })
  .refine(
    (condition) => (condition.filter === undefined) !== (condition.generation === undefined),
    'must have either filter or generation',
  );

const NearMiss = z.looseObject({ request_id: z.string(), request: z.string() });
const WaitReport = z.union([
  z.object({ held: z.literal(true), entries: z.array(EntryView) }),
  z.object({ held: z.literal(false), why: z.string(), nearest: z.array(NearMiss) }),
]);

const route = routesOf('journal', ['journal_off']);

export const JOURNAL_ROUTES: readonly ControlRoute[] = [
  route('GET /_standin/journal', 'listStrays', {
    summary: 'List the requests that belong to no account',
    description: 'These are requests with unknown keys and requests to unknown paths.',
    query: EntryQuery,
    answer: { description: 'The requests, oldest first.', schema: Entries },
    view: async ({ services, query }) => entriesView((await openJournal(services)).of(null), toSearch(query)),
  }),
  route('GET /_standin/requests', 'listLatestRequests', {
    summary: 'List summaries of the latest requests of all accounts, or of one account',
    description:
      'The list includes requests that belong to no account. The event `request` reports each later request in the same form. To read earlier requests, send the `seq` of the oldest listed request as `before`.',
    query: z.strictObject({
      limit: z.coerce.number().int().min(1).max(1000).default(100),
      account: z.string().min(1).optional().meta({
        description: 'List only requests of this account. An account without requests has an empty list.',
      }),
      before: z.coerce.number().min(0).optional().describe('List only requests with a smaller `seq` than this value.'),
    }),
    answer: { description: 'The requests, oldest first.', schema: z.object({ requests: z.array(RequestSummary) }) },
    view: async ({ services, query: { limit, account, before } }) => ({
      requests: (await openJournal(services)).latest(limit, account, before),
    }),
  }),
  route('GET /_standin/accounts/{name}/journal', 'listRequests', {
    summary: 'List the requests of an account',
    query: EntryQuery,
    answer: { description: 'The requests in the order of their responses, oldest first.', schema: Entries },
    view: async (call) => entriesView(await journalOf(call), toSearch(call.query)),
  }),
  route('DELETE /_standin/accounts/{name}/journal', 'clearJournal', {
    summary: 'Clear the journal of an account',
    answer: {
      description: 'The name of the account. The journal of this account is empty now, and earlier cursors stay valid.',
      schema: z.object({ cleared: z.string() }),
    },
    view: async (call) => {
      (await journalOf(call)).clear();
      return { cleared: call.params.name };
    },
  }),
  route('POST /_standin/accounts/{name}/journal/find', 'findRequests', {
    summary: 'Find the requests of an account that match a filter',
    description: 'This works like `GET /_standin/accounts/{name}/journal`, but it supports all fields of the filter.',
    body: z.strictObject({
      filter: Filter.prefault({}),
      since: z.number().min(0).default(0),
      limit: z.int().min(1).max(MOST_ENTRIES).default(1000),
    }),
    answer: { description: 'The requests, oldest first.', schema: Entries },
    view: async (call) => entriesView(await journalOf(call), call.body),
  }),
  route('POST /_standin/accounts/{name}/journal/wait', 'waitForRequests', {
    summary: 'Wait for requests, or for a status of a generation',
    description:
      'The server responds as soon as the condition is true. At the timeout, the response lists the requests that nearly match the condition. Waiting does not count as a poll.',
    body: Wait,
    answer: { description: 'Whether the condition was true before the timeout.', schema: WaitReport },
    errors: ['no_room'],
    view: async (call) => {
      const { services, request } = call;
      const { filter, count, generation: id, status, since, timeout_seconds: seconds } = call.body;
      const condition = id === undefined ? { filter: filter ?? {}, count } : { generation: id, status };
      const options = { timeoutMs: seconds * 1000, since, signal: request.signal };
      const journal = await journalOf(call);
      const bytes = takeWait(services, condition);
      try {
        return await journal.wait(condition, options);
      } finally {
        services.waits.giveBack(bytes);
      }
    },
  }),
  route('POST /_standin/accounts/{name}/journal/sequence', 'findSequence', {
    summary: 'Check that requests arrived in a given order, with any other requests between them',
    body: z.strictObject({ filters: z.array(Filter).min(1).max(100) }),
    answer: {
      description:
        'Whether the requests arrived in this order. If not, the response contains the request that did not arrive, and the recorded requests that are most similar to it.',
      schema: z.looseObject({ holds: z.boolean(), entries: z.array(EntryView) }),
    },
    view: async (call) => (await journalOf(call)).sequence(call.body.filters),
  }),
  route('GET /_standin/accounts/{name}/journal/export', 'exportJournal', {
    summary: 'Export the requests of an account',
    query: z.strictObject({ format: z.enum(['har', 'jsonl']).default('har') }),
    answer: { description: 'A HAR 1.2 log, or JSON with one entry per line (`application/x-ndjson`).' },
    run: async (call) => {
      const journal = await journalOf(call);
      return call.query.format === 'har'
        ? answerJson(200, journal.toHar({}, { baseUrl: `${call.request.scheme}://${call.request.header('host')}` }))
        : answerText(200, journal.toJsonLines(), { 'content-type': 'application/x-ndjson' });
    },
  }),
  route('GET /_standin/explain/{id}', 'explainRequest', {
    summary: 'Explain in plain words why a request got its response',
    description: 'The id of a request is in the header `x-request-id` of its response.',
    answer: {
      description: 'The explanation, the rules that fired and the entry.',
      schema: z.object({ explanation: z.string(), rules: FiredRules, entry: EntryView }),
    },
    errors: ['request_not_found'],
    view: async ({ services, params: { id } }) => {
      const journal = await openJournal(services);
      const explanation = journal.explain(id);
      const entry = journal.entry(id);
      if (explanation !== undefined && entry !== undefined) return { explanation, rules: firedRules(entry), entry };
      const message = `The journal has no request "${id.slice(0, 64)}". Perhaps the journal evicted the entry. The x-request-id header of a response contains the id.`;
      throw new ControlError('request_not_found', message);
    },
  }),
];

/** Reserves memory for a wait. Throws if the budget is used up. */
function takeWait({ waits, journal }: ControlServices, condition: { readonly count?: number | undefined }): number {
  const found = Math.min(condition.count ?? 1, journal.mostEntries);
  const bytes = WAIT_BYTES + 2 * JSON.stringify(condition).length + FOUND_BYTES * found;
  if (waits.take(bytes)) return bytes;
  throw new ControlError('no_room', 'Too many requests are waiting. Try again later, or send shorter timeouts.');
}

/** The memory of a wait without its condition: its request, its connection and its place in the queue. */
const WAIT_BYTES = 16_384;
/** The memory of a found entry during the wait. */
const FOUND_BYTES = 40;

interface Search {
  readonly filter: FilterInput;
  readonly since: number;
  readonly limit: number;
}

function entriesView(journal: AccountJournal, { filter, since, limit }: Search): object {
  const { entries, cursor, isLossy } = journal.since(since, filter);
  return { entries: entries.slice(-limit), cursor, is_lossy: isLossy };
}

/** Converts a query to a search. The status is text in a query and a number in a filter. */
function toSearch({ since, limit, status: text, ...rest }: z.output<typeof EntryQuery>): Search {
  return { since, limit, filter: { ...rest, status: text?.endsWith('xx') === false ? Number(text) : text } };
}

async function journalOf(call: AccountCall): Promise<AccountJournal> {
  const { name } = await requireAccount(call);
  return (await openJournal(call.services)).of(name);
}
