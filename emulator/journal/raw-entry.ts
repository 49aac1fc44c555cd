/** An entry as it is kept: bare facts without any key, put into words only when somebody reads them. */

import { hash } from 'node:crypto';
import type { OperationName } from '../../contract/error-entry.ts';
import type { Step, Trace, Weighed } from '../domain/trace.ts';
import type { Receipt } from './facts.ts';

/** All but what becomes known once the entry has its place. */
export interface RawFacts {
  readonly requestId: string;
  readonly account: string | null;
  readonly key: string | null;
  readonly operation: OperationName | null;
  readonly method: string;
  readonly target: string;
  readonly idempotencyKey: string | undefined;
  readonly range: string | undefined;
  readonly contentType: string | undefined;
  readonly userAgent: string | undefined;
  /** By the account's clock, and by the machine's. */
  readonly at: number;
  readonly realAt: number;
  /** The beginning of a JSON body; nothing where there was none, or it was never read. */
  readonly requestBody: string | undefined;
  readonly requestBytes: number | undefined;
  /** Nothing where the body was kept whole and as it came: `RawEntry.bodyHash` knows it all the same. */
  readonly bodyHash: string | undefined;
  readonly status: number;
  readonly code: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly responseBody: string | undefined;
  readonly weighed: readonly Weighed[];
  readonly steps: readonly Step[];
  readonly ending: Trace['ending'];
  /** On a clock that only goes forward, whose zero means nothing. */
  readonly startedAt: number;
  readonly engineMs: number;
}

/** What an entry asks of the journal that keeps it. */
export interface Keeper {
  monotonic(): number;
  /** The entry has become complete. */
  completed(entry: RawEntry): void;
}

/** A class, because it is its own receipt: nothing more is made for a request than this. */
export class RawEntry implements Receipt {
  readonly facts: RawFacts;
  readonly weight: number;
  /** What requests have in common that are attempts at one thing. */
  readonly identity: string;
  readonly #keeper: Keeper;
  seq = 0;
  attempt = 1;
  /** By the account's clock and by the machine's; nothing on a first attempt. */
  gapMs: number | undefined = undefined;
  realGapMs: number | undefined = undefined;
  bytesSent: number | undefined = undefined;
  isAborted: boolean | undefined = undefined;
  totalMs: number | undefined = undefined;
  /** The one after it in its account, and its neighbours in the whole journal. */
  next: RawEntry | undefined = undefined;
  older: RawEntry | undefined = undefined;
  newer: RawEntry | undefined = undefined;

  constructor(facts: RawFacts, keeper: Keeper) {
    this.facts = facts;
    this.weight = weightOf(facts);
    this.identity = identityOf(facts);
    this.#keeper = keeper;
  }

  /** The digest of the body; nothing where there was none. */
  get bodyHash(): string | undefined {
    const { bodyHash, requestBody } = this.facts;
    return bodyHash ?? (requestBody === undefined ? undefined : hashOf(requestBody));
  }

  sent(bytes: number, isAborted: boolean): void {
    if (this.bytesSent !== undefined) return;
    this.bytesSent = bytes;
    this.isAborted = isAborted;
    this.totalMs = this.#keeper.monotonic() - this.facts.startedAt;
    this.#keeper.completed(this);
  }
}

/** The entry itself, its headers and its links, measured and rounded up; the texts come on top. */
const BARE_BYTES = 700;
const STEP_BYTES = 250;
const WEIGHED_BYTES = 200;

function weightOf({ target, idempotencyKey, userAgent, requestBody, responseBody, weighed, steps }: RawFacts): number {
  const texts =
    target.length +
    (idempotencyKey?.length ?? 0) +
    (userAgent?.length ?? 0) +
    (requestBody?.length ?? 0) +
    (responseBody?.length ?? 0);
  // A text with one character beyond Latin-1 takes two bytes for each; that is the bound, so it is what counts.
  return BARE_BYTES + 2 * texts + STEP_BYTES * steps.length + WEIGHED_BYTES * weighed.length;
}

/** The digest by which bodies are told apart. */
export function hashOf(body: Uint8Array | string): string {
  return hash('sha256', body, 'base64url');
}

/** A create with a key is known by the key, everything else by what it asks. */
function identityOf({ idempotencyKey, method, operation, target, bodyHash, requestBody = '' }: RawFacts): string {
  if (method === 'GET') return target;
  if (method === 'POST' && idempotencyKey !== undefined) return `key\n${idempotencyKey}`;
  // A body that is kept anyway needs no copy; no target and no method looks like it.
  if (operation === 'create' && bodyHash === undefined && requestBody.startsWith('{')) return requestBody;
  return `${method}\n${target}\n${bodyHash ?? requestBody}`;
}
