/** The record of a finished case, with all data to judge it now or later from a file. */

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
  /** The label of the key, if the case was watched. */
  label: z.string().optional(),
  scenario: z.string(),
  pace: z.enum(['quick', 'real']),
  deadlineSeconds: z.number(),
  prompts: z.array(z.string()),
  entries: z.array(JournalEntry),
  outcome: Outcome,
  files: z.array(FileRecord).optional(),
  /** It was played a second time, because the machine had disturbed the first run. */
  isSecond: z.boolean().optional(),
  /** US dollars that the client paid and that a careful client pays. */
  paid: z.number(),
  careful: z.number(),
});
export type CaseRecord = z.output<typeof CaseRecord>;
