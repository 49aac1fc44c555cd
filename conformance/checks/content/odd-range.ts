/** Endpoints: content: ranges that the document does not promise. A server may ignore them or respond correctly. */

import type { Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, notApplicable, type Outcome, pass, untestable } from '../../engine/outcome.ts';
import { bytesOf, header } from '../../client/exchange.ts';
import {
  type Case,
  cases,
  type Expectation,
  httpCases,
  is,
  not,
  observations,
  statusSeen,
  jointly,
} from '../lib/cases.ts';
import { DOWNLOAD } from '../lib/downloads.ts';
import { describe, worstOutcome } from '../lib/rules.ts';
import { contentRange, ifWhole, ODD_PARTS, PARTS, rightBytes } from './parts.ts';

const ODD = {
  from: [DOWNLOAD, ODD_PARTS],
  authority: 'http',
  requirement: 'content.range.malformed',
  failing: 'The server crashes, or sends other bytes than the requested bytes, for example after an integer overflow.',
} as const;
const OPEN_RANGE = {
  ...ODD,
  from: [DOWNLOAD, PARTS, ODD_PARTS],
  requirement: 'content.range.open',
  failing: 'The server counts a suffix range from the start of the clip.',
} as const;
const SEVERAL_RANGES = { ...ODD, requirement: 'content.range.several' } as const;

function requirementOf(label: string): Check['requirement'] {
  if (label.startsWith('several') || label === 'overlapping') return 'content.range.several';
  if (label.endsWith('beyond') || label === 'huge start') return 'content.range.beyond';
  return label.startsWith('open') || label.startsWith('suffix') ? 'content.range.open' : 'content.range.malformed';
}

/** Expects none of these statuses and no crash, if the clip still exists. */
function unless(label: string, statuses: readonly number[], expected: string): Expectation {
  return ({ one }) => {
    const answer = one(label);
    if (is(404, 410)(answer)) return untestable('The clip no longer exists.', answer);
    return not(...statuses)(answer) ? pass(answer) : fail(answer, expected, describe(answer));
  };
}

/** Builds a row that forbids 206 and crashes: 200, 400 and 416 are all valid (RFC 9110, 14.1.1 and 14.2). */
function neverPart(label: string): Case {
  return [
    `For an invalid Range (${label}), the server never returns a part (RFC 9110, 14.1.1 and 14.2). The server never returns a status of 500 or higher (RFC 9110, 15.6).`,
    unless(label, [206], '200, 400 or 416'),
  ];
}

/** Judges that each part of a multipart response has a Content-Range. */
function describedParts(answer: Answered): Outcome {
  const type = header(answer.response, 'content-type') ?? '';
  if (answer.response.status !== 206 || !/^multipart\/byteranges/i.test(type))
    return notApplicable('The server does not send a multipart response for several ranges.', answer);
  const bytes = bytesOf(answer.response.body, 0, answer.response.body.size - 1)?.toString('latin1') ?? '';
  const own = (bytes.match(/content-range: *bytes \d+-\d+\//gi) ?? []).length;
  const [, edge = ''] = /boundary="?([^";]+)/i.exec(type) ?? [];
  // A line break may precede the first boundary, as in the responses of nginx.
  const pieces = bytes.split(`--${edge}`).slice(1);
  const parts = pieces.filter((text) => /^\r?\n/.test(text)).length;
  // The server may send fewer parts than the client requested.
  return own > 0 && own === parts && header(answer.response, 'content-range') === undefined
    ? pass(answer)
    : fail(
        answer,
        'a Content-Range in each part, and no Content-Range in the header of the whole response',
        `${own} in ${parts} parts`,
      );
}

const LABELS = ['several', 'several, one beyond', 'several, one empty', 'overlapping'] as const;

