/** Endpoints: content: unusual ranges. A server may ignore them, but must not send other bytes. */

import type { Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, notApplicable, type Outcome, pass, untestable } from '../../engine/outcome.ts';
import { header } from '../../client/exchange.ts';
import {
  alike,
  type Case,
  cases,
  expects,
  httpCases,
  is,
  jointly,
  not,
  observations,
  statusSeen,
} from '../lib/cases.ts';
import { DOWNLOAD } from '../lib/downloads.ts';
import { describe, worstOutcome } from '../lib/rules.ts';
import { contentRange, describedParts, ifWhole, inRange, partsAreRight, rightBytes, rightPart } from './parts.ts';
import * as ranges from './range-requests.ts';

const ODD = {
  from: [DOWNLOAD, ranges.ODD_PARTS],
  authority: 'http',
  requirement: 'content.range.malformed',
  failing: 'The server crashes, or sends other bytes than the requested bytes, for example after an integer overflow.',
} as const;
const OPEN_RANGE = {
  ...ODD,
  from: [DOWNLOAD, ranges.PARTS, ranges.ODD_PARTS],
  requirement: 'content.range.open',
  failing: 'The server counts a suffix range from the start of the clip.',
} as const;
const SEVERAL_RANGES = { ...ODD, requirement: 'content.range.several' } as const;

/** The ranges whose responses are judged, and not observed. */
const JUDGED = /^(three numbers|hexadecimal|huge end|upper unit|lower unit|several, one beyond)$/;

function requirementOf(label: string): Check['requirement'] {
  if (label.startsWith('several') || label === 'overlapping') return 'content.range.several';
  if (label.endsWith('beyond') || label === 'huge start') return 'content.range.beyond';
  return label.startsWith('open') || label.startsWith('suffix') ? 'content.range.open' : 'content.range.malformed';
}

