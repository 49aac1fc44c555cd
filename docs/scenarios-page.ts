/** `docs/scenarios.md`, made from the scenario files. */

import { blocks, code, fence, table } from '../contract/docs/markdown.ts';
import { listScenarios, type ScenarioStory } from '../emulator/index.ts';
import { Scenario } from '../emulator/faults/scenario.ts';
import { readScenario } from '../fixtures/scenario-files.ts';

/** The text of the page. */
export function scenariosPage(): string {
  const groups = byGroup();
  return `${blocks(
    '# Failure scenarios',
    `This page is for people who want to test how their client handles a failure. It lists failure scenarios by symptom. Find the symptom, and turn on its scenario by name. The names do not change.

- \`standin scenarios\` lists all scenarios.
- \`standin scenarios --search "429 burst"\` lists the scenarios that match these words.
- \`standin scenarios <name>\` prints a scenario with its [fault rules](faults.md), which you can copy and change.`,
    `Symptoms: ${[...groups.keys()].map((group) => `[${group}](#${toAnchor(group)})`).join(' · ')}`,
    '## Turn a scenario on',
    table(['With', 'Acts on'], WAYS),
    example(),
    REACH,
    'The last column of each table describes a client that also works correctly with the real service.',
    ...[...groups].flatMap(([group, stories]) => [
      `## ${group}`,
      table(
        ['Name', 'The server', 'A correct client'],
        stories.map((story) => [nameOf(story), story.server, story.client]),
      ),
    ]),
    '\\* also affects the other generations of the account: see [above](#turn-a-scenario-on).',
    '## Long waits',
    `Delays and slow downloads take real time by default. With \`~wire-clock\` in the key, or with the setting \`wire: "clock"\`, they follow the account's clock.
For example, \`sk_standin_ci~wire-clock~clock-x1000~scenario-slow_headers\` takes a third of a second instead of six minutes. On a frozen clock, delays take no time.
Periods, such as the sixty seconds of \`storm_503\`, always follow the account's clock.`,
    '## Through a socket, `emulator.fetch` and MSW',
    `A client that is connected by a socket sees every failure. A client in the same process does not use a connection, so the nearest equivalent happens:`,
    table(['On a socket', '`emulator.fetch`', 'MSW'], EQUIVALENTS),
    `Everything else is the same everywhere: statuses, headers, bodies, delays, and changes of generations and accounts. To test broken or slow
downloads with MSW, also start the server: \`emulator.listen({ port: 0 })\`.`,
  )}\n`;
}

const WAYS: readonly (readonly string[])[] = [
  ['a key, `sk_standin_<label>~scenario-<name>`', 'all requests of the account with this label'],
  [
    'a marker in a prompt, `[[standin:<name>]]`; a prompt can contain several',
    'this create, and the polls and downloads of its generation',
  ],
  [
    'a header, `x-standin-scenario: <name>, <name>`',
    'this request. If it is a create, also the polls and downloads of its generation',
  ],
  ['the setting `scenario` (`--scenario`, `STANDIN_SCENARIO`, an entry of `accounts`)', 'all accounts, or one account'],
  [
    'the control API, `PUT /_standin/accounts/<label>/scenarios` with `{"scenarios": ["<name>"]}`. In tests, `standin.scenarios.use(\'<name>\')`',
    'all further requests of the account. An empty list turns all scenarios off. The call opens the account if no request has opened it',
  ],
  [
    '`scenario` in `POST /_standin/accounts` or in `standin.openAccount()`',
    'all requests of the new account. `scenario` also determines how the account opens, such as its balance',
  ],
];

const REACH = `A misspelled name is rejected with 401 in a key, and with 400 in a prompt or a header. The message contains the nearest names.

- **Marked responses.** Every response that a scenario changed has the header \`x-standin-fault: <scenario>:<rule>\`.
- **Counts.** "The first three" counts requests of the account, or of one generation if the text says so. If you turn a scenario on again with the control API, it starts from its beginning.
- **State.** \`GET /_standin/accounts/<label>/scenarios\` shows how many requests a scenario has seen, how often it fired, and whether it can still fire.
- **Existing generations.** The server determines the duration and the outcome of a generation at its create. A scenario that you turn on later does not change them.

Scenarios with a * change the account itself, because an account has only one clock, one balance and one key. A marker or a header starts them with one generation, but they affect the whole account.
Give a test with these scenarios its own key.`;

const EQUIVALENTS: readonly (readonly string[])[] = [
  ['RST before the headers', 'rejects with `TypeError`, cause `ECONNRESET`', 'a network error'],
  [
    'RST or end in the middle of the body',
    'the body fails after the same bytes, with cause `ECONNRESET`',
    'the body fails after the same bytes',
  ],
  ['fewer bytes than Content-Length', 'the same header, and a body that fails', 'the body fails'],
  ['chunked, without the last chunk', 'no Content-Length, and a body that fails', 'the body fails'],
  ['silence', 'waits until the request is aborted', 'waits until the request is aborted'],
  [
    'late headers, late or slow bytes',
    'the same',
    'the same with `fetch`. With `node:http`, the whole body arrives at the end',
  ],
];

/** The scenarios by symptom, in the order of their numbers. */
function byGroup(): ReadonlyMap<string, ScenarioStory[]> {
  const groups = new Map<string, ScenarioStory[]>();
  for (const story of listScenarios()) {
    const { group } = Scenario.parse(readScenario(story.name));
    groups.set(group, [...(groups.get(group) ?? []), story]);
  }
  return groups;
}

/** The anchor of a heading, as code hosts write it. */
function toAnchor(heading: string): string {
  return heading.toLowerCase().replaceAll(',', '').replaceAll(' ', '-');
}

function nameOf({ name, changes }: ScenarioStory): string {
  return changes.length === 0
    ? code(name)
    : `${code(name)} \\* changes the ${changes.join(' and the ')} of the account`;
}

function example(): string {
  return fence(
    'sh',
    `curl -i http://127.0.0.1:4242/v1/videos \\
  -H 'Authorization: Bearer sk_standin_me~scenario-rate_limit_burst_then_ok' \\
  -H 'Content-Type: application/json' \\
  -d '{"model": "videomodel-2.5", "prompt": "A tide pool.", "duration_seconds": 4}'`,
  );
}
