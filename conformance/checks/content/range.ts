/** Endpoints: content, in parts. The document promises `bytes=<start>-<end>`; for the rest, what an RFC demands of a server that answers at all. */

import { defineCheck, defineObservation, type Check } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, inconclusive, notApplicable, observed, pass, untestable, type Outcome } from '../../engine/outcome.ts';
import { bytesOf, header } from '../../target/exchange.ts';
import { DOWNLOAD } from '../lib/downloads.ts';
import { tell } from '../lib/rules.ts';
import { CUT, JOINED, ODD_PARTS, PARTS } from './parts.ts';

const WITHIN = ['start', 'second', 'one byte', 'middle', 'end', 'last byte'] as const;

const PROMISED: readonly Check[] = [
  ...([...WITHIN, 'all'] as const).map((label) =>
    defineCheck({
      id: `content.range.status.${label.replace(' ', '-')}`,
      requirement: 'content.range.status',
      proves: `A range within the clip (${label}) answers 206.`,
      failing: 'It ignores Range and answers 200 with the whole clip.',
      from: [DOWNLOAD, PARTS],
      judge: (evidence) =>
        whole(evidence, () => {
          const answer = evidence.one(label);
          // RFC 9110 leaves a server the choice for a range that is everything.
          const isAll = label === 'all' && answer.response.status === 200;
          return answer.response.status === 206 || isAll ? pass(answer) : fail(answer, '206', tell(answer));
        }),
    }),
  ),
  ...WITHIN.map((label) =>
    defineCheck({
      id: `content.range.bytes.${label.replace(' ', '-')}`,
      requirement: 'content.range.bytes',
      proves: `The 206 has the bytes that were asked for, both ends included (${label}).`,
      failing: 'It leaves out the last byte, starts elsewhere, or sends what a cache had.',
      from: [DOWNLOAD, PARTS],
      judge: (evidence) => whole(evidence, () => rightBytes(evidence, evidence.one(label))),
    }),
  ),
  defineCheck({
    id: 'content.range.type',
    requirement: 'content.range.type',
    proves: 'A part is declared as `video/mp4`.',
    failing: 'Parts are application/octet-stream.',
    from: [PARTS],
    judge: (evidence) => {
      const answer = evidence.one('start');
      if (answer.response.status !== 206) return notApplicable('It was not answered with a part.', answer);
      const type = header(answer.response, 'content-type') ?? 'nothing';
      return /^video\/mp4\s*(;|$)/i.test(type) ? pass(answer) : fail(answer, 'video/mp4', type);
    },
  }),
  joins('content.range.resume', JOINED, {
    proves: 'Three parts put together are the clip.',
    labels: ['part 1', 'part 2', 'part 3'],
  }),
  joins('content.range.resume.cut', CUT, {
    proves: 'A download that was cut can go on where it stopped.',
    labels: ['rest'],
  }),
];

const HTTP: readonly Check[] = [
  http('content.range.header', 'A 206 has `Content-Range` (RFC 9110, 15.3.7.1).', (evidence) =>
    ofParts(evidence, ({ response }) =>
      contentRange(response) === undefined ? 'Content-Range: bytes <start>-<end>/<size>' : undefined,
    ),
  ),
  http('content.range.size', 'The total in `Content-Range` is the size of the clip.', (evidence) => {
    const { size } = evidence.one('whole').response.body;
    return ofParts(evidence, ({ response }) => {
      const total = contentRange(response)?.total;
      return total === undefined || total === '*' || Number(total) === size ? undefined : `the total ${size}`;
    });
  }),
  http(
    'content.range.length',
    'The body of a 206 is as long as its `Content-Range` says (RFC 9110, 15.3.7.1).',
    (evidence) =>
      ofParts(evidence, ({ response }) => {
        const range = contentRange(response);
        return range === undefined || range.end - range.start + 1 === response.body.size
          ? undefined
          : `${range.end - range.start + 1} bytes, as Content-Range says`;
      }),
  ),
  http('content.range.no-multipart', 'A single range is not answered as multipart (RFC 9110, 15.3.7.2).', (evidence) =>
    ofParts(evidence, ({ response }) =>
      /^multipart\//i.test(header(response, 'content-type') ?? '') ? 'a part, not multipart/byteranges' : undefined,
    ),
  ),
  http('content.range.clamp', 'A range that ends beyond the clip ends with it (RFC 9110, 14.1.2).', (evidence) => {
    const [answer, usual] = [evidence.one('beyond end'), evidence.one('end')];
    if (usual.response.status !== 206) return notApplicable('The server does not answer ranges.', usual);
    if (answer.response.status === 200) return pass(answer);
    if (answer.response.status !== 206) return fail(answer, '206 with what there is', tell(answer));
    return answer.response.body.sha256 === usual.response.body.sha256
      ? pass(answer)
      : fail(answer, 'the last 100 bytes', `${answer.response.body.size} bytes`);
  }),
  {
    ...http(
      'content.range.beyond',
      'A range that starts beyond the clip answers 416 (RFC 9110, 15.5.17).',
      (evidence) => {
        const answer = evidence.one('at size');
        return answer.response.status === 416 ? pass(answer) : fail(answer, '416', tell(answer));
      },
    ),
    level: 'should',
  },
  {
    ...http(
      'content.range.beyond.size',
      'A 416 tells the size: `Content-Range: bytes */<size>` (RFC 9110, 14.4).',
      (evidence) => {
        const answer = evidence.one('at size');
        if (answer.response.status !== 416) return notApplicable('It is not answered 416.', answer);
        const wanted = `bytes */${evidence.one('whole').response.body.size}`;
        const got = header(answer.response, 'content-range') ?? 'no Content-Range';
        return got === wanted ? pass(answer) : fail(answer, wanted, got);
      },
    ),
    level: 'should',
  },
  http(
    'content.range.headers',
    'A 206 has the `ETag` and `Cache-Control` that the 200 has (RFC 9110, 15.3.7).',
    (evidence) => {
      const all = evidence.one('whole');
      return ofParts(evidence, ({ response }) => {
        const lost = ['etag', 'cache-control', 'vary', 'expires'].find(
          (name) => header(all.response, name) !== header(response, name),
        );
        return lost === undefined ? undefined : `${lost}: ${header(all.response, lost) ?? 'absent'}, as in the 200`;
      });
    },
  ),
];

