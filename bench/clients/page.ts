/** Writes `docs/clients.md`: the grid, the money, and for each client its mistakes and the advice. */

import type { PublishedClient } from './catalog.ts';
import type { JudgedCase } from './judge.ts';

/** A client with its results, or with the reason why it is missing. */
export interface Entrant {
  readonly client: PublishedClient;
  readonly version: string;
  readonly missing?: string | undefined;
  /** The results with the documented settings, and below them with the advised settings. */
  readonly documented: readonly JudgedCase[];
  readonly advised: readonly JudgedCase[];
}

export interface PageFacts {
  readonly entrants: readonly Entrant[];
  readonly date: string;
  readonly commit: string;
}

const WORDS = ['sound', 'weak', 'gave-up', 'broken', 'crashed', 'hung', 'unreached'] as const;
const RED: ReadonlySet<string> = new Set(['broken', 'crashed', 'hung']);

/** Returns the page. */
export function pageOf({ entrants, date, commit }: PageFacts): string {
  const there = entrants.filter(({ missing }) => missing === undefined);
  const left = entrants.filter(({ missing }) => missing !== undefined);
  return `${[
    '# Published clients',
    `This page is for people who call the API with a published client. It shows the mistakes of eleven clients, and how to configure these clients. Each client ran through all scenarios of [\`standin audition\`](audition.md) that need one clip. \`npm run bench:clients\` wrote this page on ${date}, at commit ${commit}, from real runs with short delays.`,
    'The drivers are in `docs/examples/clients/published/`. For each client, a driver calls the client to create a generation, to poll with growing pauses, and to save the clip. The client itself handles retries, timeouts, redirects and resumed downloads, as its documentation describes. None of these clients was made for this service. So this page judges only the requests of the clients and their reactions to responses. It does not judge the quality of the clients.',
    ...left.map(({ client, missing }) => `${client.name} is left out: ${missing ?? ''}.`),
    '## Costs',
    moneyTable(there),
    '"Red" is the number of cases that are `broken`, `crashed` or `hung` ([the words](audition.md#reading-the-grid)). A client is `hung` if it still waits at the deadline of the case. "Advised" means that the client has the settings that this page recommends.',
    '## The grid',
    gridOf(there),
    'In this table, the clients have the settings of their documentation. `ok` means `sound` or `weak`. If a client can only download, its cells for scenarios without a download are empty.',
    ...there.map(clientPart),
  ].join('\n\n')}\n`;
}

function moneyTable(entrants: readonly Entrant[]): string {
  const rows = entrants.map(({ client, version, documented, advised }) => {
    const [paid, careful] = [sumOf(documented, 'paid'), sumOf(documented, 'careful')];
    const cells = [
      client.name,
      version,
      documented.length,
      ...WORDS.slice(0, 4).map((word) => countOf(documented, word)),
    ];
    const ended = countOf(documented, 'crashed') + countOf(documented, 'hung');
    const red = advised.filter(({ word }) => RED.has(word)).length;
    return `| ${[...cells, ended, careful, paid, red, sumOf(advised, 'paid')].join(' | ')} |`;
  });
  return [
    '| Client | Versions | Cases | Sound | Weak | Gave up | Broken | Hung or crashed | A careful client pays, US dollars | It paid | Red, advised | It paid, advised |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function sumOf(cases: readonly JudgedCase[], what: 'paid' | 'careful'): string {
  return cases.reduce((sum, one) => sum + one[what], 0).toFixed(2);
}

function countOf(cases: readonly JudgedCase[], word: string): number {
  return cases.filter((one) => one.word === word).length;
}

function gridOf(entrants: readonly Entrant[]): string {
  const scenarios = [...new Set(entrants.flatMap(({ documented }) => documented.map(({ scenario }) => scenario)))];
  const rows = scenarios.toSorted().map((scenario) => {
    const cells = entrants.map(({ documented }) => cellOf(documented.find((one) => one.scenario === scenario)?.word));
    return `| \`${scenario}\` | ${cells.join(' | ')} |`;
  });
  const names = entrants.map(({ client }) => client.name).join(' | ');
  return [`| Scenario | ${names} |`, `|---|${'---|'.repeat(entrants.length)}`, ...rows].join('\n');
}

function cellOf(word: string | undefined): string {
  if (word === undefined) return '';
  if (word === 'sound' || word === 'weak') return 'ok';
  return RED.has(word) ? `**${word}**` : word;
}

function clientPart({ client, documented, advised }: Entrant): string {
  return [
    `## ${client.name}`,
    `Driver: [\`${client.driver}\`](examples/clients/published/${client.driver}). Settings from the documentation of the client: ${client.documented}`,
    `Mistakes:${wrongOf(documented)}`,
    `Recommended settings: ${client.advice}`,
    `Mistakes with the recommended settings:${wrongOf(advised)}`,
    ...(client.found === undefined ? [] : [`[Explore](explore.md) found another mistake: ${client.found}`]),
  ].join('\n\n');
}

/** Lists the missed requirements with their scenarios, and the scenarios in which the client crashed. */
function wrongOf(cases: readonly JudgedCase[]): string {
  const missed = new Map<string, string[]>();
  for (const { scenario, results } of cases) {
    for (const { id, level, judgement } of results) {
      if (level === 'must' && judgement.kind === 'missed') missed.set(id, [...(missed.get(id) ?? []), scenario]);
    }
  }
  const crashed = cases.flatMap(({ word, scenario }) => (word === 'crashed' ? [scenario] : []));
  if (crashed.length > 0) missed.set('crashes', crashed);
  if (missed.size === 0) return ' none.';
  const lines = [...missed].map(([id, scenarios]) => {
    const name = id === 'crashes' ? id : `[\`${id}\`](audition-checks.md#${id})`;
    return `- ${name} in ${scenarios.map((scenario) => `\`${scenario}\``).join(', ')}`;
  });
  return `\n\n${lines.join('\n')}`;
}
