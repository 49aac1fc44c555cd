/** Endpoints: content: unusual ranges. A server may ignore them, but must not send other bytes. */

import type { Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, notApplicable, type Outcome, pass } from '../../engine/outcome.ts';
import { header } from '../../client/exchange.ts';
import { alike, allOf, cases, each, httpCases, is, jointly, not, observations, statusSeen } from '../lib/cases.ts';
import { DOWNLOAD } from '../lib/downloads.ts';
import { worstOutcome } from '../lib/rules.ts';
import { describedParts, ifWhole, obeys, partsAreRight } from './parts.ts';
import { ODD_PARTS, WIDE } from './range-requests.ts';
import { labelsOf, rowsOf } from './range-table.ts';

const ODD = {
  from: [DOWNLOAD, ODD_PARTS],
  authority: 'http',
  failing: 'The server crashes, or sends other bytes than the requested bytes, for example after an integer overflow.',
} as const;
const MALFORMED = { ...ODD, requirement: 'content.range.malformed' } as const;
const SEVERAL = { ...ODD, requirement: 'content.range.several' } as const;

/** Fails if ranges of the same bytes return different parts. A server that varies the part of a range is not judged. */
function otherPart({ one }: Evidence): Outcome | undefined {
  const named = ({ response }: Answered): string => header(response, 'content-range') ?? 'nothing';
  const startOf = ({ request }: Answered): string | undefined => header(request, 'range')?.split('-')[0];
  const equal = labelsOf('wide', 'content.range.clamp', 'part').map((label) => one(label));
  if (new Set(equal.map(named)).size > 1) return undefined;
  const clamped = labelsOf('wide', 'clamped').map((label) => one(label));
  const [first, ...others] = clamped.filter(
    (answer) => is(206)(answer) && equal.some((own) => startOf(own) === startOf(answer)),
  );
  const other = first && others.find((answer) => named(answer) !== named(first));
  return first === undefined || other === undefined
    ? undefined
    : fail([first, other], `the same Content-Range for each of these ranges, ${named(first)}`, named(other));
}

function partsOfSeveral(evidence: Evidence): Outcome {
  const answers = ['several', 'several, one beyond', 'several, one empty'].map((label) => evidence.one(label));
  const parts = answers.filter(is(206));
  if (parts.length === 0)
    return notApplicable('The server does not answer a request for several ranges with several parts.');
  return worstOutcome(parts.map((answer) => partsAreRight(evidence, answer))) ?? pass(...parts);
}

