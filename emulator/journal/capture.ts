/** Captures a request for the journal: shortens its texts and removes keys. */

import { credentialsIn } from './credentials.ts';
import { isForeign } from './entry.ts';
import {
  encodeEntry,
  HEADERS,
  SEPARATOR,
  TEXTS,
  type RequestFacts,
  type Texts,
  type AnsweredRequest,
  type ResponseEnd,
} from './entry-field.ts';
import type { Redactors } from './redact.ts';
import { retryIdentity, type RetryIdentity } from './retries.ts';

export interface CaptureOptions {
  /** Redacts keys. */
  readonly redactors: Pick<Redactors, 'redactorFor'>;
  /** The maximum number of characters that are stored of a body. */
  readonly bodyLimit: number;
}

/** A request, ready for the log. */
export interface Captured {
  readonly account: string | null;
  readonly identity: RetryIdentity;
  /** The encoded entry, valid until the next capture. */
  readonly bytes: Uint8Array;
}

/** Creates a function that captures requests, one at a time. */
export function createCapture({ redactors, bodyLimit }: CaptureOptions) {
  const rows = TEXTS.map(({ tag, capture, cut }, position) => {
    // Only a body can contain the separator, because HTTP rejects it elsewhere.
    const isBody = cut === 'body';
    return { position, tag, capture, most: isBody ? bodyLimit : cut, isBody };
  });
  const texts: Texts = TEXTS.map(() => undefined);
  let hasAuthorization = false;
  let secrets: readonly string[] = [];
  /** Reads all headers in one pass. A lookup of a single header by name would take as long. */
  const readHeader = (name: string, value: string): void => {
    const position = HEADERS.get(name);
    if (position !== undefined) texts[position] = value;
    if (name === 'authorization') hasAuthorization = true;
    const found = credentialsIn(name, value);
    if (found.length > 0) secrets = [...secrets, ...found];
  };
  /** Captures and joins the texts. Without redaction, returns undefined if a text cannot be stored unchanged. */
  const joinTexts = (facts: RequestFacts, isRedacted: boolean): string | undefined => {
    // The texts of the engine, and those that a client chose.
    let own = '';
    let chosen = '';
    for (const { position, tag, capture, most, isBody } of rows) {
      let text = capture === undefined ? texts[position] : capture(facts);
      if (text !== undefined && most !== undefined) {
        if (isRedacted) text = facts.redactor.excerpt(text, most).replaceAll(SEPARATOR, '\ufffd');
        else if (text.length > most || (isBody && text.includes(SEPARATOR))) return undefined;
        chosen = chosen + tag + text;
      } else if (text !== undefined) own = own + tag + text;
      texts[position] = text;
    }
    // All texts are searched together, because nearly all requests have nothing to redact (decision 0007).
    return !isRedacted && facts.redactor.suspects(chosen) ? undefined : own + chosen;
  };
  return (answered: AnsweredRequest, times: RequestFacts['times'], end?: ResponseEnd): Captured => {
    texts.fill(undefined);
    hasAuthorization = false;
    secrets = [];
    answered.request.eachHeader(readHeader);
    const { trace } = answered;
    const facts = { answered, times, hasAuthorization, redactor: redactors.redactorFor(secrets), texts };
    const joined = (isForeign(trace) ? undefined : joinTexts(facts, false)) ?? joinTexts(facts, true) ?? '';
    const account = trace.account ?? null;
    return { account, identity: retryIdentity(texts, trace.body), bytes: encodeEntry(facts, joined, end) };
  };
}
