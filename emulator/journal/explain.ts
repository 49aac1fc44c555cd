/** Explains in plain words why a request got its response. */

import { ERRORS, isErrorCode } from '../../contract/errors.ts';
import type { Change } from './change.ts';
import type { Entry } from './entry.ts';
import { firedRules } from './fired-rules.ts';
import { recordIn } from './summary.ts';

/** Returns sentences about the response, the clock, the attempt, rules, changes and delivery. */
export function explain(entry: Entry): string {
  const { account, method, path, status, request_id, evaluations, changes, ending } = entry;
  const clock = `The clock of the account "${account}" showed ${entry.at}.`;
  return [
    `${method} ${path} ${ending === 'client-gone' ? 'got no response' : `was answered with ${status}`} (request ${request_id}).`,
    `${account === null ? 'The request belongs to no account.' : clock} The machine's clock showed ${entry.real_at}.`,
    attemptOf(entry),
    answerOf(entry),
    failureOf(entry),
    upstreamOf(entry),
    evaluations.length === 0 ? 'No fault rule applied.' : [],
    // If chance decided, the reason contains the random value.
    evaluations.map(({ rule, fired, why }) => `Rule ${rule} ${fired ? 'fired' : 'did not fire'}: ${why}.`),
    changes.length === 0 ? 'The request changed neither a status nor the ledger.' : changes.flatMap(changeOf),
    deliveryOf(entry),
  ]
    .flat()
    .join('\n');
}

function attemptOf({ attempt, gap_ms, real_gap_ms, request }: Entry): string | [] {
  if (attempt === 1) return [];
  const same = request.idempotency_key === null ? 'of this request' : 'with this Idempotency-Key';
  return `This was attempt ${attempt} ${same}. The time since the previous attempt is ${gap_ms ?? 0} ms on the account's clock and ${real_gap_ms ?? 0} ms on the machine's clock.`;
}

function answerOf(entry: Entry): string {
  const { code, ending, faults, response, status, upstream } = entry;
  if (ending === 'client-gone') return 'The client closed the connection before the response began.';
  if (ending === 'crashed') return 'An internal error occurred. The server process printed the reason as a warning.';
  const injector = response.headers['x-standin-fault'] ?? faults.join(', ');
  if (injector !== '' && (status < 400 || firedRules(entry).acting.length > 0))
    return `The fault rule ${injector} made or changed this response on purpose.`;
  if (upstream?.answer === 'passed') return 'The response comes unchanged from the service behind this proxy.';
  if (upstream?.answer === 'none') return 'The proxy responded in place of the service behind it.';
  if (code !== null) return refusalOf(code, response.body);
  return successOf(entry);
}

/** Returns the failure of the generation, if the response is the record of a failed one. */
function failureOf(entry: Entry): string | [] {
  const { failure_code: code } = recordIn(entry);
  return code === null ? [] : `The generation failed with ${code}: "${messageIn(entry.response.body) ?? ''}"`;
}

/** Returns how the service behind a proxy responded, and the part that the client got. */
function upstreamOf({ upstream }: Entry): string[] {
  if (upstream === null) return [];
  const { answer, status, ms, problem, warnings } = upstream;
  const asked =
    answer === 'none'
      ? `The service did not answer: ${problem}.`
      : `The service answered ${status} after ${ms} ms. The client ${GOT[answer]}.`;
  const ended =
    answer === 'none' || problem === null ? [] : [`The body from the service did not end properly: ${problem}.`];
  return [asked, ...ended, ...warnings.map(({ check, why }) => `The service broke the promise ${check}: ${why}`)];
}

const GOT = {
  passed: 'got it unchanged',
  changed: 'got a version that a fault rule changed',
  withheld: 'did not get it, because a fault rule withheld it',
} as const;

function successOf({ operation, status, generation, changes, response: { headers } }: Entry): string {
  if (headers['idempotent-replayed'] !== undefined)
    return 'An earlier request had the same Idempotency-Key and the same body. So the server replayed the first response, and reserved nothing.';
  if (operation === 'create')
    return `All checks passed, so generation ${generation ?? ''} was created and its cost was reserved.`;
  const change = changes.length === 0 ? 'has not changed since the last poll' : 'changed with this poll';
  if (operation === 'get') return `Generation ${generation ?? ''} was found. The generation ${change}.`;
  if (status === 304) return 'The conditional headers of the request show that the client already has this clip.';
  const range = headers['content-range'];
  return `The clip of generation ${generation ?? ''} was ready. The response contains ${range === undefined ? 'the whole clip' : range}.`;
}

function changeOf({ generation, ledger }: Change): string[] {
  const money = ledger === null ? 'The ledger did not change.' : ledgerOf(ledger);
  if (generation === null || generation.before === generation.after) return [money];
  const { id, before, after } = generation;
  const change = before === null ? `was created with the status ${after}` : `changed from ${before} to ${after}`;
  return [`Generation ${id} ${change}.`, money];
}

function ledgerOf({ before, after }: NonNullable<Change['ledger']>): string {
  const parts = (['balance', 'reserved', 'captured'] as const).map((part) => {
    const [from, to] = [before[`${part}_usd`], after[`${part}_usd`]];
    return from === to ? `${part} ${to}` : `${part} ${from} to ${to}`;
  });
  return `Ledger in US dollars: ${parts.join(', ')}.`;
}

function deliveryOf({ is_aborted, response: { bytes_sent }, timing }: Entry): string {
  const { engine_ms, rendered_ms, total_ms } = timing;
  const rendering = rendered_ms === null ? '' : `, including ${rendered_ms} ms to render the clip`;
  const engine = `The engine took ${Number(engine_ms.toFixed(2))} ms${rendering}`;
  if (bytes_sent === null || total_ms === null) return `${engine}. The response is still being sent.`;
  const end = is_aborted === true ? ' because the client disconnected' : '';
  return `${engine}. The response ended after ${Number(total_ms.toFixed(2))} ms${end}, with ${bytes_sent} body bytes sent.`;
}

function refusalOf(code: string, body: string | null): string {
  const when = isErrorCode(code) ? ` ${ERRORS[code].when}` : '';
  const message = messageIn(body);
  return `Rejected with ${code}.${when}${message === undefined ? '' : ` The message was: "${message}"`}`;
}

function messageIn(body: string | null): string | undefined {
  return /"message":"((?:[^"\\]|\\.)*)"/.exec(body ?? '')?.[1];
}
