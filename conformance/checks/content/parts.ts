/** Byte ranges: rules that several checks share. */

import type { Check } from '../../engine/define.ts';
import { byteDifferences } from '../../engine/difference.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, notApplicable, type Outcome, pass, pinpointed, untestable } from '../../engine/outcome.ts';
import { bytesOf, type Exchange, header } from '../../client/exchange.ts';
import type { Sent } from '../../client/spec.ts';
import { type Expectation, given, is } from '../lib/cases.ts';
import { headerFlaw } from '../lib/downloads.ts';
import { describe, worstOutcome } from '../lib/rules.ts';
import { bytesIn } from '../../engine/probe-tools.ts';
import { type RangeRow, rowsOf, RULES } from './range-table.ts';

const NOT_RANGED = 'The server does not return 206 for a range without a condition.';

/** Applies an expectation only if a range without a condition returns a part. */
export function ifRanged(plain: string, expectation: Expectation): Expectation {
  return given([plain, is(206)], NOT_RANGED, expectation);
}

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
type Flaw = readonly [expected: string, got: string];

/** Returns the flaw of a 206. A text is the expected value of `Content-Range`. */
export type PartRule = (part: Answered, whole: Response, evidence: Evidence) => string | Flaw | undefined;

/** The rules for the headers of every 206. */
export const PART_RULES = {
  header: ({ response }) =>
    contentRange(response) === undefined ? 'Content-Range: bytes <start>-<end>/<size>' : undefined,
  size: ({ response }, { body: { size } }) => {
    const total = contentRange(response)?.total;
    return total === undefined || total === '*' || Number(total) === size ? undefined : `the total ${size}`;
  },
  length: ({ response }) => {
    const { start, end } = contentRange(response) ?? { start: 1, end: response.body.size };
    return end - start + 1 === response.body.size ? undefined : `${end - start + 1} bytes, as in Content-Range`;
  },
  announced: ({ response }, whole) =>
    [response, whole].some((one) => /^none$/i.test(header(one, 'accept-ranges')?.trim() ?? ''))
      ? ['no Accept-Ranges, or bytes', 'none']
      : undefined,
  headers: ({ response }, whole, evidence) => headerFlaw(evidence, whole, response),
} as const satisfies Readonly<Record<string, PartRule>>;

/** The single ranges. A part for several ranges may be a multipart response. */
const SINGLE = (['promised', 'odd', 'wide'] as const)
  .flatMap((table) => rowsOf(table))
  .filter(({ requirement }) => requirement !== 'content.range.several');

/** Expects that every 206 for a single range obeys a rule, if the check has the probe of the range. */
export function ofParts(broken: PartRule): Expectation {
  return (evidence) => {
    const whole = evidence.one('whole').response;
    const parts = SINGLE.flatMap(({ label }) => evidence.maybe(label) ?? []).filter(
      ({ response }) => response.status === 206,
    );
    if (parts.length === 0) return notApplicable(NOT_RANGED);
    for (const answer of parts) {
      const expected = broken(answer, whole, evidence);
      if (expected === undefined) continue;
      if (typeof expected !== 'string') return fail(answer, ...expected);
      const got = header(answer.response, 'content-range') ?? 'nothing';
      const failure = fail(answer, expected, `${got}, ${answer.response.body.size} bytes`);
      return pinpointed(failure, [{ at: 'Content-Range', expected, got }]);
    }
    return pass(...parts);
  };
}

/** The value of the fact of a part with the bytes that its `Content-Range` names. */
export const RIGHT = 'right';
export const factOf = (label: string): string => `bytes of ${label}`;

/** Compares a part with the bytes of the clip that its `Content-Range` names, because the report keeps only a few. */
export function bytesSeen(clip: Buffer, part: Sent): string {
  const { start, end } = contentRange(part.exchange.response) ?? askedOf(clip.length, part.exchange);
  const [first] = byteDifferences(clip.subarray(start, end + 1), bytesIn(part), start);
  return first === undefined ? RIGHT : `${first.at}: ${first.got} instead of ${first.expected}`;
}

