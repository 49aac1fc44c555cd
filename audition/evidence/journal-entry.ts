/** An entry of the emulator's journal, live or from a file, with the parts that judge clients. */

import * as z from 'zod';

const text = z.string().nullable().default(null);

/** Journals of former versions have the same dollars under names without their unit. */
const LedgerPart = z.preprocess(
  (value) => (isFields(value) ? { reserved_usd: value['reserved'], captured_usd: value['captured'], ...value } : value),
  z.object({ reserved_usd: z.number(), captured_usd: z.number() }),
);

const Change = z.object({
  generation: z.object({ id: z.string(), before: z.string().nullable(), after: z.string() }).nullable(),
  ledger: z.object({ before: LedgerPart, after: LedgerPart }).nullable(),
});

export const JournalEntry = z.object({
  seq: z.number(),
  request_id: z.string(),
  account: text,
  operation: z.enum(['create', 'get', 'content']).nullable(),
  connection: z.number().nullable().default(null),
  at: z.string(),
  real_at: z.string(),
  method: z.string(),
  path: z.string(),
  request: z.object({
    has_authorization: z.boolean(),
    idempotency_key: text,
    range: text,
    if_range: text,
    if_match: text,
    user_agent: text,
    retry_count: text,
    body_hash: text,
    body: text,
    prompt: text,
  }),
  status: z.number(),
  code: text,
  response: z.object({
    headers: z.record(z.string(), z.string()),
    body: text,
    bytes_sent: z.number().nullable(),
  }),
  is_aborted: z.boolean().nullable(),
  generation: text,
  changes: z.array(Change),
  faults: z.array(z.string()),
  ending: z.string(),
  timing: z.object({ arrived_ms: z.number().optional(), engine_ms: z.number(), total_ms: z.number().nullable() }),
});
export type JournalEntry = z.output<typeof JournalEntry>;

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
