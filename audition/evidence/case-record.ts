/** What is kept of a case when it is over: enough to judge it, today or again from a file. */

import * as z from 'zod';
import { JournalEntry } from './journal-entry.ts';

const Digest = z.object({ sha256: z.string(), bytes: z.number() });

const SaidError = z.object({
  code: z.string().optional(),
  message: z.string().optional(),
  request_id: z.string().optional(),
  idempotency_key: z.string().optional(),
  status: z.number().optional(),
  retryable: z.boolean().optional(),
});

const Outcome = z.object({
  end: z.enum(['delivered', 'gave-up', 'unsupported', 'crashed', 'hung', 'not-observed']),
  how: z.string(),
  ranMs: z.number(),
  said: z
    .object({
      ids: z.array(z.string()).readonly(),
      status: z.string().optional(),
      error: SaidError.optional(),
      also: z.array(z.string()).readonly().optional(),
    })
    .optional(),
  leaks: z.array(z.string()).readonly(),
});

const FileRecord = z.object({
  index: z.number(),
  clip: Digest.optional(),
  found: Digest.optional(),
  isForeign: z.boolean(),
});

export const CaseRecord = z.object({
  client: z.string(),
  /** Of a case that was watched: the label of its key. */
  label: z.string().optional(),
  scenario: z.string(),
  pace: z.enum(['quick', 'real']),
  deadlineSeconds: z.number(),
  prompts: z.array(z.string()),
  entries: z.array(JournalEntry),
  outcome: Outcome,
  files: z.array(FileRecord).optional(),
  /** It was played a second time, because the machine had spoiled the first. */
  isSecond: z.boolean().optional(),
  /** US dollars: what it paid, and what a careful client pays. */
  paid: z.number(),
  careful: z.number(),
});
export type CaseRecord = z.output<typeof CaseRecord>;