function eachPart(evidence: Evidence): Outcome {
  const parts = LABELS.map((label) => evidence.one(label)).filter(({ response }) => response.status === 206);
  if (parts.length === 0)
    return notApplicable('The server does not answer a request for several ranges with several parts.');
  const outcomes = parts.map((answer) => partIsRight(evidence, answer));
  return worstOutcome(outcomes) ?? pass(...parts);
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

export const ODD_RANGE_CHECKS: readonly Check[] = [
  ...cases(OPEN_RANGE, {
    'content.range.open.bytes': [
      'If the server returns 206 for an open range (`bytes=<start>-`), the bytes are correct (RFC 9110, 14.1.2).',
      (evidence) => rightBytes(evidence, evidence.one('open')),
    ],
    'content.range.suffix.bytes': [
      'If the server returns 206 for a suffix range (`bytes=-100`), the bytes are the last bytes of the clip (RFC 9110, 14.1.2).',
      (evidence) => rightBytes(evidence, evidence.one('suffix')),
    ],
  }),
  ...ifWhole(
    cases(ODD, {
      'content.range.backwards': neverPart('backwards'),
      'content.range.words': neverPart('words'),
      'content.range.three-numbers': neverPart('three numbers'),
      'content.range.hexadecimal': neverPart('hexadecimal'),
      'content.range.other-unit': [
        'The server ignores a Range with an unknown unit (RFC 9110, 14.2). The server does not return 206, 400 or 416.',
        unless('other unit', [206, 400, 416], '200, as without Range'),
      ],
      'content.range.suffix-of-nothing': neverPart('suffix of nothing'),
      'content.range.huge-start': neverPart('huge start'),
      'content.range.unit-case': [
        'The server treats the unit `Bytes` like `bytes`, because units are case-insensitive (RFC 9110, 14.1).',
        (evidence) => {
          const [upper, lower] = [evidence.one('upper unit'), evidence.one('lower unit')];
          if (upper.response.status !== lower.response.status)
            return fail([lower, upper], `${lower.response.status}, as with \`bytes\``, describe(upper));
          return upper.response.status === 206 ? rightBytes(evidence, upper) : pass(upper, lower);
        },
      ],
      'content.range.huge-end': [
        'If a range starts at 0 and its end is a number of 30 digits, the server sends the whole clip (RFC 9110, 14.1.2).',
        jointly(['huge end'], ([answer], evidence) => {
          const { size } = evidence.one('whole').response.body;
          const { status, body } = answer.response;
          if (status === 206) return rightBytes(evidence, answer);
          return status === 200 && body.size === size
            ? undefined
            : [`200 or 206 with all ${size} bytes`, `${status} with ${body.size}`];
        }),
      ],
    }),
  ),
  ...ifWhole(
    cases(SEVERAL_RANGES, {
      'content.range.several.satisfiable': [
        'If one of several ranges is within the clip, the server never returns 416 (RFC 9110, 14.1.1).',
        jointly(['several, one beyond'], ([answer]) =>
          answer.response.status === 416 ? ['206 or 200', '416'] : undefined,
        ),
      ],
      'content.range.several.shape': [
        'Each part of a multipart response has a `Content-Range`. The response itself has no `Content-Range` header (RFC 9110, 15.3.7.2).',
        ({ one }) => describedParts(one('several')),
      ],
      'content.range.no-amplification': [
        'If a client requests forty overlapping ranges, the response is not much larger than the clip (RFC 9110, 17.15).',
        ({ one }) => {
          const [answer, { size }] = [one('overlapping'), one('whole').response.body];
          const { body, status } = answer.response;
          return body.size <= size + 8192 && status < 500
            ? pass(answer)
            : fail(answer, `no more than about ${size} bytes`, `${status} with ${body.size}`);
        },
      ],
    }),
  ),
  ...observations(
    [ODD_PARTS],
    [
      'open',
      'suffix',
      'suffix of nothing',
      'suffix beyond',
      'open beyond',
      'backwards',
      'words',
      'nothing',
      'several',
      'several, one empty',
      'other unit',
      'huge start',
      'overlapping',
    ].map((label) => [
      `content.range.answer.${label.replaceAll(/[ ,]+/g, '-')}`,
      `The status of the response to this range: ${label}.`,
      statusSeen(label),
      { requirement: requirementOf(label) },
    ]),
  ),
  ...ifWhole(
    httpCases([DOWNLOAD, ODD_PARTS], {
      'content.range.several.bytes': [
        'If the server returns parts for several ranges, each part contains the bytes that its `Content-Range` states. A multipart body ends with its closing boundary (RFC 9110, 15.3.7 and 14.6).',
        'The server states wrong byte positions for its parts, or sends several parts as a single part.',
        eachPart,
      ],
    }),
  ),
];
