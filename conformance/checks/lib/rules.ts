/** Verdicts that many checks share: pure functions of a response. */

import { header, jsonOf } from '../../client/exchange.ts';
import { isBusy, isObject, objectOf, type Answered, type Evidence } from '../../engine/evidence.ts';
import { fail, inconclusive, observed, pass, pinpointed, untestable, type Outcome } from '../../engine/outcome.ts';
import { pathOf } from './answers.ts';
import { controlOf } from './control-requests.ts';

/** Describes a response in a few words. */
export function describe({ response }: Answered): string {
  const { body, status } = response;
  const json = jsonOf(response);
  if (isObject(json)) {
    const error = isObject(json['error']) ? json['error'] : {};
    const word = json['status'] ?? error['code'];
    return typeof word === 'string' ? `${status} (${word})` : `${status} with JSON`;
  }
  if (!response.complete) return `${status} with a truncated body (${body.size} bytes)`;
  if (body.size === 0) return `${status} without a body`;
  const coding = header(response, 'content-encoding');
  const coded = coding === undefined ? '' : `, Content-Encoding: ${coding}`;
  const [type = ''] = header(response, 'content-type')?.split(';') ?? [];
  return `${status} with ${body.size} bytes (${/json|^$/i.test(type) ? 'not a JSON object' : type}${coded})`;
}

/** Returns an inconclusive outcome if the last poll shows an unfinished generation, because the end is unknown. */
export function underWay(last: Answered): Outcome | undefined {
  const { status } = objectOf(last);
  if (last.response.status !== 200 || (status !== 'pending' && status !== 'running')) return undefined;
  return inconclusive(`The generation was still ${status} at the last poll. Wait longer (--generation-timeout).`, last);
}

/** Judges the create and the last poll of a generation that must end with this status. */
export function hasEnded(
  [create, last]: readonly [Answered, Answered],
  status: 'completed' | 'failed',
  expected: string,
): Outcome {
  if (objectOf(last)['status'] === status) return pass(create, last);
  return underWay(last) ?? fail([create, last], expected, describe(last));
}

/** Applies an expectation only if the kit sent a request. Otherwise, another outcome is the verdict. */
export function ifSent(label: string, otherwise: Outcome | Judge, expectation: Judge): Judge {
  return (evidence) => {
    if (evidence.maybe(label) !== undefined) return expectation(evidence);
    return typeof otherwise === 'function' ? otherwise(evidence) : otherwise;
  };
}

type Judge = (evidence: Evidence) => Outcome;

/** Returns whether a record shows an unfinished generation. */
export function isUnfinished(answer: Answered | undefined): boolean {
  return answer !== undefined && underWay(answer) !== undefined;
}

/** The prefix of the labels of consecutive get requests while a generation is running. */
export const STILL_RUNNING = 'still running';

/** Returns whether a later response shows that the generation had not ended at the time of this response. */
export function wasUnderWay({ trace, every }: Evidence, probe: string, answer: Answered): boolean {
  const looks = every.filter((look) => look.probe === probe && look.label.startsWith(STILL_RUNNING));
  const later = [...trace(probe).polls, ...looks].filter(({ at }) => at >= answer.at + answer.ms);
  return later.some((look) => isUnfinished(look));
}

