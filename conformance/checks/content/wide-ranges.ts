/** Endpoints: content: ranges at the edges of blocks and of the clip, numbers of up to 64 bits, and invalid numbers. */

import { type Check, defineProbe } from '../../engine/define.ts';
import type { Answered, Evidence, ProbeFacts } from '../../engine/evidence.ts';
import { fail, notApplicable, type Outcome, pass } from '../../engine/outcome.ts';
import { header, type HeaderLine } from '../../client/exchange.ts';
import { cases, type Expectation, httpCases } from '../lib/cases.ts';
import { DOWNLOAD, ofDownload } from '../lib/downloads.ts';
import { describe } from '../lib/rules.ts';
import { contentRange, ifWhole } from './parts.ts';
import { byteDifferences } from '../../engine/difference.ts';
import { bytesIn } from '../../engine/probe-tools.ts';
import type { Sent } from '../../client/spec.ts';

const BITS = [2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 63n, 2n ** 64n] as const;

/** The ranges of the promised form within the clip, at the edges of blocks and of the clip. */
const EDGES = ['block 4096', 'block 65536', 'two last', 'all but the first', 'all but the last'] as const;
const ENDS = ['one beyond', 'last and beyond', ...BITS.flatMap((_, at) => [`end ${at}`, `end ${at} and a part`])];
const STARTS = BITS.map((_, at) => `start ${at}`);
const SUFFIXES = ['suffix of all', 'suffix beyond all', ...BITS.map((_, at) => `suffix ${at}`)];
const SHORT = ['suffix of one', 'from the first', 'from the last', 'with zeros in front', 'as octal numbers'] as const;
/** The labels of three equal ranges. A server may send another part each time. */
const ALIKE = ['end, once', 'end, twice', 'end, thrice'] as const;
const NEARLY = {
  'plus in front': 'bytes=+0-9',
  'plus at the end': 'bytes=0-+9',
  'two dashes': 'bytes=0--9',
  'two dashes in front': 'bytes=--5',
  'dash behind': 'bytes=0-9-',
  point: 'bytes=1.0-9',
  exponent: 'bytes=1e1-20',
  'other unit, nearly': 'byte=0-9',
  'no equals sign': 'bytes 0-9',
} as const;

const WIDE = defineProbe({
  id: 'content.wide-ranges',
  sends:
    'The kit sends download requests with ranges at the edges of blocks (4,096 and 65,536 bytes) and of the clip. Other ranges end one byte beyond the clip, have numbers of 31 to 64 bits, or have invalid numbers.',
  ...ofDownload(async (kit, clip) => {
    const bytes = kit.savedClip(clip);
    const facts: Record<string, string> = {};
    const asEver: HeaderLine = ['Range', `bytes=${bytes.length - 100}-${bytes.length - 1}`];
    for (const label of ALIKE) await kit.content(label, clip.id, { key: clip.key, headers: [asEver] });
    for (const [label, range] of Object.entries(wideRanges(bytes.length))) {
      const sent = await kit.content(label, clip.id, { key: clip.key, headers: [['Range', range]] });
      Object.assign(facts, partFact(label, sent, bytes));
    }
    return facts;
  }),
});

/** Returns ranges by their oddity, for a clip of this size. */
export function wideRanges(size: number): Readonly<Record<string, string>> {
  const last = size - 1;
  const across = (block: number): string => `bytes=${Math.min(block, last) - 6}-${Math.min(block + 5, last)}`;
  return {
    'block 4096': across(4096),
    'block 65536': across(65_536),
    'two last': `bytes=${last - 1}-${last}`,
    'all but the first': `bytes=1-${last}`,
    'all but the last': `bytes=0-${last - 1}`,
    'one beyond': `bytes=${size - 100}-${size}`,
    'last and beyond': `bytes=${last}-${size}`,
    ...Object.fromEntries(
      BITS.flatMap((bits, at) => [
        [`end ${at}`, `bytes=${size - 100}-${bits}`],
        [`end ${at} and a part`, `bytes=${size - 100}-${bits + BigInt(size - 51)}`],
        [`start ${at}`, `bytes=${bits}-${bits + 99n}`],
        [`suffix ${at}`, `bytes=-${bits + 100n}`],
      ]),
    ),
    'suffix of all': `bytes=-${size}`,
    'suffix beyond all': `bytes=-${size + 5}`,
    'suffix of one': 'bytes=-1',
    'from the first': 'bytes=0-',
    'from the last': `bytes=${last}-`,
    'with zeros in front': 'bytes=000-00099',
    'as octal numbers': 'bytes=010-0177',
    ...NEARLY,
  };
}

