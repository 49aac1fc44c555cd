/** Entries for tests. A test gives the facts that matter to it. */

import { newTrace, type Trace } from '../../../emulator/domain/trace.ts';
import { createCapture, type Captured } from '../../../emulator/journal/capture.ts';
import { toEntry, type Entry } from '../../../emulator/journal/entry.ts';
import { createRedactors, type Redactors } from '../../../emulator/journal/redact.ts';
import {
  ATTEMPT,
  writeNumbers,
  type AttemptCount,
  type AnsweredRequest,
} from '../../../emulator/journal/entry-field.ts';
import { LogSegment, type EntryReference } from '../../../emulator/journal/log-segment.ts';

/** The facts about a request, all optional. */
export interface SomeFacts extends Pick<Trace, 'key' | 'operation' | 'ending' | 'upstream'> {
  readonly requestId?: string;
  readonly account?: string | null;
  readonly method?: string;
  readonly target?: string;
  /** The headers of the request. */
  readonly sent?: Readonly<Record<string, string>>;
  readonly connection?: number;
  /** By the account's clock and by the machine's clock. */
  readonly at?: number;
  readonly realAt?: number;
  readonly startedAt?: number;
  readonly engineMs?: number;
  readonly requestBody?: string | Uint8Array;
  readonly status?: number;
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly responseBody?: string | object | null;
  readonly evaluations?: Trace['evaluations'];
  readonly steps?: Trace['steps'];
}

const JSON_HEADERS = { 'content-type': 'application/json' };

/** A request as the API hands it over. */
function someAnswered(facts: SomeFacts = {}): AnsweredRequest {
  const { requestId = '00000000-0000-4000-8000-000000000000', account = 'a', method = 'GET', sent = {} } = facts;
  const { target = '/v1/videos/1', status = 200, code, startedAt = 0, responseBody = null, connection } = facts;
  const { key, operation = 'get', ending, upstream, at = 0, requestBody, evaluations, steps } = facts;
  const text = typeof requestBody === 'string' ? requestBody : undefined;
  return {
    requestId,
    request: {
      method,
      target,
      connection,
      eachHeader: (visit) => Object.entries(sent).forEach(([name, value]) => visit(name, value)),
    },
    response: {
      status,
      headers: facts.headers ?? (responseBody === null ? {} : JSON_HEADERS),
      body: responseBody,
    },
    code,
    trace: {
      ...newTrace(),
      operation,
      now: at,
      ...(account !== null && { account }),
      ...(key !== undefined && { key }),
      ...(ending !== undefined && { ending }),
      ...(upstream !== undefined && { upstream }),
      ...(requestBody !== undefined && { body: Buffer.from(requestBody) }),
      ...(text !== undefined && { text }),
      ...(evaluations !== undefined && { evaluations }),
      ...(steps !== undefined && { steps }),
    },
    startedAt,
  };
}

export interface CapturingOptions {
  readonly redactorFor?: Redactors['redactorFor'];
  readonly bodyLimit?: number;
}

const { redactorFor: knowingNoKeys } = createRedactors([]);
const usual = createCapture({ redactors: { redactorFor: knowingNoKeys }, bodyLimit: 1_000_000 });

/** A request, captured for a log. Its bytes are valid until the next one. */
export function someCaptured(facts: SomeFacts = {}, options?: CapturingOptions): Captured {
  const { redactorFor = knowingNoKeys, bodyLimit = 1_000_000 } = options ?? {};
  const capture = options === undefined ? usual : createCapture({ redactors: { redactorFor }, bodyLimit });
  return capture(someAnswered(facts), { realAt: facts.realAt ?? 0, engineMs: facts.engineMs ?? 1 });
}

/** The count of a request that is the first of its kind. */
const FIRST: AttemptCount = { attempt: 1 };

/** An entry alone in a segment that has exactly the room for it. */
export function encoded(facts: SomeFacts = {}, options?: CapturingOptions): EntryReference {
  const { bytes } = someCaptured(facts, options);
  const reference = new LogSegment(bytes.length).append(bytes, 1);
  writeNumbers(ATTEMPT, reference, FIRST);
  return reference;
}

/** An entry, as public JSON has it. */
export function anEntry(facts: SomeFacts = {}, options?: CapturingOptions): Entry {
  return toEntry(encoded(facts, options));
}
