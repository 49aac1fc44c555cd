/** `docs/scenarios.md`, made from the scenario files. */

import { blocks, code, fence, table } from '../contract/docs/markdown.ts';
import { listScenarios, type ScenarioDescription } from '../emulator/index.ts';
import { Scenario } from '../emulator/faults/scenario.ts';
import { readScenario } from '../fixtures/scenario-files.ts';

/** The text of the page. */
export function scenariosPage(): string {
  const groups = byGroup();
  return `${blocks(
    '# Failure scenarios',
    `This page is for people who want to test how their client handles a failure. It lists failure scenarios by symptom. Find the symptom, and turn on its scenario by name. The names of scenarios do not change in later versions.

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
    '\\* This scenario also affects the other generations of the account ([details](#turn-a-scenario-on)).',
    '## Long waits',
    `Delays and slow downloads take real time by default. With \`~wire-clock\` in the key, or with the setting \`wire: "clock"\`, these delays and downloads follow the account's clock.
For example, with the key \`sk_standin_ci~wire-clock~clock-x1000~scenario-slow_headers\`, the delay takes about a third of a second instead of six minutes. On a frozen clock, delays take no time.
The periods of scenarios, such as the sixty seconds of \`storm_503\`, always follow the account's clock.`,
    '## Through a socket, `emulator.fetch` and MSW',
    `A client that connects over a socket gets every failure. A client in the same process does not use a connection. So this client gets the nearest equivalent of the failure:`,
    table(['On a socket', '`emulator.fetch`', 'MSW'], EQUIVALENTS),
    `All other behavior is the same in all three cases: statuses, headers, bodies, delays, and changes of generations and accounts. To test broken or slow
downloads with MSW, also start the server with \`emulator.listen({ port: 0 })\`.`,
  )}\n`;
}

const WAYS: readonly (readonly string[])[] = [
  ['a key, `sk_standin_<label>~scenario-<name>`', 'all requests of the account with this label'],
  [
    'a marker in a prompt, `[[standin:<name>]]`. A prompt can contain several markers',
    'the create request with this prompt, and the polls and downloads of its generation',
  ],
  [
    'a header, `x-standin-scenario: <name>, <name>`',
    'the request with this header. If it is a create request, also the polls and downloads of its generation',
  ],
  [
    'the setting `scenario` (`--scenario`, `STANDIN_SCENARIO`, an entry of `accounts`)',
    'all accounts. In an entry of `accounts`, only this account',
  ],
  [
    'the control API, `PUT /_standin/accounts/<label>/scenarios` with `{"scenarios": ["<name>"]}`. In tests, `standin.scenarios.use(\'<name>\')`',
    'all further requests of the account. An empty list turns all scenarios off. If no request has opened the account, this call opens the account',
  ],
  [
    '`scenario` in `POST /_standin/accounts` or in `standin.openAccount()`',
    'all requests of the new account. `scenario` also determines the first state of the account, such as its balance',
  ],
];

const REACH = `If a key contains a misspelled name, the server rejects the request with 401. If a prompt or a header contains a misspelled name, the server rejects the request with 400. The error message contains the most similar names.

- **Marked responses.** Every response that a scenario changed has the header \`x-standin-fault: <scenario>:<rule>\`.
- **Counts.** In the tables, "the first three requests" means the first three requests of the account. If the text mentions a generation, it means the first three requests of each generation. If you turn a scenario on again with the control API, the scenario starts from its beginning.
- **State.** \`GET /_standin/accounts/<label>/scenarios\` shows how many requests a scenario has matched, how often it fired, and whether it can still fire.
- **Existing generations.** When the server accepts a create request, it determines the duration and the outcome of the generation. A scenario that you turn on later does not change the duration or the outcome.

Scenarios with a * change the account itself, because an account has only one clock, one balance and one key. If a marker or a header starts such a scenario with one generation, the scenario still affects the whole account.
If a test uses a scenario with a *, use a separate API key for this test.`;

const EQUIVALENTS: readonly (readonly string[])[] = [
  [
    'connection reset (RST) before the headers',
    'the promise rejects with a `TypeError` that has the cause `ECONNRESET`',
    'a network error',
  ],
  [
    'connection reset (RST) or end of the connection in the middle of the body',
    'reading the body fails after the same number of bytes, with the cause `ECONNRESET`',
    'reading the body fails after the same number of bytes',
  ],
  [
    'fewer bytes than Content-Length states',
    'the same Content-Length, and reading the body fails',
    'reading the body fails',
  ],
  ['a chunked body without the last chunk', 'no Content-Length, and reading the body fails', 'reading the body fails'],
  [
    'no more bytes on an open connection',
    'the call waits until the client aborts the request',
    'the call waits until the client aborts the request',
  ],
  [
    'late headers, or late or slow bytes',
    'the same',
    'the same with `fetch`. With `node:http`, the whole body arrives at the end',
  ],
];

/** The scenarios by symptom, in the order of their numbers. */
function byGroup(): ReadonlyMap<string, ScenarioDescription[]> {
  const groups = new Map<string, ScenarioDescription[]>();
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

function nameOf({ name, changes }: ScenarioDescription): string {
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