export const WIDE_RANGE_CHECKS: readonly Check[] = ifWhole([
  ...cases([DOWNLOAD, WIDE], {
    'content.range.bytes.edges': [
      'A range at the edge of a block (such as 4,096 bytes), or at the edge of the clip, returns 206 with the correct bytes.',
      'The server loses a byte between two buffers, or sends the whole clip for a range that omits only one byte.',
      each(EDGES, (answer, cut) =>
        answer.response.status === 206 ? cutOf(answer, cut) : fail(answer, '206', describe(answer)),
      ),
    ],
  }),
  ...httpCases([DOWNLOAD, WIDE], {
    'content.range.clamp.wide': [
      'If a range ends beyond the clip, the part ends at the end of the clip (RFC 9110, 14.1.2). The rule also applies if the end is a number of 31 to 64 bits.',
      'The server truncates the number to 32 bits, so it sends other bytes or returns 416.',
      (evidence) => otherPart(evidence) ?? each(ENDS, satisfied)(evidence),
    ],
    'content.range.beyond.wide': [
      'A range that starts at a number of 31, 32, 53, 63 or 64 bits is beyond the clip. So the server never returns a part (RFC 9110, 14.1.2).',
      'The server truncates the number to 32 bits, so it sends the first bytes of the clip.',
      each(STARTS, noPart),
    ],
    'content.range.suffix.wide': [
      'If a suffix range is as long as the clip or longer, the server returns the whole clip (RFC 9110, 14.1.2). The rule also applies if the suffix length is a number of up to 64 bits.',
      'The server returns 416, or truncates the number to 32 bits.',
      each(SUFFIXES, (answer, cut) => {
        const start = answer.response.status === 206 ? (contentRange(answer.response)?.start ?? 0) : 0;
        return start === 0
          ? satisfied(answer, cut)
          : fail(answer, 'bytes from the first byte on', `bytes from ${start} on`);
      }),
      { requirement: 'content.range.open' },
    ],
    'content.range.open.edges': [
      'The server returns the correct bytes for a suffix of one byte, and for open ranges from the first or last byte (RFC 9110, 14.1.2). Leading zeros do not change a range.',
      'The server treats 0 as a missing number, reads leading zeros as octal, or counts a suffix from the start.',
      each(SHORT, (answer, cut) => (answer.response.status === 206 ? cutOf(answer, cut) : noCrash(answer, '206, 200'))),
    ],
    'content.range.nearly-numbers': [
      'A range with an invalid number or unit never returns a part (RFC 9110, 14.1.1 and 14.2). For a number with a plus sign, the server is allowed to ignore the sign (section 2.4).',
      'The number parser of the server accepts decimal points and exponents, or reads only the first digits.',
      each(Object.keys(NEARLY), recovered),
      { requirement: 'content.range.malformed' },
    ],
  }),
]);

/** Expects that all of these responses obey a rule. The first wrong response decides. */
function each(labels: readonly string[], rule: (answer: Answered, cut: Cut | undefined) => Outcome): Expectation {
  return (evidence) => {
    const outcomes = labels.map((label) => rule(evidence.one(label), cutsOf(evidence, label)));
    const other = outcomes.find(({ verdict }) => verdict !== 'pass');
    return other ?? pass(...labels.slice(0, 3).map((label) => evidence.one(label)));
  };
}

