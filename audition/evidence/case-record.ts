/** The record of a finished case, with all data to judge it now or later from a file. */

import * as z from 'zod';

const nullable = z.string().nullable().default(null);

const LedgerPart = z.object({ reserved_usd: z.number(), captured_usd: z.number() });

const Change = z.object({
  generation: z.object({ id: z.string(), before: z.string().nullable(), after: z.string() }).nullable(),
  ledger: z.object({ before: LedgerPart, after: LedgerPart }).nullable(),
});

/** An entry of the emulator's journal, live or from a file, with the parts that judge clients. */
export const JournalEntry = z.object({
  seq: z.number(),
  request_id: z.string(),
  account: nullable,
  operation: z.enum(['create', 'get', 'content']).nullable(),
  connection: z.number().nullable().default(null),
  at: z.string(),
  method: z.string(),
  path: z.string(),
  request: z.object({
    has_authorization: z.boolean(),
    idempotency_key: nullable,
    range: nullable,
    if_range: nullable,
    if_match: nullable,
    user_agent: nullable,
    retry_count: nullable,
    body_hash: nullable,
    body: nullable,
    prompt: nullable,
  }),
  status: z.number(),
  code: nullable,
  response: z.object({
    headers: z.record(z.string(), z.string()),
    body: nullable,
    bytes_sent: z.number().nullable(),
  }),
  is_aborted: z.boolean().nullable(),
  generation: nullable,
  changes: z.array(Change),
  /** Ids of the rules that fired, with their scenario: `storm_503:1`. */
  faults: z.array(z.string()),
  ending: z.string(),
  timing: z.object({ arrived_ms: z.number(), engine_ms: z.number(), total_ms: z.number().nullable() }),
});
export type JournalEntry = z.output<typeof JournalEntry>;

export const FileDigest = z.object({ sha256: z.string(), bytes: z.number() });
export type FileDigest = z.output<typeof FileDigest>;

const text = z.string().optional().catch(undefined);

/** The failure that a client reports. Missing or unusual members are left out. */
const SaidError = z.object({
  code: text,
  message: text,
  request_id: text,
  idempotency_key: text,
  /** The status of a response, or of a record. */
  status: z.union([z.number(), z.string()]).optional().catch(undefined),
  retryable: z.boolean().optional().catch(undefined),
});

/** The members of a last line that the protocol names. Unusual members are left out. */
const Word = z.object({
  id: text,
  ids: z.array(z.string()).readonly().catch([]),
  status: text,
  error: SaidError.optional().catch(undefined),
  /** Texts in other members. A client may report its Idempotency-Key in any member. */
  also: z.array(z.string()).readonly().optional().catch(undefined),
});

/** The last line of a client, as far as it is readable. */
const ClientWord = Word.omit({ id: true });
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
  /** The requested bodies. They are undefined if the client was watched, because no task exists. */
  bodies: z.array(z.record(z.string(), z.unknown())).readonly().optional(),
  entries: z.array(JournalEntry),
  outcome: ClientOutcome,
  files: z.array(FileEvidence).readonly().optional(),
  /** It was played a second time, because the machine had disturbed the first run. */
  isSecond: z.boolean().optional(),
  /** US dollars that the client paid and that a careful client pays. */
  paid: z.number(),
  careful: z.number(),
});
export type CaseRecord = z.output<typeof CaseRecord>;

const MOST = 65_536;
const MOST_TEXTS = 20;

/** Parses the word in a line of JSON; undefined if the line does not contain a word. */
export function readWord(line: string): ClientWord | undefined {
  if (line.length > MOST || !line.trimStart().startsWith('{')) return undefined;
  try {
    return toWord(JSON.parse(line));
  } catch {
    return undefined;
  }
}

/** Converts a value to the word of a client. */
export function toWord(value: unknown): ClientWord | undefined {
  const read = Word.safeParse(value);
  if (!read.success) return undefined;
  const { id, ids, status, error, also = [] } = read.data;
  const texts = [...also, ...otherTexts(value), ...otherTexts(Object(value).error)];
  const word = { ids: id === undefined ? ids : [id, ...ids], status, error };
  return texts.length === 0 ? word : { ...word, also: texts.slice(0, MOST_TEXTS) };
}

const NAMED = new Set([...Object.keys(Word.shape), 'code', 'message', 'request_id', 'idempotency_key']);

/** Returns the texts in members that the protocol does not name. */
function otherTexts(value: unknown): string[] {
  const members = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return members.flatMap(([name, text]) => (typeof text === 'string' && !NAMED.has(name) ? [text] : []));
}
