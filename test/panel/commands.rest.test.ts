/** The commands that the panel shows for a button have its effect: the request, the curl line and the test line. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { plainText } from '../../conformance/text/safe-text.ts';
import { createEmulator, type Emulator } from '../../emulator/index.ts';
import { toCurl, toLiteral, toTest, type PanelCommand } from '../../emulator/panel/model/command.ts';
import { commandsOn } from '../../emulator/panel/model/command.ts';
import { toCurlAgain } from '../../emulator/panel/model/answer.ts';
import { createCall } from '../../emulator/test-helpers/control-client.ts';
import { openTestAccount, type TestAccount } from '../../emulator/test-helpers/test-account.ts';
import { hasTool } from '../docs/has-tool.ts';

const NOW = '2026-01-01T00:00:00Z';
const TOKEN = 'a-token-of-the-control-api';
const run = promisify(execFile);

let emulator: Emulator;
let origin: string;

beforeAll(async () => {
  emulator = createEmulator({ controlToken: TOKEN, latency: 'manual', clock: `frozen@${NOW}` });
  origin = (await emulator.listen({ port: 0 })).url;
});
afterAll(() => emulator.close());

/** Opens an account with two generations, a rule and a scenario. */
async function prepared(): Promise<TestAccount> {
  const call = createCall(origin, fetch, TOKEN);
  const account = await openTestAccount(call, origin, { seed: 7 });
  for (const prompt of ['one', "two's"]) await create(account, prompt);
  await account.faults.add({ id: 'busy', effect: { kind: 'answer', status: 503 }, when: { first: 1 } }, { keep: true });
  await account.scenarios.use('storm_503');
  return account;
}

async function create({ apiKey }: TestAccount, prompt: string): Promise<void> {
  await fetch(`${origin}/v1/videos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'videomodel-2.5', prompt, duration_seconds: 4, resolution: '480p' }),
  });
}

/** Returns the state that a command could have changed. */
async function stateOf(account: TestAccount): Promise<unknown> {
  const { name: _name, ...view } = await account.read();
  const generations = await account.generations.list();
  return {
    view,
    rules: await account.faults.list(),
    scenarios: await account.scenarios.list(),
    generations: generations.map(({ status, failure_code }) => ({ status, failure_code })),
    accounts: (await fetch(`${origin}/_standin/accounts?prefix=fork`, { headers })).status,
  };
}

const headers = { authorization: `Bearer ${TOKEN}` };

type Commands = ReturnType<typeof commandsOn>;
type Make = (
  commands: Commands,
  facts: { readonly first: string; readonly snapshot: Readonly<Record<string, unknown>> },
) => PanelCommand;

const HOSTILE = `it's "quoted" \`$(id)\` \\ $HOME \u2028 \u202e end`;

const COMMANDS: Record<string, Make> = {
  'a balance': (on) => on.setBalance(0.47),
  'keys revoked': (on) => on.revokeKeys(),
  'keys restored': (on) => on.restoreKeys(),
  'a reset': (on) => on.reset(),
  'a move': (on, { first }) => on.move(first, 'failed'),
  'a clock that goes on': (on) => on.setClock('Freeze', 'frozen@2026-02-03T00:00:00Z'),
  'an advance': (on) => on.advance(60),
  'an advance back': (on) => on.advance(-1.5),
  'an advance to a time': (on) => on.advanceTo('2026-01-01T00:00:10.000Z'),
  'the end of all': (on) => on.runUntilIdle(),
  'scenarios on': (on) => on.useScenarios('Turn on', ['content_cut_at_40', 'storm_503']),
  'scenarios off': (on) => on.useScenarios('Turn off', []),
  'a rule': (on) => on.addRule({ match: { prompt: HOSTILE }, effect: { kind: 'answer', message: HOSTILE } }),
  'a rule that stays': (on) => on.addRule({ effect: { kind: 'answer', retry_after: 2 } }),
  'rules replaced': (on) =>
    on.replaceRules('Save', [{ id: 'other', enabled: false, effect: { kind: 'answer', retry_after: 2 } }]),
  'a rule less': (on) => on.removeRule('busy'),
  'counts again': (on) => on.restartCounts(),
  'a snapshot': (on) => on.takeSnapshot(),
  'a fork': (on) => on.fork(),
};

async function byRequest({ request: { method, path, body } }: PanelCommand): Promise<void> {
  const init = { method, headers: { ...headers, 'content-type': 'application/json' } };
  const response = await fetch(`${origin}/_standin${path}`, {
    ...init,
    ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
  });
  expect(response.status).toBeLessThan(300);
}

async function byCurl({ request }: PanelCommand): Promise<void> {
  const line = toCurl(request, { origin, hasToken: true });
  expect(line).not.toContain(TOKEN);
  const { stdout } = await run('sh', ['-c', `${line} -sS -w '\n%{http_code}'`], {
    env: { ...process.env, STANDIN_CONTROL_TOKEN: TOKEN },
  });
  expect(stdout.split('\n').at(-1)).toMatch(/^2\d\d$/);
}

async function byCode({ code }: PanelCommand, standin: TestAccount): Promise<void> {
  const source = `export const run = async (standin) => { ${code} }`;
  const module: unknown = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`);
  await (module as { run: (account: TestAccount) => Promise<void> }).run(standin);
}

async function after(
  make: Make,
  doIt: (command: PanelCommand, account: TestAccount) => Promise<void>,
): Promise<unknown> {
  const account = await prepared();
  const [second, first] = await account.generations.list();
  const snapshot: unknown = await account.snapshot();
  const facts = { first: first?.id ?? second?.id ?? '', snapshot: snapshot as Readonly<Record<string, unknown>> };
  await doIt(make(commandsOn(account.name), facts), account);
  return stateOf(account);
}

describe('the button, the curl and the line of a test do the same', () => {
  test.skipIf(!hasTool('curl'))('with curl (needs curl)', async () => {
    for (const make of Object.values(COMMANDS)) expect(await after(make, byCurl)).toEqual(await after(make, byRequest));
  });

  test.each(Object.entries(COMMANDS))('%s', async (_name, make) => {
    expect(await after(make, byCode)).toEqual(await after(make, byRequest));
  });

  test('a snapshot that is restored', async () => {
    const account = await prepared();
    const before = await account.snapshot();
    await account.setBalance(1);
    await byRequest(commandsOn(account.name).restoreSnapshot({ ...before }));
    expect((await account.ledger()).balance_usd).toBe(999.04);
  });
});

test.skipIf(!hasTool('curl'))(
  'the curl to repeat a request reads no file and sends one request, whatever its body and its path are (needs curl)',
  async () => {
    const account = await prepared();
    const sent = { path: '/v1/videos?page=[1-3]', body: `@${import.meta.filename}` };
    await fetch(origin + sent.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json' },
      body: sent.body,
    });
    const [entry] = (await account.journal.entries()).slice(-1);
    if (entry === undefined) throw new Error('The journal does not have the request.');
    await run('sh', ['-c', `${toCurlAgain(entry, origin)} -sS`], {
      env: { ...process.env, STANDIN_API_KEY: account.apiKey },
    });
    const entries = await account.journal.entries();
    const bodies = entries.slice(-2).map(({ path, request }) => ({ path, body: request.body }));
    expect(bodies).toEqual([sent, sent]);
  },
);

test('a command changes something', async () => {
  const untouched = await stateOf(await prepared());
  const silent = new Set(['keys restored', 'counts again', 'a snapshot', 'a fork', 'the end of all']);
  expect.hasAssertions();
  for (const [name, make] of Object.entries(COMMANDS)) {
    if (!silent.has(name)) expect(await after(make, byRequest), name).not.toEqual(untouched);
  }
});

test('a name that a path or a shell would read otherwise stays one name', () => {
  const { request } = commandsOn("a/b'c d").reset();
  expect(request.path).toBe("/accounts/a%2Fb'c%20d/reset");
  expect(toCurl(request, { origin: 'http://127.0.0.1:4242', hasToken: false })).toBe(
    `curl -g -X POST 'http://127.0.0.1:4242/_standin/accounts/a%2Fb'\\''c%20d/reset' \\\n  -H 'Content-Type: application/json' \\\n  --data-raw '{}'`,
  );
});

