/** Endpoints: content: ranges of the promised form `bytes=<start>-<end>`, and the rules of RFC 9110 for responses. */

import { defineCheck, type Check } from '../../engine/define.ts';
import type { Difference } from '../../engine/difference.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, notApplicable, pass, pinpointed, type Outcome } from '../../engine/outcome.ts';
import { header } from '../../client/exchange.ts';
import { cases } from '../lib/cases.ts';
import { DOWNLOAD } from '../lib/downloads.ts';
import { hasSeveralTags } from '../lib/tags.ts';
import { describe, wrongHeader, wrongStatus, withOthers } from '../lib/rules.ts';
import { CUT, JOINED, PARTS } from './parts.ts';

import { contentRange, ofParts, rightBytes, whole, WITHIN } from './range-rules.ts';

const PROMISED: readonly Check[] = [
  ...([...WITHIN, 'all'] as const).map((label) =>
    defineCheck({
      id: `content.range.status.${label.replace(' ', '-')}`,
      requirement: 'content.range.status',
      proves: `A range within the clip (${label}) returns 206.`,
      failing: 'The server ignores Range and returns 200 with the whole clip.',
      from: [DOWNLOAD, PARTS],
      judge: (evidence) =>
        whole(evidence, () => {
          const answer = evidence.one(label);
          // RFC 9110 also allows 200 for a range that covers the whole clip.
          const isAll = label === 'all' && answer.response.status === 200;
          return answer.response.status === 206 || isAll ? pass(answer) : wrongStatus(answer, '206', '206');
        }),
    }),
  ),
  ...WITHIN.map((label) =>
    defineCheck({
      id: `content.range.bytes.${label.replace(' ', '-')}`,
      requirement: 'content.range.bytes',
      proves: `The 206 has the requested bytes, including the first and the last byte of the range (${label}).`,
      failing:
        'The server omits the last byte, starts at another byte, or sends the bytes of another range from a cache.',
      from: [DOWNLOAD, PARTS],
      judge: (evidence) => whole(evidence, () => rightBytes(evidence, evidence.one(label))),
    }),
  ),
  ...cases([PARTS], {
    'content.range.type': [
      'Every part has the Content-Type `video/mp4`, even a part from the middle of the clip.',
      'The server sends application/octet-stream as the Content-Type of all parts, or of all parts except the first.',
      (evidence) => {
        const parts = WITHIN.map((label) => evidence.one(label)).filter(({ response }) => response.status === 206);
        if (parts.length === 0) return notApplicable('The server did not send a part in response to the range.');
        const isMp4 = ({ response }: Answered): boolean =>
          /^video\/mp4\s*(;|$)/i.test(header(response, 'content-type') ?? '');
        const other = parts.find((answer) => !isMp4(answer));
        return other === undefined ? pass(...parts) : wrongHeader(other, 'Content-Type', 'video/mp4');
      },
    ],
  }),
  joins('content.range.resume', JOINED, {
    proves: 'If a client joins three parts that cover the clip, the result equals the clip.',
    labels: ['part 1', 'part 2', 'part 3'],
  }),
  joins('content.range.resume.cut', CUT, {
    proves: 'After an interruption, a download can continue where it stopped.',
    labels: ['rest'],
  }),
];

