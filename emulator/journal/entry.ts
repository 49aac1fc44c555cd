/** An entry as people read it: plain data without any key, the same in the library, in exports and in the control API. */

import { toDollars } from '../../contract/prices.ts';
import type { OperationName } from '../../contract/error-entry.ts';
import type { Status } from '../../contract/generation.ts';
import type { Ledger } from '../domain/ledger.ts';
import type { Step, Weighed } from '../domain/trace.ts';
import { bodyHashOf, type StoredEntry } from './stored-entry.ts';

/** An account's books in US dollars. */
export interface Books {
  readonly granted: number;
  readonly balance: number;
  readonly reserved: number;
  readonly captured: number;
}

/** What one atomic step changed; `before` is null for a generation that was made by it. */
export interface Change {
  readonly generation: { readonly id: string; readonly before: Status | null; readonly after: Status } | null;
  readonly ledger: { readonly before: Books; readonly after: Books } | null;
}

export interface Entry {
  /** Its place in the journal, for cursors; it grows, but not by ones. */
  readonly seq: number;
  readonly requestId: string;
  /** Null when the request reached no account. */
  readonly account: string | null;
  /** A fingerprint of the key, good for as long as the emulator runs. */
  readonly key: string | null;
  readonly operation: OperationName | null;
  /** When it came, by the account's clock and by the machine's; ISO 8601. */
  readonly at: string;
  readonly realAt: string;
  readonly method: string;
  /** Path and query as they came. */
  readonly path: string;
  /** 1 for the first request with its Idempotency-Key, or else with its method, path and body; 2 for the next. */
  readonly attempt: number;
  /** Milliseconds since the former attempt, by the account's clock and by the machine's. */
  readonly gapMs: number | null;
  readonly realGapMs: number | null;
  readonly request: {
    readonly idempotencyKey: string | null;
    readonly range: string | null;
    readonly contentType: string | null;
    readonly userAgent: string | null;
    /** Null where no body was read. */
    readonly bytes: number | null;
    readonly bodyHash: string | null;
    /** The beginning of the body. */
    readonly body: string | null;
    /** The beginning of the prompt. */
    readonly prompt: string | null;
  };
  readonly status: number;
  /** The error code, when the engine refused the request. */
  readonly code: string | null;
  readonly response: {
    readonly headers: Readonly<Record<string, string>>;
    /** The beginning of a JSON body. */
    readonly body: string | null;
    /** Bytes of the body that were given to the system; null while it is being sent. */
    readonly bytesSent: number | null;
  };
  /** Whether the peer went before the last byte; null while it is being sent. */
  readonly isAborted: boolean | null;
  /** The generation that it was about. */
  readonly generation: string | null;
  readonly changes: readonly Change[];
  readonly weighed: readonly Weighed[];
  /** The rules that fired. */
  readonly faults: readonly string[];
  readonly ending: 'answered' | 'client-gone' | 'crashed';
  /** Real milliseconds until the answer stood, and until its last byte was given to the system. */
  readonly timing: { readonly engineMs: number; readonly totalMs: number | null };
}

/** Puts an entry into its readable form. */
export function toEntry(raw: StoredEntry): Entry {
  const { facts } = raw;
  return {
    seq: raw.seq,
    requestId: facts.requestId,
    account: facts.account,
    key: facts.key,
    operation: facts.operation,
    at: isoOf(facts.at),
    realAt: isoOf(facts.realAt),
    method: facts.method,
    path: facts.target,
    attempt: raw.attempt,
    gapMs: raw.gapMs ?? null,
    realGapMs: raw.realGapMs ?? null,
    request: requestOf(raw),
    status: facts.status,
    code: facts.code ?? null,
    response: { headers: facts.headers, body: facts.responseBody ?? null, bytesSent: raw.bytesSent ?? null },
    isAborted: raw.isAborted ?? null,
    generation: generationOf(raw),
    changes: changesOf(raw),
    weighed: facts.weighed,
    faults: faultsOf(raw),
    ending: facts.ending ?? 'answered',
    timing: { engineMs: facts.engineMs, totalMs: raw.totalMs ?? null },
  };
}

/** The generation that a request was about: the one that it made or was answered with again, or else the one that its path names. */
export function generationOf({ facts }: StoredEntry): string | null {
  if (facts.operation === 'create') return facts.steps.find(isMaking)?.generation ?? replayedOf(facts);
  const [, id] = /\/v1\/videos\/([^/?#]+)/.exec(facts.target) ?? [];
  return id?.toLowerCase() ?? null;
}

/** The rules that fired for a request. */
export function faultsOf({ facts }: StoredEntry): string[] {
  return facts.weighed.filter(({ fired }) => fired).map(({ rule }) => rule);
}

/** The prompt, as far as it lies in what was kept of the body. */
export function promptOf({ facts }: StoredEntry): string | null {
  const [, text] = /"prompt"\s*:\s*"((?:[^"\\]|\\.)*)/.exec(facts.requestBody ?? '') ?? [];
  return text === undefined ? null : unescaped(text.replace(CUT_ESCAPE, ''));
}

const CUT_ESCAPE = /\\u[0-9a-fA-F]{0,3}$/;

/** A time as text; a clock that was set beyond what dates can say shows its number. */
export function isoOf(ms: number): string {
  return Math.abs(ms) <= LAST_DATE ? new Date(ms).toISOString() : String(ms);
}

const LAST_DATE = 8.64e15;

/** What is no valid text, because it was cut or was never valid, stays as it is. */
function unescaped(text: string): string {
  try {
    const value: unknown = JSON.parse(`"${text}"`);
    return typeof value === 'string' ? value : text;
  } catch {
    return text;
  }
}

const MOST_PROMPT = 200;

function requestOf(raw: StoredEntry): Entry['request'] {
  const { facts } = raw;
  return {
    idempotencyKey: facts.idempotencyKey ?? null,
    range: facts.range ?? null,
    contentType: facts.contentType ?? null,
    userAgent: facts.userAgent ?? null,
    bytes: facts.requestBytes ?? null,
    bodyHash: bodyHashOf(facts) ?? null,
    body: facts.requestBody ?? null,
    prompt: promptOf(raw)?.slice(0, MOST_PROMPT) ?? null,
  };
}

function replayedOf({ headers, responseBody }: StoredEntry['facts']): string | null {
  if (headers['idempotent-replayed'] === undefined) return null;
  const [, id] = /"id":"([0-9a-f-]{36})"/.exec(responseBody ?? '') ?? [];
  return id ?? null;
}

function isMaking({ generation, statusBefore }: Step): boolean {
  return generation !== undefined && statusBefore === undefined;
}

function changesOf({ facts }: StoredEntry): Change[] {
  return facts.steps.map(({ generation: id, statusBefore, statusAfter, booksBefore, booksAfter }) => ({
    generation:
      id === undefined || statusAfter === undefined ? null : { id, before: statusBefore ?? null, after: statusAfter },
    ledger:
      booksBefore === undefined || booksAfter === undefined
        ? null
        : { before: toBooks(booksBefore), after: toBooks(booksAfter) },
  }));
}

function toBooks({ granted, balance, reserved, captured }: Ledger): Books {
  return {
    granted: toDollars(granted),
    balance: toDollars(balance),
    reserved: toDollars(reserved),
    captured: toDollars(captured),
  };
}
