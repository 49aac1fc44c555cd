/** Says in plain words why a request was answered as it was. */

import { ERRORS, isErrorCode, type ErrorCode } from '../../contract/errors.ts';
import type { Evaluation } from '../domain/trace.ts';
import type { Change, Entry } from './entry.ts';

/** A sentence or two on each: answer, clock, attempt, step that answered, rules, changes, delivery. */
export function explain(entry: Entry): string {
  return [
    `${entry.method} ${entry.path} was answered with ${entry.status} (request ${entry.request_id}).`,
    clockOf(entry),
    ...attemptOf(entry),
    answerOf(entry),
    ...failureOf(entry),
    ...upstreamOf(entry),
    ...weighedOf(entry),
    ...changesOf(entry),
    deliveryOf(entry),
  ].join('\n');
}

function clockOf({ account, at, real_at }: Entry): string {
  if (account === null) return `It reached no account. The machine's clock read ${real_at}.`;
  return `The clock of the account "${account}" read ${at}; the machine's read ${real_at}.`;
}

function attemptOf({ attempt, gap_ms, real_gap_ms, request }: Entry): string[] {
  if (attempt === 1) return [];
  const same = request.idempotency_key === null ? 'at this request' : 'with this Idempotency-Key';
  return [
    `It was attempt ${attempt} ${same}, ${gap_ms ?? 0} ms after the one before by the account's clock and ${real_gap_ms ?? 0} ms by the machine's.`,
  ];
}

function answerOf(entry: Entry): string {
  const { code, ending, faults, response, upstream } = entry;
  if (ending === 'client-gone')
    return 'The client closed the connection before its request was complete, so nobody got the answer.';
  if (ending === 'crashed') return 'The engine itself failed on it; the warnings of the process say how.';
  const injector = response.headers['x-standin-fault'];
  if (injector !== undefined) return `The answer was made or changed on purpose by the fault rule ${injector}.`;
  if (faults.length > 0) return `Fault rules acted on it: ${faults.join(', ')}.`;
  if (upstream?.answer === 'passed') return 'The answer is that of the service behind this proxy, as it came.';
  if (upstream?.answer === 'none') return 'The proxy answered in place of the service behind it.';
  if (code !== null) return [`${stepOf(code)} refused it with ${code}.`, ...reasonsOf(code, response)].join(' ');
  return successOf(entry);
}

