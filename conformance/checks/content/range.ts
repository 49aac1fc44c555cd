/** Endpoints: content: ranges of the promised form `bytes=<start>-<end>`, and the rules of RFC 9110 for responses. */

import type { Check } from '../../engine/define.ts';
import type { Answered } from '../../engine/evidence.ts';
import { fail, pass } from '../../engine/outcome.ts';
import { header } from '../../client/exchange.ts';
import { cases, type Expectation, expects, given, is, not } from '../lib/cases.ts';
import { DOWNLOAD } from '../lib/downloads.ts';
import { describe, wrongStatus, withOthers } from '../lib/rules.ts';
import { typeFlaw } from './clip.ts';
import { bytesJudged, ifRanged, ifWhole, inRange, obeys, ofParts, PART_RULES } from './parts.ts';
import { CUT, JOINED, ODD_PARTS, PARTS, WIDE } from './range-requests.ts';
import { RULES, rowsOf } from './range-table.ts';

const FROM = [DOWNLOAD, PARTS];

const OF_PARTS = {
  from: [...FROM, ODD_PARTS, WIDE],
  requirement: 'content.headers',
  authority: 'http',
  failing: 'The server sends a 206, but its body or one of its headers breaks a rule of RFC 9110.',
} as const;

const OF_BEYOND = {
  from: FROM,
  authority: 'http',
  failing:
    'For a range beyond the clip, the server returns 200 or an empty part. Or the server states a wrong size or no size.',
} as const;

export const RANGE_CHECKS: readonly Check[] = [
  ...ifWhole([
    ...cases(
      FROM,
      rowsOf('promised', 'content.range.status').map(({ label, name, rule }) => [
        `content.range.status.${name}`,
        `A range within the clip (${label}) returns ${RULES[rule][1]}.`,
        'The server ignores Range and returns 200 with the whole clip.',
        ({ one }) => (RULES[rule][0](one(label)) ? pass(one(label)) : wrongStatus(one(label), '206', '206')),
      ]),
    ),
    ...cases(
      FROM,
      rowsOf('promised', 'content.range.status').map(({ label, name }) => [
        `content.range.bytes.${name}`,
        `The 206 has the requested bytes, including the first and the last byte of the range (${label}).`,
        'The server omits the last byte, starts at another byte, or sends the bytes of another range from a cache.',
        inRange(label),
      ]),
    ),
  ]),
  ...cases(FROM, {
    'content.range.type': [
      'Every part has the Content-Type `video/mp4`, even a part from the middle of the clip.',
      'The server sends application/octet-stream as the Content-Type of all parts, or of all parts except the first.',
      ofParts(({ response }) => typeFlaw(response)),
    ],
  }),
  ...cases(
    { failing: 'The server sends parts that overlap, omit a byte, or come from different encodings of the clip.' },
    {
      'content.range.resume': [
        'If a client joins three parts that cover the clip, the result equals the clip.',
        joins(['part 1', 'part 2', 'part 3']),
        { from: [JOINED] },
      ],
      'content.range.resume.cut': [
        'After an interruption, a download can continue where it stopped.',
        joins(['rest']),
        { from: [CUT] },
      ],
    },
  ),
  ...ifWhole([
    ...cases(OF_PARTS, {
      'content.range.header': ['A 206 has `Content-Range` (RFC 9110, 15.3.7.1).', ofParts(PART_RULES.header)],
      'content.range.size': [
        'The total in `Content-Range` is the size of the clip (RFC 9110, 14.4).',
        ofParts(PART_RULES.size),
      ],
      'content.range.length': [
        'The body of a 206 has the length that its `Content-Range` states (RFC 9110, 15.3.7.1).',
        ofParts(PART_RULES.length),
      ],
      'content.range.announced': [
        'If the server sends parts, it does not send `Accept-Ranges: none` (RFC 9110, 14.3).',
        ofParts(PART_RULES.announced),
      ],
      'content.range.no-multipart': [
        'For a single range, the server does not send a multipart response (RFC 9110, 15.3.7.2).',
        ofParts(({ response }) => {
          const type = header(response, 'content-type') ?? '';
          return /^multipart\//i.test(type) ? ['a part, not multipart/byteranges', type] : undefined;
        }),
      ],
      'content.range.headers': [
        'A 206 has the same `ETag` and the same cache headers as the 200 (RFC 9110, 15.3.7).',
        ofParts(PART_RULES.headers),
      ],
      'content.range.clamp': [
        'If a range ends beyond the clip, the part does not go beyond the end of the clip (RFC 9110, 14.1.2).',
        ifRanged('end', obeys(rowsOf('promised', 'clamped'))),
        { requirement: 'content.range.clamp' },
      ],
    }),
    ...cases(OF_BEYOND, {
      'content.range.beyond': [
        'A range that starts beyond the clip returns 416 (RFC 9110, 15.5.17).',
        expects('at size', is(416), ['416']),
        { level: 'should' },
      ],
      'content.range.beyond.part': [
        'A range that starts beyond the clip does not return a part (RFC 9110, 15.3.7).',
        expects('at size', not(206), ['any status below 500, except 206']),
      ],
      'content.range.beyond.size': [
        'A 416 states the size of the clip: `Content-Range: bytes */<size>` (RFC 9110, 14.4).',
        given(
          ['at size', is(416)],
          'The server does not return 416 for a range that starts beyond the clip.',
          sizeStated((told) => told),
        ),
        { level: 'should' },
      ],
      'content.range.beyond.size.right': [
        'If a 416 has a `Content-Range`, the value is `bytes */<size>` with the size of the clip (RFC 9110, 14.4).',
        given(
          ['at size', ({ response }) => response.status === 416 && header(response, 'content-range') !== undefined],
          'For a range that starts beyond the clip, the server does not return 416 with a Content-Range.',
          sizeStated((told) => told.trim().toLowerCase()),
        ),
      ],
    }),
  ]),
];

/** Expects the size of the clip in the Content-Range of a 416, after a change of its text. */
function sizeStated(change: (told: string) => string): Expectation {
  return ({ one }) => {
    const answer = one('at size');
    const told = header(answer.response, 'content-range') ?? 'no Content-Range';
    const wanted = `bytes */${one('whole').response.body.size}`;
    return change(told) === wanted ? pass(answer) : fail(answer, wanted, told);
  };
}

/** Expects that the parts of a download arrive whole, and equal the clip. */
function joins(labels: readonly string[]): Expectation {
  return (evidence) => {
    // A redirect may precede each part.
    const onward = (label: string): Answered[] =>
      evidence.all(`${label}, on`).filter(({ response: { status } }) => status < 300 || status > 399);
    const answers = labels.flatMap((label) => [evidence.one(label), ...onward(label)]);
    const [other, ...others] = answers.filter(({ response }) => response.status !== 206);
    if (other !== undefined) return withOthers(fail(other, '206', describe(other)), others);
    const short = answers.find(({ response }) => !response.complete);
    if (short !== undefined)
      return fail(short, 'as many bytes as Content-Length states', `${short.response.body.size} of them`);
    const expected = 'the bytes of the clip, without gaps or overlaps';
    return bytesJudged(answers, String(evidence.fact('joined')), expected);
  };
}
