/** Captures a request for the journal: shortens its texts and removes keys. */

import type { RecordedRequest, AnsweredRequest } from './answered-request.ts';
import { credentialsIn } from './credentials.ts';
import { EntryEncoder, joinTexts, SEPARATOR, TEXTS } from './entry-bytes.ts';
import { ENTRY_FIELDS, hashOf, isForeign, MOST_HEADER } from './entry.ts';
import type { Cut, RequestFacts } from './entry-field.ts';
import type { RedactorFor } from './redact.ts';
import { retryIdentity, type RetryIdentity } from './retries.ts';

export interface CaptureOptions {
  readonly redactorFor: RedactorFor;
  /** The maximum number of characters that are stored of a body. */
  readonly bodyLimit: number;
}

/** A request, ready for the log. */
export interface Captured {
  readonly account: string | null;
  readonly identity: RetryIdentity;
  /** The times on the account's clock and on the machine's clock. */
  readonly at: number;
  readonly realAt: number;
  /** The time on a monotonic clock. */
  readonly startedAt: number;
  /** The encoded entry, valid until the next capture. */
  readonly bytes: Uint8Array;
}

type Texts = (string | null | undefined)[];
/** The facts that the recorder knows, with the outcome of sending the response if it is known already. */
type RecordedFacts = Pick<RequestFacts, 'realAt' | 'engineMs' | 'end'>;

const MOST_TARGET = 2048;
const TEXT_OF_HEADER = new Map(
  TEXTS.flatMap(({ headers = [] }, nth) => headers.map((name): [string, number] => [name, nth])),
);
const NO_TEXTS: Texts = TEXTS.map(() => undefined);
const CAPTURES = TEXTS.flatMap(({ capture }, nth) => (capture === undefined ? [] : [{ nth, capture }]));
const CUTS = TEXTS.flatMap(({ cut }, nth) => (cut === undefined ? [] : [{ nth, cut }]));
const METHOD = TEXTS.indexOf(ENTRY_FIELDS.method);
const TARGET = TEXTS.indexOf(ENTRY_FIELDS.path);
const KEY = TEXTS.indexOf(ENTRY_FIELDS.request.idempotency_key);
const BODY = TEXTS.indexOf(ENTRY_FIELDS.request.body);
const BODY_HASH = TEXTS.indexOf(ENTRY_FIELDS.request.body_hash);

type Limits = Readonly<Record<Cut, number>>;

/** Makes a function that captures requests, one at a time. */
export function createCapture({ redactorFor, bodyLimit }: CaptureOptions) {
  const limits: Limits = { header: MOST_HEADER, target: MOST_TARGET, body: bodyLimit };
  const encoder = new EntryEncoder();
  return (answered: AnsweredRequest, { realAt, engineMs, end }: RecordedFacts): Captured => {
    const { requestId, request, response, code, trace, startedAt } = answered;
    let texts: Texts = [...NO_TEXTS];
    const { secrets, hasAuthorization } = readHeaders(request, texts);
    const redactor = redactorFor(secrets);
    // Listed by name: a spread takes three times as long as the rest of the capture (bench:api, row `polls`).
    // Listed by name: a spread takes longer than the rest of the capture (bench:api, row `polls`).
    const facts: RequestFacts = {
      requestId,
      request,
      response,
      code,
      trace,
      startedAt,
      hasAuthorization,
      redactor,
      realAt,
      engineMs,
      end,
    };
    const isShort = captureTexts(texts, facts, limits);
    let joined = joinTexts(texts);
    // All texts are searched together. Nearly always they contain nothing to redact (decision 0007).
    if (!isShort || isForeign(trace) || redactor.suspects(joined)) {
      texts = redacted(texts, facts, limits);
      joined = joinTexts(texts);
    }
    const line = { method: texts[METHOD] ?? '', target: texts[TARGET] ?? '', key: texts[KEY] ?? undefined };
    return {
      account: trace.account ?? null,
      identity: retryIdentity(line, trace.body),
      at: trace.now ?? realAt,
      realAt,
      startedAt,
      bytes: encoder.encode(facts, joined),
    };
  };
}

/** Reads all headers in one pass. A lookup of a single header by name would take as long. */
function readHeaders(request: RecordedRequest, texts: Texts) {
  let hasAuthorization = false;
  let secrets: readonly string[] = [];
  request.eachHeader((name, value) => {
    const nth = TEXT_OF_HEADER.get(name);
    if (nth !== undefined) texts[nth] = value;
    if (name === 'authorization') hasAuthorization = true;
    const found = credentialsIn(name, value);
    if (found.length > 0) secrets = [...secrets, ...found];
  });
  return { secrets, hasAuthorization };
}

/** Captures the texts. Returns whether the texts that a client chose are short enough to store unchanged. */
function captureTexts(texts: Texts, facts: RequestFacts, limits: Limits): boolean {
  for (const { nth, capture } of CAPTURES) texts[nth] = capture(facts);
  return CUTS.every(({ nth, cut }) => {
    const text = texts[nth];
    return text === undefined || text === null || (text.length <= limits[cut] && !text.includes(SEPARATOR));
  });
}

function redacted(texts: Texts, { redactor, trace: { body } }: RequestFacts, limits: Limits): Texts {
  const clean = texts.map((text, nth) => {
    const cut = TEXTS[nth]?.cut;
    if (cut === undefined || text === undefined || text === null) return text;
    return redactor.excerpt(text, limits[cut]).replaceAll(SEPARATOR, '\ufffd');
  });
  if (body !== undefined && clean[BODY] !== texts[BODY]) clean[BODY_HASH] = hashOf(body);
  return clean;
}
