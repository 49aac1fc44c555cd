/** `docs/scenarios.md`, made from the scenario files. */

import { blocks, code, fence, table } from '../contract/docs/markdown.ts';
import { listScenarios, type ScenarioStory } from '../emulator/index.ts';

/** The text of the page. */
export function scenariosPage(): string {
  return `${blocks(
    '# Failure scenarios',
    `Ways in which the service can fail, by name. Each is a file of fault rules in \`fixtures/scenarios/\`, and holds no code. The names are
permanent. \`standin scenarios\` prints this list, \`standin scenarios --search "429 burst"\` those that tell of these words, \`standin scenarios <name>\` prints one with its rules, which you can copy and change.`,
    '## Turning one on',
    table(['With', 'Acts on'], WAYS),
    example(),
    REACH,
    '## The scenarios',
    'The last column says what a client does that would also work correctly against the real service.',
    table(
      ['#', 'Name', 'The server', 'A correct client'],
      listScenarios().map((story) => [String(story.number), nameOf(story), story.server, story.client]),
    ),
    '\\* also affects the other generations of the account: see above.',
    '## Long waits',
    `Delays and slow downloads take as long as their rules say. On a key with \`~wire-clock\` (or with the setting \`wire: "clock"\`) they take as
long as the account's clock needs for them: \`sk_standin_ci~wire-clock~clock-x1000~scenario-slow_headers\` takes a third of a second instead of
six minutes, and on a frozen clock no time at all. Periods in seconds, such as the sixty of \`storm_503\`, are always measured by the
account's clock.`,
    '## Through a socket, `emulator.fetch` and MSW',
    `Over a socket, clients see everything. In the same process there is no connection to reset, so the nearest equivalent happens:`,
    table(['On a socket', '`emulator.fetch`', 'MSW'], DOORS),
    `Statuses, headers, bodies, delays and everything that happens to a generation or an account are the same everywhere. To test broken or slow
downloads with MSW, also open the server: \`emulator.listen({ port: 0 })\`.`,
  )}\n`;
}

const WAYS: readonly (readonly string[])[] = [
  ['a key, `sk_standin_<label>~scenario-<name>`', 'all requests of the account with this label'],
  [
    'a mark in a prompt, `[[standin:<name>]]`',
    'the create that has it, and the polls and downloads of its generation; several marks may stand in one prompt',
  ],
  [
    'a header, `x-standin-scenario: <name>, <name>`',
    'this one request; on a create also the polls and downloads of its generation',
  ],
  [
    'the setting `scenario` (`--scenario`, `STANDIN_SCENARIO`, an entry of `accounts`)',
    'all accounts, or that account',
  ],
  [
    'the control API, `PUT /_standin/accounts/<label>/scenarios` with `{"scenarios": ["<name>"]}`; in tests `standin.scenarios.use(\'<name>\')`',
    'all further requests of the account, which opens if no request has opened it yet; an empty list turns all scenarios off. Where an account opens by `POST /_standin/accounts` or `standin.openAccount()`, `scenario` also sets what it opens with',
  ],
];

const REACH = `A misspelled name is refused, with the nearest names: 401 for a key, 400 for a prompt or a header. Every response that a scenario changed has the
header \`x-standin-fault: <scenario>:<rule>\`. Steps such as "the first three" are counted for each account, or for each generation where the
text says so; turning a scenario on again through the control API starts them again. \`GET /_standin/accounts/<label>/scenarios\` says what it has seen, how
often it fired, and whether it is spent. What is settled at a create, such as how long a generation takes and how it ends, stays for generations that exist already.

Scenarios marked * change the account itself, because an account has one clock, one balance and one key: \`Date\` cannot show
the clock of one generation, and a key cannot be revoked for one. Turned on by a mark or a header they start with that generation, but affect the
whole account; give such a test its own key.`;

const DOORS: readonly (readonly string[])[] = [
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
    'the same by `fetch`; by `node:http` the body comes in one piece at its end',
  ],
];

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