/** Judges responses by a fact about their bytes. A fact about a gap names no different byte. */
export function bytesJudged(answers: readonly Answered[], fact: string, expected: string): Outcome {
  if (fact === RIGHT) return pass(...answers);
  const [, at = '', got = '', wanted = ''] = /^(byte \d+): (.+) instead of (.+)$/.exec(fact) ?? [];
  return pinpointed(fail(answers, expected, fact), at === '' ? [] : [{ at, expected: wanted, got }]);
}

/** Judges that a part has only requested bytes, and that they match its `Content-Range`. */
function rightBytes(evidence: Evidence, answer: Answered, asked?: Span): Outcome {
  const outcome = rightPart(answer, evidence.one('whole'), asked);
  const fact = evidence.fact(factOf(answer.label));
  if (outcome.verdict !== 'untestable' || fact === undefined) return outcome;
  return bytesJudged([answer], String(fact), 'the requested bytes');
}

/** Expects the requested bytes, if the response is a part. */
export function inRange(label: string): Expectation {
  return (evidence) => rightBytes(evidence, evidence.one(label));
}

/** Expects that the responses obey the rules of their rows. A part has the requested bytes, and a 200 has all bytes. */
export function obeys(rows: readonly Pick<RangeRow, 'label' | 'rule'>[]): Expectation {
  return (evidence) => {
    const answers = rows.map(({ label }) => evidence.one(label));
    const outcomes = rows.map(({ label, rule }) => {
      const [answer, [isKept, expected]] = [evidence.one(label), RULES[rule]];
      if (!isKept(answer)) return fail(answer, expected, describe(answer));
      if (is(404, 410)(answer)) return untestable(`The response is ${describe(answer)}.`, answer);
      if (is(206)(answer)) return rightBytes(evidence, answer);
      const { size } = evidence.one('whole').response.body;
      return is(200)(answer) && answer.response.body.size !== size
        ? fail(answer, `200 with all ${size} bytes`, `200 with ${answer.response.body.size}`)
        : pass(answer);
    });
    return worstOutcome(outcomes) ?? pass(...answers.slice(0, 3));
  };
}

