/** Rules about byte ranges that several checks share. */

import { byteDifferences } from '../../engine/difference.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, notApplicable, pass, pinpointed, untestable, type Outcome } from '../../engine/outcome.ts';
import { bytesOf, header } from '../../client/exchange.ts';
import { tell } from '../lib/rules.ts';

export const WITHIN = ['start', 'second', 'one byte', 'middle', 'end', 'last byte'] as const;

/** Ranges are looked at only where the plain answer is 200. */
export function whole(evidence: Evidence, rule: () => Outcome): Outcome {
  const answer = evidence.one('whole');
  return answer.response.status === 200 ? rule() : untestable(`The clip itself is answered ${tell(answer)}.`, answer);
}

/** Every 206 of the promised forms keeps a rule. */
export function ofParts(evidence: Evidence, broken: (answer: Answered) => string | undefined): Outcome {
  const parts = WITHIN.flatMap((label) => evidence.maybe(label) ?? []).filter(
    ({ response }) => response.status === 206,
  );
  if (parts.length === 0) return notApplicable('The server does not answer ranges with 206.');
  const wrong = parts
    .map((answer) => ({ answer, expected: broken(answer) }))
    .find(({ expected }) => expected !== undefined);
  if (wrong?.expected === undefined) return pass(...parts);
  const range = header(wrong.answer.response, 'content-range') ?? 'nothing';
  return pinpointed(fail(wrong.answer, wrong.expected, `${range}, ${wrong.answer.response.body.size} bytes`), [
    { at: 'Content-Range', expected: wrong.expected, got: range },
  ]);
}

export function rightBytes(evidence: Evidence, answer: Answered): Outcome {
  const { response, request } = answer;
  if (response.status !== 206) return notApplicable(`It is answered ${response.status}, not with a part.`, answer);
  const [, first = '', last = ''] =
    /bytes=(\d+)-(\d+)/.exec(request.headers.find(([name]) => name === 'Range')?.[1] ?? '') ?? [];
  const wanted = bytesOf(evidence.one('whole').response.body, Number(first), Number(last));
  const got = bytesOf(response.body, 0, Math.max(0, response.body.size - 1));
  if (wanted === undefined) return untestable('The report does not hold these bytes of the clip.', answer);
  if (got?.equals(wanted) === true) return pass(answer);
  return pinpointed(
    fail(
      answer,
      `bytes ${first} to ${last} of the clip: ${wanted.length} of them`,
      `${response.body.size} bytes that differ`,
    ),
    got === undefined ? [] : byteDifferences(wanted, got, Number(first)),
  );
}

export function contentRange(
  response: Answered['response'],
): { start: number; end: number; total: string } | undefined {
  const [, start, end, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i.exec(header(response, 'content-range') ?? '') ?? [];
  return start === undefined || end === undefined || total === undefined
    ? undefined
    : { start: Number(start), end: Number(end), total };
}

/** Two parts of the clip that ought to have the same bytes. */
export function otherBytes(usual: Answered, answer: Answered, expected: string): Outcome {
  const [wanted, got] = [usual, answer].map(({ response: { body } }) => bytesOf(body, 0, Math.max(0, body.size - 1)));
  const outcome = fail([usual, answer], expected, `${answer.response.body.size} other bytes`);
  return wanted === undefined || got === undefined ? outcome : pinpointed(outcome, byteDifferences(wanted, got));
}
