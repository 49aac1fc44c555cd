/** Finds scenarios by words and numbers: of what they tell, and of what testers call them. */

/** The searched parts of a scenario. */
export interface SearchedScenario {
  readonly number: number;
  readonly name: string;
  readonly server: string;
  readonly client: string;
  readonly keywords: readonly string[];
}

/**
 * The scenarios that have all the words, and else those that have the most of them. First come those that are called
 * so, then those with the words in their name or keywords, then those that only tell of them.
 *
 * @example
 * searchScenarios('429 burst', listScenarios()).map(({ name }) => name); // rate_limit_burst_then_ok, ...
 */
export function searchScenarios<Scenario extends SearchedScenario>(
  query: string,
  scenarios: readonly Scenario[],
): Scenario[] {
  const wanted = [...new Set(wordsOf(query))].filter((word) => !FILLERS.has(word));
  const scored = scenarios
    .map((scenario) => ({ scenario, ...score(wanted, scenario) }))
    .filter(({ found }) => found > 0)
    .toSorted(
      (a, b) => b.found - a.found || b.called - a.called || b.named - a.named || a.scenario.number - b.scenario.number,
    );
  const most = scored[0]?.found ?? 0;
  return scored.filter(({ found }) => found === most).map(({ scenario }) => scenario);
}

/** Words that every story has. */
const FILLERS = new Set(
  'a an and are at be by does for from i if in is it my of on or the then to when with'.split(' '),
);

interface Score {
  /** How many of the words it has. */
  readonly found: number;
  /** How many of the words make up a keyword of it: `refund` says less of `refund on poll` than `double refund`. */
  readonly called: number;
  /** How many of the words stand in its name or its keywords. */
  readonly named: number;
}

function score(wanted: readonly string[], { name, server, client, keywords }: SearchedScenario): Score {
  const ofStory = wordsOf(`${server} ${client}`);
  const phrases = keywords.map((phrase) => wordsOf(phrase).filter((word) => !FILLERS.has(word)));
  const ofName = [...wordsOf(name), ...phrases.flat()];
  const isCalled = (phrase: readonly string[]): boolean => phrase.every((word) => hasWord(wanted, word));
  return {
    found: wanted.filter((word) => hasWord(ofName, word) || hasWord(ofStory, word)).length,
    called: Math.max(0, ...phrases.filter(isCalled).map(({ length }) => length)),
    named: wanted.filter((word) => hasWord(ofName, word)).length,
  };
}

/** A longer word counts where it begins alike: `retry` finds `retries`, `timeout` finds `timeouts`. */
function hasWord(words: readonly string[], wanted: string): boolean {
  if (/^\d/.test(wanted) || wanted.length < 4) return words.includes(wanted);
  const stem = wanted.replace(/(ing|ies|ed|es|s|y|e)$/, '');
  return words.some((word) => word.startsWith(stem));
}

/** In lower case, `mp4` and `5xx` as one; a name falls apart at its underscores, a header at its hyphens. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+\d*|\d+[a-z]*/g) ?? [];
}
