/** Captures a request for the journal: shortens its texts and removes keys. */

import type { AnsweredRequest, ResponseEnd } from './answered-request.ts';
import { credentialsIn } from './credentials.ts';
import { encodeEntry } from './entry-bytes.ts';
import { isForeign, MOST_HEADER } from './entry.ts';
import { HEADERS, SEPARATOR, TEXTS, type Cut, type RequestFacts, type Texts } from './entry-field.ts';
import type { RedactorFor } from './redact.ts';
import { retryIdentity, type RetryIdentity } from './retries.ts';

export interface CaptureOptions {
  readonly redactors: { readonly redactorFor: RedactorFor };
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

/** The facts that the recorder knows, with the outcome of sending the response if it is known already. */
interface RecordedFacts extends Pick<RequestFacts, 'realAt' | 'engineMs'> {
  readonly end: ResponseEnd | undefined;
}

const MOST_TARGET = 2048;

/** Makes a function that captures requests, one at a time. */
export function createCapture({ redactors, bodyLimit }: CaptureOptions) {
  const limits: Readonly<Record<Cut, number>> = { header: MOST_HEADER, target: MOST_TARGET, body: bodyLimit };
  const rows = TEXTS.map(({ tag, capture, cut }, position) => ({ position, tag, capture, most: cut && limits[cut] }));
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
  /** The joined texts of the engine, and those that a client chose. */
  let own = '';
  let chosen = '';
  /** Captures and joins the texts. Without redaction, returns whether all of them can be stored unchanged. */
  const joinTexts = (facts: RequestFacts, isRedacted: boolean): boolean => {
    own = '';
    chosen = '';
    for (const { position, tag, capture, most } of rows) {
      let text = capture === undefined ? texts[position] : capture(facts);
      if (text !== undefined && most !== undefined) {
        if (isRedacted) text = facts.redactor.excerpt(text, most).replaceAll(SEPARATOR, '\ufffd');
        else if (text.length > most || text.includes(SEPARATOR)) return false;
        chosen = chosen + tag + text;
      } else if (text !== undefined) own = own + tag + text;
      texts[position] = text;
    }
    // All texts are searched together. Nearly always they contain nothing to redact (decision 0007).
    return !facts.redactor.suspects(chosen);
  };
  return (answered: AnsweredRequest, { realAt, engineMs, end }: RecordedFacts): Captured => {
    const { requestId, request, response, code, trace, startedAt } = answered;
    texts.fill(undefined);
    hasAuthorization = false;
    secrets = [];
    request.eachHeader(readHeader);
    const redactor = redactors.redactorFor(secrets);
    // Listed by name: a spread takes longer than the rest of the capture (bench:api, row `polls`).
    const facts: RequestFacts = {
      requestId,
      request,
      response,
      code,
      trace,
      startedAt,
      hasAuthorization,
      realAt,
      engineMs,
      redactor,
      texts,
    };
    if (isForeign(trace) || !joinTexts(facts, false)) joinTexts(facts, true);
    const account = trace.account ?? null;
    return { account, identity: retryIdentity(facts), bytes: encodeEntry(facts, own + chosen, end) };
  };
}