/** Judges that a response has the whole clip, or a correct part. */
function satisfied(answer: Answered, cut: Cut | undefined): Outcome {
  if (answer.response.status === 200) return pass(answer);
  return answer.response.status === 206
    ? cutOf(answer, cut)
    : fail(answer, '206, or 200 with the clip', describe(answer));
}

/** Compares parts of ranges that request the same bytes. A server that varies the plain range is not judged. */
function otherPart(evidence: Evidence): Outcome | undefined {
  const parts = ENDS.filter((label) => label !== 'last and beyond')
    .map((label) => evidence.one(label))
    .filter(({ response }) => response.status === 206);
  const named = ({ response }: Answered): string => header(response, 'content-range') ?? 'nothing';
  const alike = ALIKE.map((label) => evidence.one(label));
  if (new Set(alike.map(named)).size > 1) return undefined;
  const [first] = parts;
  const other = first === undefined ? undefined : parts.find((answer) => named(answer) !== named(first));
  return first === undefined || other === undefined
    ? undefined
    : fail([first, other], `the same Content-Range for each of these ranges, ${named(first)}`, named(other));
}

function cutOf(answer: Answered, cut: Cut | undefined): Outcome {
  if (cut === undefined) return notApplicable('The run did not compare the bytes of the part.', answer);
  return cut === 'right' ? pass(answer) : fail(answer, 'the requested bytes', cut);
}

function noPart(answer: Answered): Outcome {
  return answer.response.status === 206
    ? fail(answer, '200, 400 or 416', describe(answer))
    : noCrash(answer, '200, 400');
}

/** Judges a range with an invalid number. Many parsers accept a plus, and the server may ignore it. */
function recovered(answer: Answered, cut: Cut | undefined): Outcome {
  const { start, end } = contentRange(answer.response) ?? {};
  const isMeant = answer.label.startsWith('plus') && answer.response.status === 206 && start === 0 && end === 9;
  return isMeant ? cutOf(answer, cut) : noPart(answer);
}

function noCrash(answer: Answered, expected: string): Outcome {
  return answer.response.status < 500 ? pass(answer) : fail(answer, `${expected} or 416`, describe(answer));
}

/** The text `right`, or a description of the flaw of a part. */
type Cut = string;

/** Records whether a 206 has only requested bytes. Records nothing for another status. */
function partFact(label: string, sent: Sent, clip: Buffer): ProbeFacts {
  const { response, request } = sent.exchange;
  if (response?.status !== 206) return {};
  const asked = spanOf(header(request, 'range') ?? '', clip.length);
  const { start, end } = contentRange(response) ?? asked;
  const isWithin = start >= asked.start && end <= asked.end && start <= end;
  if (!isWithin) return { [factOf(label)]: `bytes ${start} to ${end} for ${asked.start} to ${asked.end}` };
  const [first] = byteDifferences(clip.subarray(start, end + 1), bytesIn(sent), start);
  return {
    [factOf(label)]: first === undefined ? 'right' : `at ${first.at} ${first.got} instead of ${first.expected}`,
  };
}

/** Returns the fact that `partFact` recorded. */
function cutsOf(evidence: Evidence, label: string): Cut | undefined {
  const fact = evidence.fact(factOf(label));
  return fact === undefined ? undefined : String(fact);
}

function factOf(label: string): string {
  return `part ${label}`;
}

/** Returns the bytes that a range requests. Very large numbers are beyond any clip, and a plus may precede a number. */
function spanOf(range: string, size: number): { readonly start: number; readonly end: number } {
  const [, first = '', last = ''] = /^bytes=\+?(\d*)-\+?(\d*)$/i.exec(range) ?? [];
  if (first === '') return { start: Math.max(0, size - Number(last)), end: size - 1 };
  return { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