test('a value is TypeScript that reads back as itself', async () => {
  const value = { plain: 1, 'not-plain': [true, null, HOSTILE], __proto__x: {}, nested: { a: "'", b: ' "c": ' } };
  const module: unknown = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(`export const value = ${toLiteral(value)}`)}`
  );
  expect((module as { value: unknown }).value).toEqual(value);
  expect(toLiteral({ rate: 2, left: undefined })).toBe('{rate: 2}');
  expect(toLiteral('a\u202eb')).toBe(String.raw`"a\u202eb"`);
});

test.each([
  ['\u202e', String.raw`\u202e`],
  ['\u00ad', String.raw`\u00ad`],
  ['\u115f', String.raw`\u115f`],
  ['\u180e', String.raw`\u180e`],
  ['\u3164', String.raw`\u3164`],
  ['\ufff9', String.raw`\ufff9`],
  ['\u{e0041}', String.raw`\udb40\udc41`],
])('characters that hide text become escapes in copied text, as in reports: %j', (hidden, escaped) => {
  const text = `a${hidden}b`;
  const place = { origin: 'http://127.0.0.1:4242', hasToken: false };
  expect(toLiteral(text)).toBe(`"a${escaped}b"`);
  expect(toCurl({ method: 'PUT', path: '/x', body: { text } }, place)).toContain(`a${escaped}b`);
  expect(plainText(text)).toBe(`a${escaped}b`);
});

test('a whole test names the server and never the token', () => {
  const text = toTest('await standin.reset();', { origin: 'http://127.0.0.1:4242', hasToken: true });
  expect(text).toContain('import { useStandin } from "standin/testing";');
  expect(text).toContain('controlToken: process.env.STANDIN_CONTROL_TOKEN');
  expect(text).toContain('  await standin.reset();');
});
