/** The smallest evidence for tests of single checks. */

import { ApplicableExpectation } from '../../audition/expectations/expectation.ts';
import type { CaseEvidence, ClientRequest } from '../../audition/evidence/case-evidence.ts';
import type { ClientOutcome, FileEvidence } from '../../audition/evidence/case-record.ts';

export type Sent = Partial<ClientRequest>;

const PATH = '/v1/videos';
/** The pause between requests if a test sets none. It grows, so that no two pauses are equal. */
const PAUSE_MS = 500;

/** Returns a create with its response. */
export function create(fields: Sent = {}): Sent {
  return {
    operation: 'create',
    method: 'POST',
    path: PATH,
    generation: 'g',
    bodyHash: 'b',
    prompt: 'p',
    idempotencyKey: 'k',
    status: 202,
    body: '{"id":"g","status":"pending"}',
    made: 'g',
    ...fields,
  };
}

/** Returns a refused create, which made no generation. */
export function refused(status: number, fields: Sent = {}): Sent {
  return create({ status, made: null, generation: null, body: '{"error":{"code":"x"}}', ...fields });
}

export function poll(status: string, fields: Sent = {}): Sent {
  return { body: `{"id":"g","status":"${status}"}`, ...fields };
}

export function download(fields: Sent = {}): Sent {
  const headers = { 'content-type': 'video/mp4', etag: '"1"' };
  return { operation: 'content', path: `${PATH}/g/content`, bytesSent: 100, headers, body: null, ...fields };
}

/** The differences from the usual evidence, which is a delivered, complete file without any exchange. */
export interface Small {
  readonly sent: readonly Sent[];
  readonly outcome?: Partial<ClientOutcome>;
  readonly files?: readonly FileEvidence[];
  readonly expectation?: object;
  readonly pace?: 'quick' | 'real';
  readonly bodies?: CaseEvidence['bodies'];
}

const CLIP = { sha256: 'clip', bytes: 100 };
export const WHOLE: FileEvidence = { index: 0, clip: CLIP, found: CLIP, isForeign: false };
/** The outcome of a client that gave up and reported everything that it knew. */
export const GAVE_UP: Partial<ClientOutcome> = { end: 'gave-up', said: { ids: ['g'], error: { code: 'x' } } };

export function small({
  sent,
  outcome,
  files = [WHOLE],
  expectation = {},
  pace = 'quick',
  bodies,
}: Small): CaseEvidence {
  const requests: ClientRequest[] = [];
  for (const fields of sent) requests.push(requestOf(fields, requests));
  return {
    scenario: 'a_story',
    pace,
    expectation: ApplicableExpectation.parse(expectation),
    deadlineSeconds: 20,
    prompts: ['p'],
    bodies,
    requests,
    paidFor: requests.filter(({ made }) => made !== null).length,
    outcome: { end: 'delivered', how: 'exit status 0', ranMs: 5000, leaks: [], ...outcome },
    files,
  };
}

function requestOf(fields: Sent, before: readonly ClientRequest[]): ClientRequest {
  const seq = before.length + 1;
  const arrivedMs = fields.arrivedMs ?? (before.at(-1)?.endedMs ?? 0) + PAUSE_MS * seq;
  return {
    seq,
    requestId: `r${seq}`,
    operation: 'get',
    method: 'GET',
    path: `${PATH}/g`,
    generation: 'g',
    arrivedMs,
    endedMs: arrivedMs + 1,
    arrivedAt: Date.UTC(2026, 0) + arrivedMs,
    idempotencyKey: null,
    bodyHash: null,
    requestBody: null,
    prompt: null,
    range: null,
    ifRange: null,
    ifMatch: null,
    hasAuthorization: true,
    userAgent: null,
    retryCount: null,
    connection: 1,
    status: 200,
    code: null,
    headers: {},
    body: null,
    bytesSent: 0,
    end: 'whole',
    faults: [],
    made: null,
    ...fields,
  };
}
