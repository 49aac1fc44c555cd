/** Derives latency and prices from the times and costs of the generations of a run. */

import { RESOLUTIONS, type Resolution } from '../../contract/dimensions.ts';
import type { MeasuredGeneration } from '../engine/measured.ts';

/** The smallest number of times that gives a spread. */
const FEWEST = 4;
/** A smaller ratio of the 95th percentile to the median is the precision of polling, not a spread. */
const SPREAD_FROM = 1.2;

/**
 * Derives the latency. Each event lies between two polls, and the middle counts. Failed generations do not count.
 * Generations of the watched key may be slowed on purpose, so they count only without others.
 */
export function learnLatency(generations: readonly MeasuredGeneration[]) {
  const completed = generations.filter(({ end }) => end === 'completed');
  const usual = completed.filter(({ key }) => key !== 'watched');
  const counted = usual.length > 0 ? usual : completed;
  const times = counted.flatMap(({ leftPending, ended, sawRunning }) => {
    if (leftPending === undefined || ended === undefined) return [];
    const [pending, total] = [middle(leftPending), middle(ended)];
    // If no poll saw it running, there is only one time for both states together.
    const split = sawRunning ? { pending, running: Math.max(0, total - pending) } : { pending: total, running: 0 };
    const isImmediate = leftPending[0] === 0 && ended[0] === 0;
    return [{ ...split, isImmediate, exactTo: Math.max(...[leftPending, ended].map(([from, to]) => to - from)) }];
  });
  if (times.length === 0) return undefined;
  /** The longest pause between two polls that enclose an event. Times are not more precise than this. */
  const exactTo = rounded(Math.max(...times.map((time) => time.exactTo)));
  if (times.every(({ isImmediate }) => isImmediate)) return { text: 'instant', generations: times.length, exactTo };
  const [pending, running] = [times.map((time) => time.pending), times.map((time) => time.running)].map(spreadText);
  return { text: `seconds:${pending},${running}`, generations: times.length, exactTo };
}

/** Returns US dollars per billed second of each kind and resolution. The first create of each kind counts. */
export function learnPrices(generations: readonly MeasuredGeneration[]) {
  const prices: { [kind in 'withoutSources' | 'withSources']?: Partial<Record<Resolution, number>> } = {};
  const tier = ({ resolution }: MeasuredGeneration): number => RESOLUTIONS.indexOf(resolution);
  const plain = generations.toSorted((one, other) => tier(one) - tier(other) || plainness(one) - plainness(other));
  for (const { resolution, seconds, sourceSeconds, operation, cost } of plain) {
    // The document does not define which seconds of an edit are billed.
    if (cost === undefined || sourceSeconds === undefined || operation === 'edit') continue;
    const table = (prices[sourceSeconds === 0 ? 'withoutSources' : 'withSources'] ??= {});
    table[resolution] ??= Number((cost / (seconds + sourceSeconds)).toFixed(6));
  }
  return prices;
}

/** Ranks creates by simplicity. Text with sound comes first, because the other prices are compared with it. */
function plainness({ audio, operation }: MeasuredGeneration): number {
  return (audio ? 0 : 1) + (operation === undefined || operation === 'extend' ? 0 : 1);
}

/** Formats one number, or a median and a 95th percentile. */
function spreadText(times: readonly number[]): string {
  const ordered = times.toSorted((a, b) => a - b);
  const [median, p95] = [quantile(ordered, 0.5), quantile(ordered, 0.95)].map(rounded);
  if (median === undefined || p95 === undefined) return '0';
  const isSpread = ordered.length >= FEWEST && median > 0 && p95 >= median * SPREAD_FROM;
  return isSpread ? `${median}..${p95}` : String(median);
}

/** Returns the quantile by the nearest rank. */
function quantile(ordered: readonly number[], share: number): number {
  return ordered[Math.max(0, Math.ceil(share * ordered.length) - 1)] ?? 0;
}

function middle([from, to]: readonly [number, number]): number {
  return (from + to) / 2;
}

function rounded(seconds: number): number {
  return Number(seconds.toFixed(3));
}