export const ODD_RANGE_CHECKS: readonly Check[] = [
  ...cases(
    { ...ODD, failing: 'The server counts a suffix range from the start of the clip, or returns 416.' },
    rowsOf('odd', 'content.range.open', 'clamped').map((row) => [
      `content.range.${row.label}.bytes`,
      `A range without a start or an end (${row.label}) returns the requested bytes or the whole clip (RFC 9110, 14.1.2 and 14.2).`,
      obeys([row]),
      { requirement: row.requirement },
    ]),
  ),
  ...ifWhole([
    ...cases(
      ODD,
      rowsOf('odd', 'never').map((row) => [
        `content.range.${row.name}`,
        `For an invalid or unsatisfiable Range (${row.label}), the server never returns a part (RFC 9110, 14.1.1 and 14.2). The server never returns a status of 500 or higher (RFC 9110, 15.6).`,
        obeys([row]),
        { requirement: row.requirement },
      ]),
    ),
    ...cases(MALFORMED, {
      'content.range.other-unit': [
        'The server ignores a Range with an unknown unit (RFC 9110, 14.2). The server does not return 206, 400 or 416.',
        obeys(rowsOf('odd', 'ignored')),
      ],
      'content.range.unit-case': [
        'The server treats the unit `Bytes` like `bytes`, because units are case-insensitive (RFC 9110, 14.1).',
        (evidence) => {
          const outcome = alike('lower unit', ['upper unit'], ', as with `bytes`')(evidence);
          return outcome.verdict === 'pass'
            ? obeys(rowsOf('odd', 'clamped', 'content.range.malformed'))(evidence)
            : outcome;
        },
      ],
      'content.range.huge-end': [
        'If a range starts at 0 and its end is a number of 30 digits, the server sends the whole clip (RFC 9110, 14.1.2).',
        obeys(rowsOf('odd', 'content.range.malformed', 'fromFirst')),
      ],
    }),
    ...cases(SEVERAL, {
      'content.range.several.satisfiable': [
        'If one of several ranges is within the clip, the server never returns 416 (RFC 9110, 14.1.1). The server never returns a status of 500 or higher (RFC 9110, 15.6).',
        allOf([
          each(['several', 'several, one beyond'], not(416), ['206 or 200']),
          each(['several, one empty'], not(), ['a status below 500']),
        ]),
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
        { level: 'should' },
      ],
    }),
    ...httpCases([DOWNLOAD, ODD_PARTS], {
      'content.range.several.bytes': [
        'If the server returns parts for several ranges, each part contains the bytes that its `Content-Range` states. A multipart body ends with its closing boundary (RFC 9110, 15.3.7 and 14.6).',
        'The server states wrong byte positions for its parts, or sends several parts as a single part.',
        partsOfSeveral,
      ],
    }),
    ...cases([DOWNLOAD, WIDE], {
      'content.range.bytes.edges': [
        'A range at the edge of a block (such as 4,096 bytes), or at the edge of the clip, returns 206 with the correct bytes.',
        'The server loses a byte between two buffers, or sends the whole clip for a range that omits only one byte.',
        obeys(rowsOf('wide', 'part')),
      ],
    }),
    ...httpCases([DOWNLOAD, WIDE], {
      'content.range.clamp.wide': [
        'If a range ends beyond the clip, the part ends at the end of the clip (RFC 9110, 14.1.2). The rule also applies if the end is a number of 31 to 64 bits.',
        'The server truncates the number to 32 bits, so it sends other bytes or returns 416.',
        (evidence) => otherPart(evidence) ?? obeys(rowsOf('wide', 'clamped'))(evidence),
      ],
      'content.range.beyond.wide': [
        'A range that starts at a number of 31, 32, 53, 63 or 64 bits is beyond the clip. So the server never returns a part (RFC 9110, 14.1.2).',
        'The server truncates the number to 32 bits, so it sends the first bytes of the clip.',
        obeys(rowsOf('wide', 'content.range.beyond')),
      ],
      'content.range.suffix.wide': [
        'If a suffix range is as long as the clip or longer, the server returns the whole clip (RFC 9110, 14.1.2). The rule also applies if the suffix length is a number of up to 64 bits.',
        'The server returns 416, or truncates the number to 32 bits.',
        obeys([...rowsOf('wide', 'fromFirst'), ...rowsOf('odd', 'content.range.beyond', 'fromFirst')]),
        { requirement: 'content.range.open', from: [DOWNLOAD, WIDE, ODD_PARTS] },
      ],
      'content.range.open.edges': [
        'The server returns the correct bytes for a suffix of one byte, and for open ranges from the first or last byte (RFC 9110, 14.1.2). Leading zeros do not change a range.',
        'The server treats 0 as a missing number, reads leading zeros as octal, or counts a suffix from the start.',
        obeys(rowsOf('wide', 'content.range.open', 'clamped')),
      ],
      'content.range.nearly-numbers': [
        'A range with an invalid number or unit never returns a part (RFC 9110, 14.1.1 and 14.2). For a number with a plus sign, the server is allowed to ignore the sign (section 2.4).',
        'The number parser of the server accepts decimal points and exponents, or reads only the first digits.',
        obeys(rowsOf('wide', 'content.range.malformed')),
        { requirement: 'content.range.malformed' },
      ],
    }),
  ]),
  ...observations(
    [ODD_PARTS],
    rowsOf('odd').map(({ name, label, requirement }) => [
      `content.range.answer.${name}`,
      `The status of the response to this range: ${label}.`,
      statusSeen(label),
      { requirement },
    ]),
  ),
];
