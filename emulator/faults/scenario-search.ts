/** Finds scenarios by words and numbers of what they tell. */

/** What is searched of a scenario. */
export interface SearchedScenario {
  readonly number: number;
  readonly name: string;
  readonly server: string;
  readonly client: string;
}

/**
 * The scenarios that have all the words, and else those that have the most of them; those with words in their name come
 * first.
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
    .toSorted((a, b) => b.found - a.found || b.inName - a.inName || a.scenario.number - b.scenario.number);
  const most = scored[0]?.found ?? 0;
  return scored.filter(({ found }) => found === most).map(({ scenario }) => scenario);
}

/** Words that every story has. */
const FILLERS = new Set(['a', 'an', 'and', 'are', 'at', 'for', 'in', 'is', 'it', 'of', 'or', 'the', 'to', 'with']);

interface Score {
  /** How many of the words it has. */
  readonly found: number;
  readonly inName: number;
}

function score(wanted: readonly string[], { name, server, client }: SearchedScenario): Score {
  const [ofName, ofStory] = [wordsOf(name), wordsOf(`${server} ${client}`)];
  const inName = wanted.filter((word) => hasWord(ofName, word)).length;
  return { inName, found: wanted.filter((word) => hasWord(ofName, word) || hasWord(ofStory, word)).length };
}

/** A longer word counts where it begins alike: `retry` finds `retries`, `timeout` finds `timeouts`. */
function hasWord(words: readonly string[], wanted: string): boolean {
  if (/^\d/.test(wanted) || wanted.length < 4) return words.includes(wanted);
  const stem = wanted.replace(/(ing|ies|ed|es|s|y|e)$/, '');
  return words.some((word) => word.startsWith(stem));
}

/** In lower case; a name falls apart at its underscores, a header at its hyphens. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+|\d+/g) ?? [];
}
