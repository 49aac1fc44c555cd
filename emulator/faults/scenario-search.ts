/** Searches scenarios by words and numbers in their descriptions and keywords. */

import type { ScenarioDescription } from './catalog.ts';

/** The searched parts of a scenario. */
export type SearchedScenario = Pick<ScenarioDescription, 'number' | 'name' | 'server' | 'client' | 'keywords'>;

/**
 * Returns the scenarios that contain the most of the searched words. A match of a whole keyword comes first, then a
 * match in names and keywords, then a match in descriptions.
 *
 * @example
 * searchScenarios('429 burst', listScenarios()).map(({ name }) => name); // rate_limit_burst_then_ok, ...
 */
export function searchScenarios<Scenario extends SearchedScenario>(
  query: string,
  scenarios: readonly Scenario[],
): Scenario[] {
  const wanted = [...new Set(wordsOf(query))].filter((word) => !STOP_WORDS.has(word));
  const scored = scenarios
    .map((scenario) => ({ scenario, ...score(wanted, scenario) }))
    .filter(({ found }) => found > 0)
    .toSorted(
      (a, b) =>
        b.found - a.found || b.inKeyword - a.inKeyword || b.inName - a.inName || a.scenario.number - b.scenario.number,
    );
  const most = scored[0]?.found ?? 0;
  return scored.filter(({ found }) => found === most).map(({ scenario }) => scenario);
}

/** Words that every description contains. */
const STOP_WORDS = new Set(
  'a an and are at be by does for from i if in is it my of on or the then to when with'.split(' '),
);

function score(wanted: readonly string[], { name, server, client, keywords }: SearchedScenario) {
  const description = wordsOf(`${server} ${client}`);
  const phrases = keywords.map((phrase) => wordsOf(phrase).filter((word) => !STOP_WORDS.has(word)));
  const nameAndKeywords = [...wordsOf(name), ...phrases.flat()];
  const isContained = (phrase: readonly string[]): boolean => phrase.every((word) => hasWord(wanted, word));
  return {
    /** The number of searched words in the scenario. */
    found: wanted.filter((word) => hasWord(nameAndKeywords, word) || hasWord(description, word)).length,
    /** The number of words in the longest keyword that the search contains completely. */
    inKeyword: Math.max(0, ...phrases.filter(isContained).map(({ length }) => length)),
    /** The number of searched words in the name or the keywords. */
    inName: wanted.filter((word) => hasWord(nameAndKeywords, word)).length,
  };
}

/** Reports whether a list has a word. Long words match by their stem: `retry` matches `retries`. */
function hasWord(words: readonly string[], wanted: string): boolean {
  if (/^\d/.test(wanted) || wanted.length < 4) return words.includes(wanted);
  const stem = wanted.replace(/(ing|ies|ed|es|s|y|e)$/, '');
  return words.some((word) => word.startsWith(stem));
}

/** Splits a text into words in lower case. `mp4` and `5xx` are words; names split at underscores and hyphens. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+\d*|\d+[a-z]*/g) ?? [];
}