/** Quotes the failure of the generation, if the answer is the record of a failed one. */
function failureOf({ operation, status, response: { body } }: Entry): string[] {
  if (operation !== 'get' || status !== 200) return [];
  const [, code] = /"error":\{"code":"(\w+)"/.exec(body ?? '') ?? [];
  const message = messageIn(body);
  return code === undefined || message === undefined ? [] : [`The generation failed with ${code}: "${message}"`];
}

/** What the service behind a proxy did, and what became of its answer. */
function upstreamOf({ upstream }: Entry): string[] {
  if (upstream === null) return [];
  const { answer, status, ms, problem, warnings } = upstream;
  const asked =
    answer === 'none'
      ? `The service was asked and gave no answer: ${problem}.`
      : `The service answered ${status} after ${ms} ms; the client got it ${GOT[answer]}.`;
  const ended = answer === 'none' || problem === null ? [] : [`Its body ended wrongly: ${problem}.`];
  return [asked, ...ended, ...warnings.map(({ check, why }) => `It broke the promise ${check}: ${why}`)];
}

const GOT = { passed: 'as it came', changed: 'changed by a fault rule', withheld: 'not, on purpose' } as const;

function successOf({ operation, status, generation, changes, response: { headers } }: Entry): string {
  if (headers['idempotent-replayed'] !== undefined)
    return 'Its Idempotency-Key had been used with this body before, so the answer was given again and nothing was reserved.';
  if (operation === 'create')
    return `Every check passed, so generation ${generation ?? ''} was created and its cost reserved.`;
  if (operation === 'get') return `Generation ${generation ?? ''} was found, and shown ${asFound(changes)}.`;
  if (status === 304) return 'The client has this clip already: its precondition names the clip as it is.';
  const range = headers['content-range'];
  return `The clip of generation ${generation ?? ''} was ready, and ${range === undefined ? 'the whole of it' : range} was sent.`;
}

function asFound(changes: readonly Change[]): string {
  return changes.length === 0 ? 'as it was last seen' : 'as this look found it';
}

function weighedOf({ weighed }: Entry): string[] {
  return weighed.length === 0 ? ['No fault rule was weighed.'] : weighed.map(wordsOf);
}

/** Where chance decided, the reason tells the draw. */
function wordsOf({ rule, fired, why }: Evaluation): string {
  return `Rule ${rule} ${fired ? 'fired' : 'did not fire'}: ${why}.`;
}

function changesOf({ changes }: Entry): string[] {
  if (changes.length === 0) return ['It changed no status and nothing in the ledger.'];
  return changes.flatMap((change) => [...statusOf(change), ...ledgerOf(change)]);
}

function statusOf({ generation }: Change): string[] {
  if (generation === null || generation.before === generation.after) return [];
  const { id, before, after } = generation;
  return [
    before === null ? `Generation ${id} began as ${after}.` : `Generation ${id} went from ${before} to ${after}.`,
  ];
}

function ledgerOf({ ledger }: Change): string[] {
  if (ledger === null) return ['The ledger stayed as it was.'];
  const { before, after } = ledger;
  const parts = (['balance', 'reserved', 'captured'] as const).map((part) =>
    before[`${part}_usd`] === after[`${part}_usd`]
      ? `${part} ${after[`${part}_usd`]}`
      : `${part} ${before[`${part}_usd`]} to ${after[`${part}_usd`]}`,
  );
  return [`Ledger in US dollars: ${parts.join(', ')}.`];
}

function deliveryOf({ is_aborted, response: { bytes_sent }, timing }: Entry): string {
  const { engine_ms, rendered_ms, total_ms } = timing;
  const rendering = rendered_ms === null ? '' : `, of which it waited ${rendered_ms} ms for the clip to be rendered`;
  const engine = `The engine took ${rounded(engine_ms)} ms${rendering}`;
  if (bytes_sent === null || total_ms === null) return `${engine}; the answer is still being sent.`;
  const end = is_aborted === true ? ', when the peer went' : '';
  return `${engine}; after ${rounded(total_ms)} ms it was over${end}: ${bytes_sent} bytes of body were sent.`;
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100;
}

/** Which step refuses with which codes. All others are about a field of the request. */
const STEPS: readonly (readonly [step: string, codes: readonly ErrorCode[]])[] = [
  ['The route', ['not_found', 'method_not_allowed']],
  ['Authentication', ['missing_api_key', 'invalid_api_key']],
  ['The look at the scenarios', ['unknown_scenario']],
  ['The rate limit', ['rate_limited']],
  ['Reading the body', ['request_too_large', 'invalid_content_type', 'invalid_json']],
  ['The look at the Idempotency-Key', ['invalid_idempotency_key', 'idempotency_key_reused', 'idempotency_in_progress']],
  ['The reservation', ['insufficient_credits', 'concurrency_limited']],
  ['The look at the generation', ['video_not_found']],
  ['Serving the clip', ['content_not_ready', 'content_unavailable', 'content_expired']],
  ['Serving the clip', ['precondition_failed', 'range_not_satisfiable']],
  ['The inside of the engine', ['internal_error', 'service_unavailable']],
];

function stepOf(code: string): string {
  return STEPS.find(([, codes]) => codes.some((known) => known === code))?.[0] ?? 'The check of the request';
}

function reasonsOf(code: string, { body }: Entry['response']): string[] {
  const message = messageIn(body);
  return [
    ...(isErrorCode(code) ? [ERRORS[code].when] : []),
    ...(message === undefined ? [] : [`It said: "${message}"`]),
  ];
}

function messageIn(body: string | null): string | undefined {
  return /"message":"((?:[^"\\]|\\.)*)"/.exec(body ?? '')?.[1];
}