/** Judges a part of any clip that the kit downloaded whole. */
export function rightPart(answer: Answered, clip: Answered, asked = askedOf(clip.response.body.size, answer)): Outcome {
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

/** Returns the bytes of a clip of this size that a single range requests: none, if the range is invalid. */
function askedOf(size: number, { request }: Exchange): Span {
  // Many servers ignore a plus sign in a number.
  const asked = (header(request, 'range') ?? '').replaceAll('+', '');
  const { start, end } = spanOf(asked, size) ?? { start: size, end: size };
  return { start, end: Math.min(end, size - 1) };
}

export function contentRange(response: Exchange['response']): (Span & { readonly total: string }) | undefined {
  const line = (response && header(response, 'content-range')) ?? '';
  const [, start, end, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i.exec(line) ?? [];
  return start === undefined || end === undefined || total === undefined
    ? undefined
    : { start: Number(start), end: Number(end), total };
}

/** A function that returns bytes of the clip, if the report has them. */
type BytesOf = (start: number, end: number) => Buffer | undefined;

const RANGE_OF_PART = /^content-range: *bytes (\d+)-(\d+)\//im;

function boundaryOf(type: string): string | undefined {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^";\s]+))/i.exec(type) ?? [];
  return quoted ?? plain;
}

/** Returns the parts of a multipart body. A line break may precede the first boundary, as in the responses of nginx. */
function partsOf(boundary: string, text: string): string[] {
  const pieces = text.split(`--${boundary}`).slice(1);
  return pieces.filter((piece) => /^\r?\n/.test(piece));
}

/** Judges that each part of a multipart response has a Content-Range. A server may send fewer parts than ranges. */
export function describedParts(answer: Answered): Outcome {
  const { response } = answer;
  const type = header(response, 'content-type') ?? '';
  if (response.status !== 206 || !MULTIPART.test(type))
    return notApplicable('The server does not send a multipart response for several ranges.', answer);
  const parts = partsOf(boundaryOf(type) ?? '', textOf(answer) ?? '');
  const own = parts.filter((text) => RANGE_OF_PART.test(text)).length;
  return own > 0 && own === parts.length && header(response, 'content-range') === undefined
    ? pass(answer)
    : fail(
        answer,
        'a Content-Range in each part, and no Content-Range in the header of the whole response',
        `${own} in ${parts.length} parts`,
      );
}

const MULTIPART = /^multipart\/byteranges/i;

/** Judges a 206 for several ranges: several parts, or one part that may include the bytes between the ranges. */
export function partsAreRight(evidence: Evidence, answer: Answered): Outcome {
  const clip = evidence.one('whole').response.body;
  const asked = hullOf(header(answer.request, 'range') ?? '', clip.size);
  const type = header(answer.response, 'content-type') ?? '';
  if (MULTIPART.test(type)) {
    const text = textOf(answer);
    if (text === undefined) return untestable('The report does not contain these bytes of the response.', answer);
    const flaw = multipartFlaw(type, text, (start, end) => bytesOf(clip, start, end)) ?? outsideFlaw(type, text, asked);
    return flaw === undefined ? pass(answer) : fail(answer, ...flaw);
  }
  return contentRange(answer.response) === undefined
    ? fail(answer, 'Content-Range: bytes <start>-<end>/<size>', header(answer.response, 'content-range') ?? 'none')
    : rightBytes(evidence, answer, asked);
}

/** Returns the bytes from the first to the last byte that several ranges request. */
function hullOf(ranges: string, size: number): Span {
  const spans = ranges.split(/=|,/).flatMap((range) => spanOf(`bytes=${range.trim()}`, size) ?? []);
  const within = spans.filter(({ start }) => start < size);
  const ends = within.map(({ end }) => Math.min(end, size - 1));
  return { start: Math.min(...within.map(({ start }) => start)), end: Math.max(...ends) };
}

/** Returns the flaw of a multipart body with a part outside of the requested bytes. */
function outsideFlaw(type: string, text: string, { start, end }: Span): Flaw | undefined {
  const ranges = partsOf(boundaryOf(type) ?? '', text).map((piece) => RANGE_OF_PART.exec(piece) ?? []);
  const outside = ranges.find(([, first, last]) => Number(first) < start || Number(last) > end);
  return outside && [`parts within the bytes ${start} to ${end}`, `the bytes ${outside[1]} to ${outside[2]}`];
}

function textOf({ response: { body } }: Answered): string | undefined {
  return bytesOf(body, 0, body.size - 1)?.toString('latin1');
}

/** Returns the first flaw of a multipart body: a missing closing boundary, or a part with wrong bytes. */
export function multipartFlaw(type: string, text: string, clip: BytesOf): Flaw | undefined {
  const boundary = boundaryOf(type);
  if (boundary === undefined) return ['a boundary in the Content-Type', type];
  if (!text.includes(`--${boundary}--`)) return [`--${boundary}-- at its end`, 'a body without a closing boundary'];
  const flaws = partsOf(boundary, text).map((piece) => differenceOf(clip, piece.slice(2)));
  return flaws.find((flaw) => flaw !== undefined);
}

/** Returns the difference between the bytes of a part and the bytes that its Content-Range names. */
function differenceOf(clip: BytesOf, piece: string): Flaw | undefined {
  const at = piece.indexOf('\r\n\r\n');
  const [, first, last] = RANGE_OF_PART.exec(piece.slice(0, Math.max(0, at))) ?? [];
  // Another check requires a Content-Range in every part.
  if (first === undefined || last === undefined) return undefined;
  const held = Buffer.from(piece.slice(at + 4).replace(/\r\n$/, ''), 'latin1');
  const [start, end] = [Number(first), Number(last)];
  if (held.length !== end - start + 1) return [`${end - start + 1} bytes, as in its Content-Range`, `${held.length}`];
  const wanted = clip(start, end);
  return wanted === undefined || wanted.equals(held)
    ? undefined
    : [`bytes ${start} to ${end} of the clip`, `${held.length} bytes that differ`];
}