const ODD: readonly Check[] = [
  partIs(
    'content.range.open',
    'open',
    'The last bytes of an open range (`bytes=<start>-`), if answered with 206, are right (RFC 9110, 14.1.2).',
    'end',
  ),
  partIs(
    'content.range.suffix',
    'suffix',
    'The bytes of a suffix range (`bytes=-100`), if answered with 206, are the last ones (RFC 9110, 14.1.2).',
    'end',
  ),
  neverPart('content.range.backwards', 'backwards'),
  neverPart('content.range.words', 'words'),
  neverPart('content.range.three-numbers', 'three numbers'),
  neverPart('content.range.hexadecimal', 'hexadecimal'),
  neverPart('content.range.other-unit', 'other unit'),
  neverPart('content.range.suffix-of-nothing', 'suffix of nothing'),
  neverPart('content.range.huge-start', 'huge start'),
  odd('content.range.unit-case', 'The unit is read in any case: `Bytes` like `bytes` (RFC 9110, 14.1).', (evidence) => {
    const [upper, lower] = [evidence.one('upper unit'), evidence.one('lower unit')];
    return upper.response.status === lower.response.status && upper.response.body.sha256 === lower.response.body.sha256
      ? pass(upper, lower)
      : fail([lower, upper], `${lower.response.status}, as for \`bytes\``, tell(upper));
  }),
  odd(
    'content.range.huge-end',
    'An end of 30 digits is no overflow: the whole clip (RFC 9110, 14.1.2).',
    (evidence) => {
      const answer = evidence.one('huge end');
      const { size } = evidence.one('whole').response.body;
      const { status, body } = answer.response;
      return (status === 200 || status === 206) && body.size === size
        ? pass(answer)
        : fail(answer, `200 or 206 with all ${size} bytes`, `${status} with ${body.size}`);
    },
  ),
  odd(
    'content.range.several.satisfiable',
    'Several ranges, one of them within the clip, are never 416 (RFC 9110, 14.1.1).',
    (evidence) => {
      const answer = evidence.one('several, one beyond');
      return answer.response.status === 416 ? fail(answer, '206 or 200', '416') : pass(answer);
    },
  ),
  odd(
    'content.range.several.shape',
    'Parts sent as multipart have their `Content-Range` each, and none at the top (RFC 9110, 15.3.7.2).',
    (evidence) => {
      const answer = evidence.one('several');
      const type = header(answer.response, 'content-type') ?? '';
      if (answer.response.status !== 206 || !/^multipart\/byteranges/i.test(type))
        return notApplicable('Several ranges are not answered as multipart.', answer);
      const bytes = bytesOf(answer.response.body, 0, answer.response.body.size - 1)?.toString('latin1') ?? '';
      const own = (bytes.match(/content-range: *bytes \d+-\d+\//gi) ?? []).length;
      return own === 2 && header(answer.response, 'content-range') === undefined
        ? pass(answer)
        : fail(answer, 'two parts with a Content-Range each, none at the top', `${own} in the parts`);
    },
  ),
  odd(
    'content.range.no-amplification',
    'Forty overlapping ranges do not multiply the answer (RFC 9110, 17.15).',
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
    proves: `How this range is answered: ${label}.`,
    from: [ODD_PARTS],
    judge: (evidence) => observed(String(evidence.one(label).response.status), evidence.one(label)),
  }),
);

export const RANGE_CHECKS: readonly Check[] = [...PROMISED, ...HTTP, ...ODD, ...OPEN];

function requirementOf(label: string): Check['requirement'] {
  if (label.startsWith('several') || label === 'overlapping') return 'content.range.several';
  if (label.endsWith('beyond') || label === 'huge start') return 'content.range.beyond';
  return label.startsWith('open') || label.startsWith('suffix') ? 'content.range.open' : 'content.range.malformed';
}

/** Ranges are looked at only where the plain answer is 200. */
function whole(evidence: Evidence, rule: () => Outcome): Outcome {
  const answer = evidence.one('whole');
  return answer.response.status === 200 ? rule() : untestable(`The clip itself is answered ${tell(answer)}.`, answer);
}

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
    failing: 'Its part does not fit what it says of it.',
    from: [DOWNLOAD, PARTS],
    judge: (evidence) => whole(evidence, () => rule(evidence)),
  });
}

