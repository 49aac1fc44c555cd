/** The record of a finished case, with all data to judge it now or later from a file. */

import * as z from 'zod';
import { JournalEntry } from './journal-entry.ts';

export const FileDigest = z.object({ sha256: z.string(), bytes: z.number() });
export type FileDigest = z.output<typeof FileDigest>;

const text = z.string().optional().catch(undefined);

/** The failure that a client reports. Missing or unusual members are left out. */
export const SaidError = z.object({
  code: text,
  message: text,
  request_id: text,
  idempotency_key: text,
  status: z.number().optional().catch(undefined),
  retryable: z.boolean().optional().catch(undefined),
});

/** The last line of a client, as far as it is readable. */
const ClientWord = z.object({
  ids: z.array(z.string()).readonly(),
  status: z.string().optional(),
  error: SaidError.optional(),
  /** Texts in other members. A client may report its Idempotency-Key in any member. */
  also: z.array(z.string()).readonly().optional(),
});
export type ClientWord = z.output<typeof ClientWord>;

/** The client's own report: how it ended, and its last line. */
const ClientOutcome = z.object({
  end: z.enum(['delivered', 'gave-up', 'unsupported', 'crashed', 'hung', 'not-observed']),
  /** A text for people: `exit status 1`, `killed by SIGKILL`. */
  how: z.string(),
  /** Milliseconds from its start to its end. */
  ranMs: z.number(),
  said: ClientWord.optional(),
  /** The places in which its key was found although it is a secret: `stdout`, `stderr`, a file. */
  leaks: z.array(z.string()).readonly(),
});
export type ClientOutcome = z.output<typeof ClientOutcome>;

/** A requested file, and the clip that it should be. */
const FileEvidence = z.object({
  /** `0` for a single file; the position in the batch otherwise. */
  index: z.number(),
  /** The clip of the generation that the client completed for the file; undefined without such a generation. */
  clip: FileDigest.optional(),
  /** The file that exists there; undefined if there is none. */
  found: FileDigest.optional(),
  /** Whether its bytes equal the clip of another generation. */
  isForeign: z.boolean(),
});
export type FileEvidence = z.output<typeof FileEvidence>;

export const CaseRecord = z.object({
  client: z.string(),
  /** The label of the key, if the case was watched. */
  label: z.string().optional(),
  scenario: z.string(),
  pace: z.enum(['quick', 'real']),
  deadlineSeconds: z.number(),
  prompts: z.array(z.string()),
  entries: z.array(JournalEntry),
  outcome: ClientOutcome,
  files: z.array(FileEvidence).optional(),
  /** It was played a second time, because the machine had disturbed the first run. */
  isSecond: z.boolean().optional(),
  /** US dollars that the client paid and that a careful client pays. */
  paid: z.number(),
  careful: z.number(),
});
export type CaseRecord = z.output<typeof CaseRecord>;
