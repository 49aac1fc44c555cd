/**
 * Endpoints: content: several ranges at once. A server may ignore them, join them, or return some of them. Each part
 * must match its description.
 */

import { type Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, notApplicable, pass, untestable, type Outcome } from '../../engine/outcome.ts';
import { bytesOf, header } from '../../client/exchange.ts';
import { httpCases } from '../lib/cases.ts';
import { DOWNLOAD } from '../lib/downloads.ts';
import { ODD_PARTS } from './parts.ts';
import { contentRange, ifWhole, rightBytes } from './range-rules.ts';

const SEVERAL = ['several', 'several, one beyond', 'several, one empty', 'overlapping'] as const;

export const SEVERAL_CHECKS: readonly Check[] = ifWhole(
  httpCases([DOWNLOAD, ODD_PARTS], {
    'content.range.several.bytes': [
      'If the server returns parts for several ranges, each part contains the bytes that its `Content-Range` states. A multipart body ends with its closing boundary (RFC 9110, 15.3.7 and 14.6).',
      'The server states wrong byte positions for its parts, or sends several parts as a single part.',
      eachPart,
    ],
  }),
);

function eachPart(evidence: Evidence): Outcome {
  const parts = SEVERAL.map((label) => evidence.one(label)).filter(({ response }) => response.status === 206);
  if (parts.length === 0)
    return notApplicable('The server does not answer a request for several ranges with several parts.');
  const outcomes = parts.map((answer) => partIsRight(evidence, answer));
  return (
    outcomes.find(({ verdict }) => verdict === 'fail') ??
    outcomes.find(({ verdict }) => verdict !== 'pass') ??
    pass(...parts)
  );
}

function partIsRight(evidence: Evidence, answer: Answered): Outcome {
  const type = header(answer.response, 'content-type') ?? '';
  if (/^multipart\/byteranges/i.test(type)) return multipartIsRight(evidence, answer, type);
  if (contentRange(answer.response) === undefined)
    return fail(
      answer,
      'Content-Range: bytes <start>-<end>/<size>',
      header(answer.response, 'content-range') ?? 'none',
    );
  // A server may join neighboring ranges and include the bytes between them.
  return rightBytes(evidence, answer, { start: 0, end: evidence.one('whole').response.body.size - 1 });
}

function multipartIsRight({ one }: Evidence, answer: Answered, type: string): Outcome {
  const { body } = answer.response;
  const text = bytesOf(body, 0, body.size - 1)?.toString('latin1');
  if (text === undefined) return untestable('The report does not contain these bytes of the response.', answer);
  const flaw = multipartFlaw(type, text, (start, end) => bytesOf(one('whole').response.body, start, end));
  return flaw === undefined ? pass(answer) : fail(answer, ...flaw);
}

type Flaw = readonly [expected: string, got: string];
/** A function that returns bytes of the clip, if the report has them. */
type BytesOf = (start: number, end: number) => Buffer | undefined;

/** Returns the first flaw of a multipart body: a missing closing boundary, or a part with wrong bytes. */
export function multipartFlaw(type: string, text: string, clip: BytesOf): Flaw | undefined {
  const [, quoted, plain] = /boundary=(?:"([^"]+)"|([^";\s]+))/i.exec(type) ?? [];
  const edge = quoted ?? plain;
  if (edge === undefined) return ['a boundary in the Content-Type', type];
  if (!text.includes(`--${edge}--`)) return [`--${edge}-- at its end`, 'a body without a closing boundary'];
  const pieces = text.split(`--${edge}`).filter((piece) => piece.startsWith('\r\n'));
  return pieces.map((piece) => differenceOf(clip, piece.slice(2))).find((one) => one !== undefined);
}

/** Returns the difference between the bytes of a part and the bytes that its Content-Range names. */
function differenceOf(clip: BytesOf, piece: string): Flaw | undefined {
  const at = piece.indexOf('\r\n\r\n');
  const [, first, last] = /^content-range: *bytes (\d+)-(\d+)\//im.exec(piece.slice(0, Math.max(0, at))) ?? [];
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