function odd(id: string, proves: string, rule: (evidence: Evidence) => Outcome): Check {
  const requirement =
    id.includes('several') || id.includes('amplification') ? 'content.range.several' : 'content.range.malformed';
  return defineCheck({
    id,
    requirement,
    authority: 'http',
    proves,
    failing: 'It crashes, overflows, or sends another part than was asked for.',
    from: [DOWNLOAD, ODD_PARTS],
    judge: (evidence) => whole(evidence, () => rule(evidence)),
  });
}

/** Neither 206 nor a crash: 200, 400 and 416 are all legal (RFC 9110, 14.1.1 and 14.2). */
function neverPart(id: string, label: string): Check {
  return odd(id, `A range that is none (${label}) is never answered with a part, and crashes nothing.`, (evidence) => {
    const answer = evidence.one(label);
    const { status } = answer.response;
    return status !== 206 && status < 500 ? pass(answer) : fail(answer, '200, 400 or 416', tell(answer));
  });
}

function partIs(id: 'content.range.open' | 'content.range.suffix', label: string, proves: string, like: string): Check {
  return defineCheck({
    id: `${id}.bytes`,
    requirement: 'content.range.open',
    authority: 'http',
    proves,
    failing: 'It counts from the wrong end.',
    from: [DOWNLOAD, PARTS, ODD_PARTS],
    judge: (evidence) => {
      const [answer, usual] = [evidence.one(label), evidence.one(like)];
      if (answer.response.status !== 206 || usual.response.status !== 206)
        return notApplicable('It is not answered with a part.', answer);
      return answer.response.body.sha256 === usual.response.body.sha256
        ? pass(answer, usual)
        : fail([usual, answer], 'the last 100 bytes', `${answer.response.body.size} other bytes`);
    },
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
    failing: 'Parts overlap, leave a byte out, or come from different encodings of the clip.',
    from: [probe],
    judge: (evidence) => {
      const answers = labels.map((label) => evidence.one(label));
      const other = answers.find(({ response }) => response.status !== 206);
      if (other !== undefined) return fail(other, '206', tell(other));
      if (answers.some(({ response }) => !response.complete))
        return inconclusive('A part did not arrive whole.', ...answers);
      return evidence.fact('joined') === evidence.fact('whole')
        ? pass(...answers)
        : fail(answers, 'the bytes of the clip', 'other bytes');
    },
  });
}

/** Every 206 of the promised forms keeps a rule. */
function ofParts(evidence: Evidence, broken: (answer: Answered) => string | undefined): Outcome {
  const parts = WITHIN.flatMap((label) => evidence.maybe(label) ?? []).filter(
    ({ response }) => response.status === 206,
  );
  if (parts.length === 0) return notApplicable('The server does not answer ranges with 206.');
  const wrong = parts
    .map((answer) => ({ answer, expected: broken(answer) }))
    .find(({ expected }) => expected !== undefined);
  if (wrong?.expected === undefined) return pass(...parts);
  return fail(
    wrong.answer,
    wrong.expected,
    `${header(wrong.answer.response, 'content-range') ?? 'no Content-Range'}, ${wrong.answer.response.body.size} bytes`,
  );
}

function rightBytes(evidence: Evidence, answer: Answered): Outcome {
  const { response, request } = answer;
  if (response.status !== 206) return notApplicable(`It is answered ${response.status}, not with a part.`, answer);
  const [, first = '', last = ''] =
    /bytes=(\d+)-(\d+)/.exec(request.headers.find(([name]) => name === 'Range')?.[1] ?? '') ?? [];
  const wanted = bytesOf(evidence.one('whole').response.body, Number(first), Number(last));
  const got = bytesOf(response.body, 0, Math.max(0, response.body.size - 1));
  if (wanted === undefined) return untestable('The report does not hold these bytes of the clip.', answer);
  if (got?.equals(wanted) === true) return pass(answer);
  return fail(
    answer,
    `bytes ${first} to ${last} of the clip: ${wanted.length} of them`,
    `${response.body.size} bytes that differ`,
  );
}

function contentRange(response: Answered['response']): { start: number; end: number; total: string } | undefined {
  const [, start, end, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i.exec(header(response, 'content-range') ?? '') ?? [];
  return start === undefined || end === undefined || total === undefined
    ? undefined
    : { start: Number(start), end: Number(end), total };
}
