/** Rules about byte ranges that several checks share. */

import type { Check } from '../../engine/define.ts';
import { byteDifferences } from '../../engine/difference.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, notApplicable, pass, pinpointed, untestable, type Outcome } from '../../engine/outcome.ts';
import { bytesOf, header } from '../../client/exchange.ts';
import type { Expectation } from '../lib/cases.ts';
import { describe } from '../lib/rules.ts';

export const WITHIN = ['start', 'second', 'one byte', 'middle', 'end', 'last byte'] as const;

export const NOT_RANGED = 'The server does not return 206 for a range without a condition.';

/** Judges only if the download of the whole clip returns 200. */
export function ifWhole(checks: readonly Check[]): Check[] {
  return checks.map((check) => ({
    ...check,
    judge: (evidence) => {
      const answer = evidence.one('whole');
      return answer.response.status === 200
        ? check.judge(evidence)
        : untestable(`The response to the download of the whole clip was ${describe(answer)}.`, answer);
    },
  }));
}

type Response = Answered['response'];

/** Expects that every 206 for a promised range obeys a rule, which returns the expected value of a wrong part. */
export function ofParts(
  broken: (part: Answered, whole: Response, evidence: Evidence) => string | undefined,
): Expectation {
  return (evidence) => {
    const whole = evidence.one('whole').response;
    const parts = WITHIN.flatMap((label) => evidence.maybe(label) ?? []).filter(
      ({ response }) => response.status === 206,
    );
    if (parts.length === 0) return notApplicable(NOT_RANGED);
    for (const answer of parts) {
      const expected = broken(answer, whole, evidence);
      if (expected === undefined) continue;
      const got = header(answer.response, 'content-range') ?? 'nothing';
      const failure = fail(answer, expected, `${got}, ${answer.response.body.size} bytes`);
      return pinpointed(failure, [{ at: 'Content-Range', expected, got }]);
    }
    return pass(...parts);
  };
}

/** Judges that a part has only requested bytes, and that they match its `Content-Range`. */
export function rightBytes(evidence: Evidence, answer: Answered, asked?: Span): Outcome {
  return rightPart(answer, evidence.one('whole'), asked);
}

/** Judges a part of any clip that the kit downloaded whole. */
export function rightPart(answer: Answered, clip: Answered, asked = askedOf(clip, answer)): Outcome {
  const { response } = answer;
  if (response.status !== 206) return notApplicable(`The response is ${response.status}, not a part.`, answer);
  // A part may have fewer bytes than requested: RFC 9110, 15.3.7.
  const { start, end } = contentRange(response) ?? asked;
  if (start < asked.start || end > asked.end || end < start)
    return fail(answer, `bytes ${asked.start} to ${asked.end} of the clip, or fewer`, `bytes ${start} to ${end}`);
  const { body } = clip.response;
  const got = bytesOf(response.body, 0, Math.max(0, response.body.size - 1));
  if (end - start + 1 === body.size && response.body.sha256 === body.sha256) return pass(answer);
  const wanted = bytesOf(body, start, end);
  if (wanted === undefined) return untestable('The report does not contain these bytes of the clip.', answer);
  if (got?.equals(wanted) === true) return pass(answer);
  return pinpointed(
    fail(
      answer,
      `bytes ${start} to ${end} of the clip: ${wanted.length} of them`,
      `${response.body.size} bytes that differ`,
    ),
    got === undefined ? [] : byteDifferences(wanted, got, start),
  );
}

interface Span {
  readonly start: number;
  /** The last byte. In a request, it may be beyond the end of the clip. */
  readonly end: number;
}

/** Returns the bytes that a single valid range requests. Returns undefined for every other form. */
export function spanOf(range: string, size: number): Span | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(range) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') return { start: Math.max(0, size - Number(last)), end: size - 1 };
  const span = { start: Number(first), end: last === '' ? size - 1 : Number(last) };
  return last !== '' && span.end < span.start ? undefined : span;
}

/** Returns the bytes of the clip that a single range requests: none, if the range is invalid. */
function askedOf(clip: Answered, { request }: Answered): Span {
  const { size } = clip.response.body;
  const { start, end } = spanOf(header(request, 'range') ?? '', size) ?? { start: size, end: size };
  return { start, end: Math.min(end, size - 1) };
}

export function contentRange(
  response: Answered['response'],
): { start: number; end: number; total: string } | undefined {
  const [, start, end, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i.exec(header(response, 'content-range') ?? '') ?? [];
  return start === undefined || end === undefined || total === undefined
    ? undefined
    : { start: Number(start), end: Number(end), total };
}