const HTTP: readonly Check[] = [
  http('content.range.header', 'A 206 has `Content-Range` (RFC 9110, 15.3.7.1).', (evidence) =>
    ofParts(evidence, ({ response }) =>
      contentRange(response) === undefined ? 'Content-Range: bytes <start>-<end>/<size>' : undefined,
    ),
  ),
  http('content.range.size', 'The total in `Content-Range` is the size of the clip (RFC 9110, 14.4).', (evidence) => {
    const { size } = evidence.one('whole').response.body;
    return ofParts(evidence, ({ response }) => {
      const total = contentRange(response)?.total;
      return total === undefined || total === '*' || Number(total) === size ? undefined : `the total ${size}`;
    });
  }),
  http(
    'content.range.length',
    'The body of a 206 has the length that its `Content-Range` states (RFC 9110, 15.3.7.1).',
    (evidence) =>
      ofParts(evidence, ({ response }) => {
        const range = contentRange(response);
        return range === undefined || range.end - range.start + 1 === response.body.size
          ? undefined
          : `${range.end - range.start + 1} bytes, as in Content-Range`;
      }),
  ),
  http(
    'content.range.announced',
    'If the server sends parts, it does not send `Accept-Ranges: none` (RFC 9110, 14.3).',
    (evidence) =>
      ofParts(evidence, ({ response }) => {
        const told = [response, evidence.one('whole').response].map((one) => header(one, 'accept-ranges') ?? '');
        return told.some((value) => /^none$/i.test(value.trim())) ? 'no Accept-Ranges, or bytes' : undefined;
      }),
  ),
  http(
    'content.range.no-multipart',
    'For a single range, the server does not send a multipart response (RFC 9110, 15.3.7.2).',
    (evidence) =>
      ofParts(evidence, ({ response }) =>
        /^multipart\//i.test(header(response, 'content-type') ?? '') ? 'a part, not multipart/byteranges' : undefined,
      ),
  ),
  http(
    'content.range.clamp',
    'If a range ends beyond the clip, the part ends at the end of the clip (RFC 9110, 14.1.2).',
    (evidence) => {
      const [answer, usual] = [evidence.one('beyond end'), evidence.one('end')];
      if (usual.response.status !== 206)
        return notApplicable('The server does not return 206 for a range without a condition.', usual);
      if (answer.response.status === 200) return pass(answer);
      if (answer.response.status !== 206) return wrongStatus(answer, '206', '206 with the bytes up to the end');
      return rightBytes(evidence, answer);
    },
  ),
  {
    ...http(
      'content.range.beyond',
      'A range that starts beyond the clip returns 416 (RFC 9110, 15.5.17).',
      (evidence) => {
        const answer = evidence.one('at size');
        return answer.response.status === 416 ? pass(answer) : fail(answer, '416', describe(answer));
      },
    ),
    level: 'should',
  },
  http(
    'content.range.beyond.part',
    'A range that starts beyond the clip does not return a part (RFC 9110, 15.3.7).',
    (evidence) => {
      const answer = evidence.one('at size');
      return answer.response.status === 206 ? fail(answer, 'any status except 206', describe(answer)) : pass(answer);
    },
  ),
  {
    ...http(
      'content.range.beyond.size',
      'A 416 states the size of the clip: `Content-Range: bytes */<size>` (RFC 9110, 14.4).',
      (evidence) => {
        const answer = evidence.one('at size');
        if (answer.response.status !== 416)
          return notApplicable('The server does not return 416 for a range that starts beyond the clip.', answer);
        const wanted = `bytes */${evidence.one('whole').response.body.size}`;
        const got = header(answer.response, 'content-range') ?? 'no Content-Range';
        return got === wanted ? pass(answer) : fail(answer, wanted, got);
      },
    ),
    level: 'should',
  },
  http(
    'content.range.beyond.size.right',
    'If a 416 has a `Content-Range`, the value is `bytes */<size>` with the size of the clip (RFC 9110, 14.4).',
    (evidence) => {
      const answer = evidence.one('at size');
      const told = header(answer.response, 'content-range');
      if (answer.response.status !== 416 || told === undefined)
        return notApplicable(
          'For a range that starts beyond the clip, the server does not return 416 with a Content-Range.',
          answer,
        );
      const wanted = `bytes */${evidence.one('whole').response.body.size}`;
      return told.trim().toLowerCase() === wanted ? pass(answer) : fail(answer, wanted, told);
    },
  ),
  http(
    'content.range.headers',
    'A 206 has the same `ETag` and the same cache headers as the 200 (RFC 9110, 15.3.7).',
    (evidence) => {
      const all = evidence.one('whole');
      return ofParts(evidence, ({ response }) => {
        const tag = header(all.response, 'etag');
        if (tag !== header(response, 'etag') && !hasSeveralTags(evidence))
          return `etag: ${tag ?? 'absent'}, as in the 200`;
        // Only the presence of these headers is compared, because their values may depend on the time.
        const lost = ['cache-control', 'vary', 'expires', 'content-location'].find(
          (name) => header(all.response, name) !== undefined && header(response, name) === undefined,
        );
        return lost === undefined ? undefined : `${lost}: ${header(all.response, lost) ?? ''}, as in the 200`;
      });
    },
  ),
];

export const RANGE_CHECKS: readonly Check[] = [...PROMISED, ...HTTP];

function http(id: string, proves: string, rule: (evidence: Evidence) => Outcome): Check {
  const requirement = id.startsWith('content.range.beyond')
    ? 'content.range.beyond'
    : id === 'content.range.clamp'
      ? 'content.range.clamp'
      : 'content.headers';
  return defineCheck({
    id,
    requirement,
    authority: 'http',
    proves,
    failing: id.startsWith('content.range.beyond')
      ? 'For a range beyond the clip, the server returns 200 or an empty part. Or the server states a wrong size or no size.'
      : 'The server sends a 206, but its body or one of its headers breaks a rule of RFC 9110.',
    from: [DOWNLOAD, PARTS],
    judge: (evidence) => whole(evidence, () => rule(evidence)),
  });
}

function joins(
  id: string,
  probe: typeof JOINED,
  { proves, labels }: { proves: string; labels: readonly string[] },
): Check {
  return defineCheck({
    id,
    requirement: 'content.range.resume',
    proves,
    failing: 'The server sends parts that overlap, omit a byte, or come from different encodings of the clip.',
    from: [probe],
    judge: (evidence) => {
      // A redirect may precede each part.
      const onward = (label: string): Answered[] =>
        evidence.all(`${label}, on`).filter(({ response: { status } }) => status < 300 || status > 399);
      const answers = labels.flatMap((label) => [evidence.one(label), ...onward(label)]);
      const [other, ...others] = answers.filter(({ response }) => response.status !== 206);
      if (other !== undefined) return withOthers(fail(other, '206', describe(other)), others);
      const short = answers.find(({ response }) => !response.complete);
      if (short !== undefined)
        return fail(short, 'as many bytes as Content-Length states', `${short.response.body.size} of them`);
      const gap = evidence.fact('gap');
      if (gap !== undefined) return fail(answers, 'parts without gaps or overlaps', String(gap));
      return evidence.fact('joined') === evidence.fact('whole')
        ? pass(...answers)
        : pinpointed(fail(answers, 'the bytes of the clip', 'different bytes'), joinDifferences(evidence));
    },
  });
}

function joinDifferences({ fact }: Evidence): Difference[] {
  const [at, expected, got] = ['at', 'wanted', 'got'].map((name) => fact(`differs ${name}`));
  return at === undefined ? [] : [{ at: String(at), expected: String(expected), got: String(got) }];
}