/** Returns the code of an error envelope. */
export function errorCode(answer: Answered): string | undefined {
  const { error } = objectOf(answer);
  const code = isObject(error) ? error['code'] : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Returns whether a server rejected a request with 400 to 499, but not for its key, its credits or a wrong path. */
export function isRefusal(answer: Answered): boolean {
  const { status } = answer.response;
  if (status < 400 || status > 499 || status === 401 || status === 402 || status === 405) return false;
  return status !== 404 || errorCode(answer) !== undefined;
}

/**
 * Returns whether the server rejected a create with the error for a reused Idempotency-Key with another body. The
 * server then confused the key with another key.
 */
export function isTakenForUsed({ every }: Evidence, create: Answered): boolean {
  const mismatch = every.find(({ probe, label }) => probe === 'idempotency.replay' && label === 'mismatch');
  if (mismatch === undefined || mismatch.response.status < 400 || create.response.status < 400) return false;
  return inWords(mismatch) !== undefined && inWords(mismatch) === inWords(create);
}

/** Returns a hint to the check that shows the cause, if the server confused the Idempotency-Key with another key. */
export function causeOf(evidence: Evidence, create: Answered): string {
  return isTakenForUsed(evidence, create) ? '; the check idempotency.keys-apart shows the cause' : '';
}

/** Returns the status, the code and the message of an error as one text. */
function inWords(answer: Answered): string | undefined {
  const { error } = objectOf(answer);
  if (!isObject(error) || typeof error['message'] !== 'string') return undefined;
  return [answer.response.status, error['code'], error['message']].join(' ');
}

/** Judges a create that the server must reject while it accepts a valid one of the same kind. */
export function refused(evidence: Evidence, label: string, what: string): Outcome {
  const answer = evidence.one(label);
  const { status } = answer.response;
  if (isRefusal(answer)) return pass(controlOf(evidence, answer), answer);
  if (status === 401) return untestable('The server rejected the key (401) before it validated the request.', answer);
  if (status === 402) return untestable('The credits of the key are used up (402).', answer);
  return wrongStatus(answer, '400 to 499', `a status from 400 to 499, because ${what}`);
}

/** Adds to a failure the other requests of the case whose responses were wrong. */
export function withOthers(outcome: Outcome, others: readonly Answered[]): Outcome {
  if (outcome.verdict !== 'fail' || others.length === 0) return outcome;
  return { ...outcome, otherRequests: others.map((one) => ({ request: one.label, got: describe(one), n: one.n })) };
}

/** Returns the first outcome that is not a pass, or a pass with the exchanges of all outcomes. */
export function firstOther(outcomes: readonly Outcome[]): Outcome {
  const other = outcomes.find(({ verdict }) => verdict !== 'pass');
  return other ?? pass(...outcomes.flatMap(({ exchanges }) => exchanges.map((n) => ({ n }))));
}

/** Returns the first failure, or else the first outcome that is not a pass. */
export function worstOutcome(outcomes: readonly Outcome[]): Outcome | undefined {
  return outcomes.find(({ verdict }) => verdict === 'fail') ?? outcomes.find(({ verdict }) => verdict !== 'pass');
}

/** Describes a response, and the request that it answers. */
export function describeRequest(answer: Answered): string {
  return `${describe(answer)} to "${answer.label}"`;
}

/** Fails with the first of these wrong responses as the example, and lists the others. Passes if there is none. */
export function noneOf(
  wrong: readonly Answered[],
  witnesses: readonly Answered[],
  [expected, got = describe]: readonly [expected: string, got?: (answer: Answered) => string],
): Outcome {
  const [first, ...others] = wrong;
  return first === undefined ? pass(...witnesses) : withOthers(fail(first, expected, got(first)), others);
}

/** Judges several such creates. The first that was not rejected is the example, and the others are listed. */
export function allRefused(evidence: Evidence, labels: readonly string[], what?: string): Outcome {
  const sent = labels.flatMap((label) => evidence.maybe(label) ?? []).filter((answer) => !isBusy(answer));
  const [taken, ...others] = sent.filter((answer) => !isRefusal(answer));
  if (taken !== undefined) {
    const outcome = withOthers(refused(evidence, taken.label, what ?? `it has ${taken.label}`), others);
    const unsent = labels.length - sent.length;
    return outcome.verdict !== 'fail' || unsent === 0
      ? outcome
      : { ...outcome, got: `${outcome.got}; the kit did not send ${unsent} more create requests of this check` };
  }
  const answers = labels.map((label) => evidence.one(label));
  return pass(...new Set(answers.map((answer) => controlOf(evidence, answer))), ...answers);
}

/** Expects rejections of unknown keys. 431 and 400 are also correct, because some servers reject the header itself. */
export function refusedForKey(labels: readonly string[]): (evidence: Evidence) => Outcome {
  return ({ one }) => {
    const answers = labels.map((label) => one(label));
    return noneOf(
      answers.filter(({ response: { status } }) => status < 400 || status > 499 || status === 402),
      answers.slice(0, 3),
      ['a rejection (400 to 499, except 402)', describeRequest],
    );
  };
}

/** Judges a request for something of another account: the server must reject it, although the thing exists. */
export function hiddenFrom(evidence: Evidence, label: string, what: string): Outcome {
  const answer = evidence.one(label);
  const outcome = rejected(answer, what);
  if (outcome.verdict !== 'pass') return outcome;
  const path = pathOf(answer.request.url);
  const shown = evidence.every.find(
    ({ probe, label: name, request, response }) =>
      (probe !== answer.probe || name.startsWith('poll ')) &&
      request.method === 'GET' &&
      pathOf(request.url) === path &&
      response.status < 400,
  );
  return shown === undefined
    ? untestable('Inconclusive: the server rejected requests with the correct key as well.', answer)
    : pass(shown, answer);
}

/** Judges a request for which the document names no exact status: any status from 400 to 499 is correct. */
export function rejected(answer: Answered, what: string): Outcome {
  const { status } = answer.response;
  if (status >= 400 && status <= 499) return pass(answer);
  return wrongStatus(answer, '400 to 499', `a rejection (400 to 499) for ${what}`);
}

/** Judges a response that must have this status. */
export function hasStatus(answer: Answered, wanted: number, what: string): Outcome {
  return answer.response.status === wanted
    ? pass(answer)
    : wrongStatus(answer, String(wanted), `${wanted} for ${what}`);
}

/** Returns a failure that shows in the status. */
export function wrongStatus(answer: Answered, wanted: string, expected: string): Outcome {
  const got = String(answer.response.status);
  return pinpointed(fail(answer, expected, describe(answer)), [{ at: 'status', expected: wanted, got }]);
}

/** Returns a failure that shows in one header. */
export function wrongHeader(answer: Answered, name: string, expected: string): Outcome {
  const got = header(answer.response, name) ?? 'nothing';
  return pinpointed(fail(answer, expected, got), [{ at: name, expected, got }]);
}

/** Judges a create with a wrong key: the server must return 401 while it accepts another key. */
export function unauthorized(evidence: Evidence, label: string, what: string): Outcome {
  const answer = evidence.one(label);
  const outcome = hasStatus(answer, 401, what);
  if (outcome.verdict !== 'pass') return outcome;
  const known = evidence.every.find(
    ({ key, request, response }) =>
      key !== undefined && key !== 'revoked' && request.method === 'POST' && response.status !== 401,
  );
  return known === undefined
    ? untestable('Inconclusive: a create request with the correct key also returned 401.', answer)
    : pass(known, answer);
}

/** Returns the status and the code of an error response, as an observation. */
export function statusAndCode(answer: Answered): Outcome {
  return observed(`${answer.response.status} ${errorCode(answer) ?? '(no code)'}`, answer);
}

/** Judges a valid create. A 402 means "valid" only if the server validates requests before it checks the credits. */
export function acceptedForFree(evidence: Evidence, label: string, what: string): Outcome {
  const answer = evidence.one(label);
  const { status } = answer.response;
  if (status === 202) return pass(answer);
  // A server that rejects the key itself also rejects the control request.
  if ((status === 401 || status === 403) && evidence.maybe('control valid')?.response.status !== 402)
    return untestable(`The server rejected the key that has no credits (${status}).`, answer);
  if (status !== 402)
    return wrongStatus(answer, '202 or 402', `202 or 402 for ${what} (402, because this key has no credits)`);
  const control = evidence.one('control invalid');
  const reason =
    'Inconclusive: the server checks the credits before it validates the request. So 402 does not show that the request is valid.';
  return control.response.status === 402 ? untestable(reason, control) : pass(control, answer);
}

/** Observes whether the server accepts a create that the document leaves open. The key has no credits. */
export function acceptance(evidence: Evidence, label: string): Outcome {
  const answer = evidence.one(label);
  const { status } = answer.response;
  const control = evidence.maybe('control invalid');
  if (status === 402 && control?.response.status === 402)
    return untestable('The server checks the credits before it validates the request.', answer);
  if (status === 202 || status === 402) return observed('accepted', answer);
  if (status === 401) return untestable('The server rejected the key that has no credits (401).', answer);
  return status < 500
    ? observed(`refused ${status} ${errorCode(answer) ?? ''}`.trim(), answer)
    : inconclusive(describe(answer), answer);
}