/** Expects none of these statuses and no crash, if the clip still exists. */
function unless(label: string, statuses: readonly number[], expected: string): Check['judge'] {
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

/** Expects that responses obey a rule, and that each part has the requested bytes. */
function eachPart(labels: readonly string[], rule: (answer: Answered) => boolean, expected: string): Check['judge'] {
  return (evidence) => {
    const answers = labels.map((label) => evidence.one(label));
    const outcomes = answers.map((answer) => {
      if (!rule(answer)) return fail(answer, expected, describe(answer));
      return is(206)(answer) ? rightBytes(evidence, answer) : pass(answer);
    });
    return worstOutcome(outcomes) ?? pass(...answers.slice(0, 3));
  };
}

function isFromFirst(answer: Answered): boolean {
  return is(200)(answer) || (is(206)(answer) && (contentRange(answer.response)?.start ?? 0) === 0);
}

/** Returns whether the server ignored a plus sign in a range. Many parsers of numbers accept it. */
function isWithoutPlus({ label, response }: Answered): boolean {
  const { start, end } = contentRange(response) ?? {};
  return label.startsWith('plus') && start === 0 && end === 9;
}

/** Compares parts of ranges that request the same bytes. A server that varies the plain range is not judged. */
function otherPart({ one }: Evidence): Outcome | undefined {
  const named = ({ response }: Answered): string => header(response, 'content-range') ?? 'nothing';
  if (new Set(ranges.ALIKE.map((label) => named(one(label)))).size > 1) return undefined;
  const parts = ranges.ENDS.filter((label) => label !== 'last and beyond').map((label) => one(label));
  const [first, ...others] = parts.filter(is(206));
  const other = first && others.find((answer) => named(answer) !== named(first));
  return first === undefined || other === undefined
    ? undefined
    : fail([first, other], `the same Content-Range for each of these ranges, ${named(first)}`, named(other));
}

function partsOfSeveral(evidence: Evidence): Outcome {
  const labels = ['several', 'several, one beyond', 'several, one empty', 'overlapping'];
  const parts = labels.map((label) => evidence.one(label)).filter(is(206));
  if (parts.length === 0)
    return notApplicable('The server does not answer a request for several ranges with several parts.');
  return worstOutcome(parts.map((answer) => partsAreRight(evidence, answer))) ?? pass(...parts);
}

export const ODD_RANGE_CHECKS: readonly Check[] = [
  ...cases(OPEN_RANGE, {
    'content.range.open.bytes': [
      'If the server returns 206 for an open range (`bytes=<start>-`), the bytes are correct (RFC 9110, 14.1.2).',
      inRange('open'),
    ],
    'content.range.suffix.bytes': [
      'If the server returns 206 for a suffix range (`bytes=-100`), the bytes are the last bytes of the clip (RFC 9110, 14.1.2).',
      inRange('suffix'),
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
        jointly(['lower unit', 'upper unit'], (answers, evidence) => {
          const outcome = alike('lower unit', ['upper unit'], ', as with `bytes`')(evidence);
          return outcome.verdict === 'pass' && is(206)(answers[1]) ? rightBytes(evidence, answers[1]) : outcome;
        }),
      ],
      'content.range.huge-end': [
        'If a range starts at 0 and its end is a number of 30 digits, the server sends the whole clip (RFC 9110, 14.1.2).',
        jointly(['huge end'], ([answer], evidence) => {
          const whole = evidence.one('whole');
          const { size } = whole.response.body;
          const { status, body } = answer.response;
          if (status === 206) return rightPart(answer, whole);
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
        expects('several, one beyond', (answer) => !is(416)(answer), ['206 or 200', () => '416']),
      ],
      'content.range.several.shape': [
        'Each part of a multipart response has a `Content-Range`. The response itself has no `Content-Range` header (RFC 9110, 15.3.7.2).',
        ({ one }) => describedParts(one('several')),
      ],
      'content.range.no-amplification': [
        'If a client requests forty overlapping ranges, the response is not much larger than the clip (RFC 9110, 17.15).',
        jointly(['overlapping'], ([{ response }], { one }) => {
          const [{ size }, { body, status }] = [one('whole').response.body, response];
          const isSmall = body.size <= size + 8192 && status < 500;
          return isSmall ? undefined : [`no more than about ${size} bytes`, `${status} with ${body.size}`];
        }),
      ],
    }),
  ),
  ...observations(
    [ranges.ODD_PARTS],
    Object.keys(ranges.oddRanges(0))
      .filter((label) => !JUDGED.test(label))
      .map((label) => [
        `content.range.answer.${label.replaceAll(/[ ,]+/g, '-')}`,
        `The status of the response to this range: ${label}.`,
        statusSeen(label),
        { requirement: requirementOf(label) },
      ]),
  ),
  ...ifWhole([
    ...httpCases([DOWNLOAD, ranges.ODD_PARTS], {
      'content.range.several.bytes': [
        'If the server returns parts for several ranges, each part contains the bytes that its `Content-Range` states. A multipart body ends with its closing boundary (RFC 9110, 15.3.7 and 14.6).',
        'The server states wrong byte positions for its parts, or sends several parts as a single part.',
        partsOfSeveral,
      ],
    }),
    ...cases([DOWNLOAD, ranges.WIDE], {
      'content.range.bytes.edges': [
        'A range at the edge of a block (such as 4,096 bytes), or at the edge of the clip, returns 206 with the correct bytes.',
        'The server loses a byte between two buffers, or sends the whole clip for a range that omits only one byte.',
        eachPart(ranges.BLOCK_EDGES, is(206), '206'),
      ],
    }),
    ...httpCases([DOWNLOAD, ranges.WIDE], {
      'content.range.clamp.wide': [
        'If a range ends beyond the clip, the part ends at the end of the clip (RFC 9110, 14.1.2). The rule also applies if the end is a number of 31 to 64 bits.',
        'The server truncates the number to 32 bits, so it sends other bytes or returns 416.',
        (evidence) => otherPart(evidence) ?? eachPart(ranges.ENDS, is(200, 206), '206, or 200 with the clip')(evidence),
      ],
      'content.range.beyond.wide': [
        'A range that starts at a number of 31, 32, 53, 63 or 64 bits is beyond the clip. So the server never returns a part (RFC 9110, 14.1.2).',
        'The server truncates the number to 32 bits, so it sends the first bytes of the clip.',
        eachPart(ranges.STARTS, not(206), '200, 400 or 416'),
      ],
      'content.range.suffix.wide': [
        'If a suffix range is as long as the clip or longer, the server returns the whole clip (RFC 9110, 14.1.2). The rule also applies if the suffix length is a number of up to 64 bits.',
        'The server returns 416, or truncates the number to 32 bits.',
        eachPart(ranges.SUFFIXES, isFromFirst, '200 or 206 with the bytes from the first byte on'),
        { requirement: 'content.range.open' },
      ],
      'content.range.open.edges': [
        'The server returns the correct bytes for a suffix of one byte, and for open ranges from the first or last byte (RFC 9110, 14.1.2). Leading zeros do not change a range.',
        'The server treats 0 as a missing number, reads leading zeros as octal, or counts a suffix from the start.',
        eachPart(ranges.SHORT, not(), '206, 200 or 416'),
      ],
      'content.range.nearly-numbers': [
        'A range with an invalid number or unit never returns a part (RFC 9110, 14.1.1 and 14.2). For a number with a plus sign, the server is allowed to ignore the sign (section 2.4).',
        'The number parser of the server accepts decimal points and exponents, or reads only the first digits.',
        eachPart(Object.keys(ranges.NEARLY), (answer) => not(206)(answer) || isWithoutPlus(answer), '200, 400 or 416'),
        { requirement: 'content.range.malformed' },
      ],
    }),
  ]),
];
