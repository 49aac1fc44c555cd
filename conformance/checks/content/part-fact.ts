/** Compares a part with the clip during the run, because the report keeps only windows of a clip. */

import { byteDifferences } from '../../engine/difference.ts';
import type { Evidence, ProbeFacts } from '../../engine/evidence.ts';
import { bytesIn } from '../../engine/probe-tools.ts';
import type { Sent } from '../../client/spec.ts';
import { header } from '../../client/exchange.ts';
import { contentRange } from './range-rules.ts';

/** The text `right`, or a description of the flaw of a part. */
export type Cut = string;

/** Records whether a 206 has only requested bytes. Records nothing for another status. */
export function partFact(label: string, sent: Sent, clip: Buffer): ProbeFacts {
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
export function cutsOf(evidence: Evidence, label: string): Cut | undefined {
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
