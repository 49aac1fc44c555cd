/** Reads a report of an audition. */

import type { AuditionReport } from '../../audition/index.ts';

/** Returns the scenarios by their verdict, with the checks that the client missed for the message of a failing test. */
export function wordsIn({ clients }: AuditionReport): Record<string, string[]> {
  const words: Record<string, string[]> = {};
  for (const { word, scenario, results } of clients.flatMap(({ cases }) => cases)) {
    const missed = results.flatMap(({ id, judgement }) =>
      judgement.kind === 'missed' ? [`${id}: ${judgement.says}`] : [],
    );
    (words[word] ??= []).push([scenario, ...missed].join(' '));
  }
  return words;
}
