/** Endpoints: content: ranges that the document does not promise. A server may ignore them or respond correctly. */

import { defineCheck, defineObservation, type Check } from '../../engine/define.ts';
import type { Evidence } from '../../engine/evidence.ts';
import { fail, notApplicable, observed, pass, untestable, type Outcome } from '../../engine/outcome.ts';
import { bytesOf, header } from '../../client/exchange.ts';
import { DOWNLOAD } from '../lib/downloads.ts';
import { describe } from '../lib/rules.ts';
import { ODD_PARTS, PARTS } from './parts.ts';

import { rightBytes, whole } from './range-rules.ts';

const ODD: readonly Check[] = [
  partIs(
    'content.range.open',
    'open',
    'If the server returns 206 for an open range (`bytes=<start>-`), the bytes are correct (RFC 9110, 14.1.2).',
  ),
  partIs(
    'content.range.suffix',
    'suffix',
    'If the server returns 206 for a suffix range (`bytes=-100`), the bytes are the last bytes of the clip (RFC 9110, 14.1.2).',
  ),
  neverPart('content.range.backwards', 'backwards'),
  neverPart('content.range.words', 'words'),
  neverPart('content.range.three-numbers', 'three numbers'),
  neverPart('content.range.hexadecimal', 'hexadecimal'),
  odd(
    'content.range.other-unit',
    'The server ignores a Range with an unknown unit (RFC 9110, 14.2). The server does not return 206, 400 or 416.',
    (evidence) => {
      const answer = evidence.one('other unit');
      const { status } = answer.response;
      if (status === 404 || status === 410) return untestable('The clip no longer exists.', answer);
      return status === 206 || status === 400 || status === 416 || status >= 500
        ? fail(answer, '200, as without Range', describe(answer))
        : pass(answer);
    },
  ),
  neverPart('content.range.suffix-of-nothing', 'suffix of nothing'),
  neverPart('content.range.huge-start', 'huge start'),
  odd(
    'content.range.unit-case',
    'The server treats the unit `Bytes` like `bytes`, because units are case-insensitive (RFC 9110, 14.1).',
    (evidence) => {
      const [upper, lower] = [evidence.one('upper unit'), evidence.one('lower unit')];
      if (upper.response.status !== lower.response.status)
        return fail([lower, upper], `${lower.response.status}, as with \`bytes\``, describe(upper));
      return upper.response.status === 206 ? rightBytes(evidence, upper) : pass(upper, lower);
    },
  ),
  odd(
    'content.range.huge-end',
    'If a range starts at 0 and its end is a number of 30 digits, the server sends the whole clip (RFC 9110, 14.1.2).',
    (evidence) => {
      const answer = evidence.one('huge end');
      const { size } = evidence.one('whole').response.body;
      const { status, body } = answer.response;
      if (status === 206) return rightBytes(evidence, answer);
      return status === 200 && body.size === size
        ? pass(answer)
        : fail(answer, `200 or 206 with all ${size} bytes`, `${status} with ${body.size}`);
    },
  ),
  odd(
    'content.range.several.satisfiable',
    'If one of several ranges is within the clip, the server never returns 416 (RFC 9110, 14.1.1).',
    (evidence) => {
      const answer = evidence.one('several, one beyond');
      return answer.response.status === 416 ? fail(answer, '206 or 200', '416') : pass(answer);
    },
  ),
  odd(
    'content.range.several.shape',
    'Each part of a multipart response has a `Content-Range`. The response itself has no `Content-Range` header (RFC 9110, 15.3.7.2).',
    (evidence) => {
      const answer = evidence.one('several');
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
    },
  ),
  odd(
    'content.range.no-amplification',
    'If a client requests forty overlapping ranges, the response is not much larger than the clip (RFC 9110, 17.15).',
    (evidence) => {
      const answer = evidence.one('overlapping');
      const { size } = evidence.one('whole').response.body;
      return answer.response.body.size <= size + 8192 && answer.response.status < 500
        ? pass(answer)
        : fail(
            answer,
            `no more than about ${size} bytes`,
            `${answer.response.status} with ${answer.response.body.size}`,
          );
    },
  ),
];

const OPEN: readonly Check[] = [
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
].map((label) =>
  defineObservation({
    id: `content.range.answer.${label.replaceAll(/[ ,]+/g, '-')}`,
    requirement: requirementOf(label),
    proves: `The status of the response to this range: ${label}.`,
    from: [ODD_PARTS],
    judge: (evidence) => observed(String(evidence.one(label).response.status), evidence.one(label)),
  }),
);

export const ODD_RANGE_CHECKS: readonly Check[] = [...ODD, ...OPEN];

function requirementOf(label: string): Check['requirement'] {
  if (label.startsWith('several') || label === 'overlapping') return 'content.range.several';
  if (label.endsWith('beyond') || label === 'huge start') return 'content.range.beyond';
  return label.startsWith('open') || label.startsWith('suffix') ? 'content.range.open' : 'content.range.malformed';
}

function odd(id: string, proves: string, rule: (evidence: Evidence) => Outcome): Check {
  const requirement =
    id.includes('several') || id.includes('amplification') ? 'content.range.several' : 'content.range.malformed';
  return defineCheck({
    id,
    requirement,
    authority: 'http',
    proves,
    failing:
      'The server crashes, or sends other bytes than the requested bytes, for example after an integer overflow.',
    from: [DOWNLOAD, ODD_PARTS],
    judge: (evidence) => whole(evidence, () => rule(evidence)),
  });
}

/** Builds a check that forbids 206 and crashes: 200, 400 and 416 are all valid (RFC 9110, 14.1.1 and 14.2). */
function neverPart(id: string, label: string): Check {
  return odd(
    id,
    `For an invalid Range (${label}), the server never returns a part (RFC 9110, 14.1.1 and 14.2). The server never returns a status of 500 or higher (RFC 9110, 15.6).`,
    (evidence) => {
      const answer = evidence.one(label);
      const { status } = answer.response;
      if (status === 404 || status === 410) return untestable('The clip no longer exists.', answer);
      return status !== 206 && status < 500 ? pass(answer) : fail(answer, '200, 400 or 416', describe(answer));
    },
  );
}

function partIs(id: 'content.range.open' | 'content.range.suffix', label: string, proves: string): Check {
  return defineCheck({
    id: `${id}.bytes`,
    requirement: 'content.range.open',
    authority: 'http',
    proves,
    failing: 'The server counts a suffix range from the start of the clip.',
    from: [DOWNLOAD, PARTS, ODD_PARTS],
    judge: (evidence) => rightBytes(evidence, evidence.one(label)),
  });
}
