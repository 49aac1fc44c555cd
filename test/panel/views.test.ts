/** Account, clip and reports as a QA engineer uses them, in a real browser. */

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { createEmulator, type Emulator, type SettingsInput } from '../../emulator/index.ts';
import { Scenario } from '../../emulator/faults/scenario.ts';
import { axeFindings, serveEmulator, skipsBrowser, useBrowser, whyNoBrowser } from '../support/panel/browser.ts';

const KEY = 'sk_standin_qa';
const NOW = '2026-01-01T00:00:00.000Z';
/** The clip that other tests make, too: it is in the cache of the suite. */
const BODY = { model: 'videomodel-2.5', prompt: 'A tide pool.', duration_seconds: 4, resolution: '480p', audio: false };
const HOSTILE = `<img src=x onerror="alert(1)"><script>alert(2)</script> "' \u202e [[end]]`;

const SCHEMES = ['light', 'dark'] as const;

describe.skipIf(skipsBrowser)(`in a browser${whyNoBrowser}`, () => {
  const openPage = useBrowser();

  /** An emulator, an app that uses it, and a page on the view of its account. */
  async function start(settings: SettingsInput = {}, options: Parameters<typeof openPage>[0] = {}) {
    const { emulator, url } = await serveEmulator({ clock: `frozen@${NOW}`, ...settings });
    const page = await openPage(options);
    page.on('dialog', (dialog) => expect.fail(`a dialog: ${dialog.message()}`));
    page.on('pageerror', (error) => expect.fail(error.message));
    const app = appAt(url);
    const see = (view: string): Promise<unknown> => page.goto(`${url}/_standin/#/${view}`);
    return { emulator, url, page, app, see };
  }

  /** The same with the account open. */
  async function startAccount(settings: SettingsInput = {}, options: Parameters<typeof openPage>[0] = {}) {
    const started = await start(settings, options);
    const { id } = await started.app.create();
    await started.see('account?name=qa');
    await started.page.getByRole('heading', { name: 'Money' }).waitFor();
    return { ...started, id };
  }

  const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const text = (page: Page, shown: string | RegExp): Promise<void> => page.getByText(shown).first().waitFor();

  async function search(page: Page, words: string, scenario: string): Promise<void> {
    await page.getByRole('searchbox', { name: 'Search by what you want to happen' }).fill(words);
    await press(page, `Turn on: ${scenario}`);
    await text(page, 'Done: Turn on');
  }

  test('"429 burst": three creates are refused, and the page says that it is spent', async () => {
    const { page, app } = await startAccount();
    await search(page, '429 burst', 'rate_limit_burst_then_ok');
    const statuses = [await app.create(), await app.create(), await app.create(), await app.create()];
    expect(statuses.map(({ status }) => status)).toEqual([429, 429, 429, 202]);
    await text(page, /It has seen 4 requests and fired 3 times/);
    await text(page, 'on, spent');
    await press(page, 'Start again: rate_limit_burst_then_ok');
    await text(page, /It has seen 0 requests/);
    expect((await app.create()).status).toBe(429);
    await press(page, 'Turn all off');
    await text(page, 'Done: Turn all off');
    expect((await app.create()).status).toBe(202);
    await page.reload();
    expect(await page.getByRole('searchbox').first().inputValue()).toBe('429 burst');
  });

  test('"fails and is refunded": the ledger shows the reservation and the refund', async () => {
    const { page, app } = await startAccount();
    await search(page, 'fails and is refunded', 'fails_while_running_refund');
    const { id } = await app.create();
    await text(page, id.slice(0, 8));
    await press(page, 'To the last event');
    await text(page, `${id.slice(0, 8)} is failed, which the next poll shows`);
    expect(await app.poll(id)).toMatchObject({ status: 'failed', error: { code: 'generation_failed' } });
    await page.getByRole('cell', { name: 'refund', exact: true }).waitFor();
    expect(await page.getByRole('definition').allInnerTexts()).toEqual(['$999.52', '$0.48', '$0.00', '$0.48']);
  });

  test('"stuck in running for an hour": a scenario is changed into a rule of one’s own', async () => {
    const { page, app, emulator } = await startAccount();
    await page.getByRole('searchbox').first().fill('stuck in running for an hour');
    await press(page, 'Change it: stuck_running');
    await page.getByLabel('Give up, in milliseconds').fill('3600000');
    await text(page, 'That is 1 h.');
    await text(page, 'The generation stays running, fails with generation_timeout after 1 h, for create.');
    await press(page, 'Add the rule');
    await text(page, 'Done: Add the rule');
    const { id } = await app.create();
    await emulator.account('qa').advance(59 * 60_000);
    expect(await app.poll(id)).toMatchObject({ status: 'running' });
    await page.getByLabel('Advance by').fill('2');
    await page.getByLabel('Unit').selectOption('minutes');
    await press(page, 'Advance');
    await text(page, 'Done: Advance');
    expect(await app.poll(id)).toMatchObject({ status: 'failed', error: { code: 'generation_timeout' } });
  });

  test('the form says what does not go together, and offers no button until it does', async () => {
    const { page } = await startAccount();
    await press(page, 'Make a rule');
    await text(page, 'Answers 429 and Retry-After: 2, for create, the first 3.');
    await page.getByLabel('Effect', { exact: true }).selectOption('content');
    await text(page, /never acts on create/);
    expect(await page.getByRole('button', { name: 'Add the rule', exact: true }).count()).toBe(0);
    const phases = page.getByLabel('Where in the life of a request').locator('option:not([disabled])');
    expect(await phases.allInnerTexts()).toEqual(['as early as it can act', 'during-download']);
    await page.getByLabel('Effect', { exact: true }).selectOption('delay');
    await text(page, /is needed/);
    await page.getByLabel('In milliseconds, as number').fill('1500');
    await text(page, 'Waits 1.5 s before the headers, for create, the first 3.');
    await press(page, 'Add the rule');
    await text(page, 'added-1');
    await press(page, 'Remove: added-1');
    await text(page, 'None yet.');
  });

  test('clock, money, keys and moves do what they say', async () => {
    const { page, app, id, emulator } = await startAccount({ latency: 'manual' });
    const account = emulator.account('qa');
    const done = async (name: string, label = name): Promise<void> => {
      await press(page, name);
      await text(page, `Done: ${label}`);
    };
    await done('Go on');
    await done('Freeze');
    await page.getByLabel('Times as fast').fill('600');
    await done('Speed up');
    await text(page, /running at 600 times the usual pace/);
    await done('Real time');
    await page.getByLabel('Balance in US dollars').fill('0.3');
    await done('Set balance');
    expect((await account.ledger()).balance).toBe(300_000);
    await done('Revoke its keys');
    expect((await app.create()).status).toBe(401);
    await done('Restore its keys');
    expect((await app.create()).status).toBe(402);
    const short = id.slice(0, 8);
    await page.getByText(`Move ${short} by hand`).click();
    await done(`Move to running: ${short}`, 'Move to running');
    await page.getByLabel('Failure code').selectOption('no_output');
    await done(`Move to failed: ${short}`, 'Move to failed');
    expect(await app.poll(id)).toMatchObject({ status: 'failed', error: { code: 'no_output' } });
    await page.locator('.status.failed').waitFor();
    await done('Reset: the account to how it opened', 'Reset');
    await text(page, 'There is no generation yet.');
  });

  test('the next event is the next change of a generation', async () => {
    const { page, emulator, id } = await startAccount({ latency: 'realistic' });
    await press(page, 'To the next event');
    await text(page, `${id.slice(0, 8)} is running`);
    await press(page, 'To the next event');
    await text(page, `${id.slice(0, 8)} is completed`);
    await page.getByRole('button', { name: 'To the next event', exact: true }).waitFor({ state: 'detached' });
    expect((await emulator.account('qa').ledger()).reserved).toBe(480_000);
  });

  test('a snapshot is taken, restored and downloaded, and a fork shows its key once', async () => {
    const { page, emulator } = await startAccount();
    await press(page, 'Take a snapshot');
    await text(page, 'qa at 2026-01-01 00:00:00 UTC');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      press(page, 'Download: qa at 2026-01-01 00:00:00 UTC'),
    ]);
    const snapshot = JSON.parse(await readFile(await download.path(), 'utf8')) as { format: string };
    expect(snapshot.format).toBe('standin-account');
    await press(page, 'Reset: the account to how it opened');
    await text(page, 'There is no generation yet.');
    await press(page, 'Restore: qa at 2026-01-01 00:00:00 UTC');
    await page.getByText('There is no generation yet.').waitFor({ state: 'detached' });
    await page.getByLabel('Name of the fork').fill('other');
    await press(page, 'Fork');
    expect(await page.getByLabel('the key of the fork', { exact: true }).innerText()).toBe('sk_standin_other');
    expect((await emulator.account('other').ledger()).reserved).toBe(480_000);
    await page.getByRole('link', { name: 'other' }).click();
    await page.getByText('other', { exact: true }).waitFor();
    expect(await page.content()).not.toContain('sk_standin_other');
    expect(page.url()).not.toContain('sk_standin');
  });

  test('a scene that was put together by clicks downloads as a scenario that loads', async () => {
    const { page } = await startAccount();
    await press(page, 'Download the scenario');
    await text(page, /There is no rule yet/);
    await search(page, 'download cut', 'content_cut_at_40');
    await press(page, 'Make a rule');
    await press(page, 'Add the rule');
    await text(page, 'Done: Add the rule');
    await page.getByLabel('What a correct client does', { exact: true }).fill('Waits and resumes.');
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download the scenario')]);
    expect(download.suggestedFilename()).toBe('my_scene.json');
    const scenario = Scenario.parse(JSON.parse(await readFile(await download.path(), 'utf8')));
    expect(scenario.rules.map(({ effect }) => effect.kind)).toEqual(['answer', 'reset']);
    const other = createEmulator({ faults: scenario.rules });
    expect((await createOn(other)).status).toBe(429);
    await other.close();
  });

  test('every action is shown as a command, and what was done ends as a test', async () => {
    const { page, url } = await startAccount();
    await press(page, '"Go on" as a command');
    await text(page, `curl -X PUT '${url}/_standin/accounts/qa/clock'`);
    await page.locator('.shown').getByLabel('TypeScript').check();
    await text(page, "await standin.clock.set('x1');");
    await press(page, 'Go on');
    await text(page, "import { useStandin } from 'standin/testing';");
    const commands = await page.locator('.command').count();
    expect(await page.locator('button.as').count()).toBe(commands);
  });

  test('"download cut at 40 %": the clip plays, steps by its block code, and its bytes show the cut', async () => {
    const { page, app, id, see, emulator } = await startAccount({ latency: 'instant' });
    await search(page, 'download cut at 40 %', 'content_cut_at_40');
    expect((await app.poll(id))['status']).toBe('completed');
    const first = await app.download(id);
    expect(first.isWhole).toBe(false);
    await app.download(id, { range: `bytes=${first.bytes - 1000}-` });
    await see(`clip?account=qa&id=${id}`);
    await page.getByText('Nothing was downloaded yet.').waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: 'cut by a fault: content_cut_at_40:1' }).waitFor();
    await text(page, /1,000 came more than once/);
    await page.getByLabel('Key of qa').fill('sk_standin_wrong~oddity');
    await press(page, 'Download and play');
    await text(page, /The service answered 401/);
    await page.getByLabel('Key of qa').fill(KEY);
    await press(page, 'Download and play');
    await text(page, 'Frame 0 of 96, at 0.000 s. Its block code says 0, as it should.');
    await text(page, 'The first frames carry the id of this generation.');
    await press(page, '1 second on');
    await text(page, 'Its block code says 24, as it should.');
    await page.keyboard.press('ArrowRight');
    await text(page, 'Its block code says 25, as it should.');
    await page.getByLabel('Frame', { exact: true }).fill('95');
    await page.keyboard.press('Tab');
    await text(page, 'Frame 95 of 96, at 3.958 s. Its block code says 95, as it should.');
    await press(page, '1 frame on');
    await text(page, 'Frame 95 of 96');
    expect(await page.content()).not.toContain(KEY);
    expect(emulator.journal.of('qa').since(0, { operation: 'content' }).entries).toHaveLength(3);
    expect(await axeFindings(page)).toEqual([]);
  });

  test('hostile prompts and names are text', async () => {
    const { page, app, see } = await startAccount();
    const { id } = await app.create({ prompt: HOSTILE });
    await text(page, HOSTILE);
    await see(`clip?account=qa&id=${id}`);
    await page.getByRole('definition').filter({ hasText: HOSTILE }).waitFor();
    await see(`account?name=${encodeURIComponent(HOSTILE)}`);
    await text(page, `The account "${HOSTILE}" is not open.`);
    expect(await page.locator('main img, main script').count()).toBe(0);
  });

  test('a report is opened, and two are compared with the regressions first', async () => {
    const { page, see } = await start();
    await see('reports');
    await text(page, 'No report is open.');
    const files = page.locator('input[type=file]');
    await files.setInputFiles(fileOf('notes.json', { hello: HOSTILE }));
    await text(page, /This is no report/);
    await files.setInputFiles(fileOf('monday.json', reportOf({ alpha: 'pass', beta: 'fail', gamma: 'pass' })));
    await text(page, '1 fail, 2 pass');
    await files.setInputFiles(fileOf('tuesday.json', reportOf({ alpha: 'fail', beta: 'pass', gamma: 'pass' })));
    await page.getByRole('heading', { name: 'From monday.json to tuesday.json' }).waitFor();
    const changes = page.getByRole('group', { name: 'Changes' }).getByRole('row');
    expect((await changes.allInnerTexts()).slice(1).map((row) => row.split('\t').slice(0, 4))).toEqual([
      ['worse', 'alpha', 'pass', 'fail'],
      ['better', 'beta', 'fail', 'pass'],
    ]);
    await press(page, 'Swap the two');
    await page.getByRole('heading', { name: 'From tuesday.json to monday.json' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await press(page, 'Close both');
    await text(page, 'No report is open.');
  });

  test.each(SCHEMES)(
    'axe finds nothing in an account that is full, %s, and nothing is cut off at 320 px',
    async (colorScheme) => {
      const { page, app } = await startAccount({}, { colorScheme, viewport: { width: 320, height: 800 } });
      await search(page, '429 burst', 'rate_limit_burst_then_ok');
      await app.create({ prompt: HOSTILE });
      await press(page, 'Make a rule');
      await text(page, 'A new rule');
      await page.locator('details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
      expect(await axeFindings(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    },
  );

  test.each(['account', 'clip', 'reports'])('the view %s without anything says what to do first', async (view) => {
    const { page, see } = await start({}, { colorScheme: 'dark' });
    await see(view);
    await text(page, /^No (account|clip|report) is (chosen|open)\.$/);
    expect(await axeFindings(page)).toEqual([]);
  });
});

interface Created {
  readonly status: number;
  readonly id: string;
}

/** An app that uses the service. */
function appAt(url: string) {
  const send = (path: string, headers: Record<string, string> = {}, body?: string): Promise<Response> => {
    const method = body === undefined ? 'GET' : 'POST';
    const init = {
      method,
      headers: { authorization: `Bearer ${KEY}`, ...headers },
      ...(body !== undefined && { body }),
    };
    return fetch(`${url}/v1/videos${path}`, init);
  };
  return {
    create: async (more: object = {}): Promise<Created> => {
      const headers = { 'content-type': 'application/json' };
      const response = await send('', headers, JSON.stringify({ ...BODY, ...more }));
      const { id = '' } = (await response.json()) as { id?: string };
      return { status: response.status, id };
    },
    poll: async (id: string): Promise<Record<string, unknown>> =>
      (await (await send(`/${id}`)).json()) as Record<string, unknown>,
    download: async (
      id: string,
      headers: Record<string, string> = {},
    ): Promise<{ bytes: number; isWhole: boolean }> => {
      const { body } = await send(`/${id}/content`, headers);
      let bytes = 0;
      try {
        for await (const chunk of body ?? []) bytes += chunk.length;
      } catch {
        return { bytes, isWhole: false };
      }
      return { bytes, isWhole: true };
    },
  };
}

function createOn(emulator: Emulator): Promise<Response> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  return emulator.fetch('http://standin.test/v1/videos', { method: 'POST', headers, body: JSON.stringify(BODY) });
}

function fileOf(name: string, value: unknown) {
  return { name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(value)) };
}

function reportOf(verdicts: Readonly<Record<string, string>>): unknown {
  const results = Object.entries(verdicts).map(([id, verdict]) => ({
    id,
    verdict,
    proves: HOSTILE,
    reason: `${id} is ${verdict}`,
  }));
  return {
    format: 'standin-conformance-1',
    target: 'https://staging.example.com',
    startedAt: NOW,
    seconds: 3,
    results,
    problems: [],
  };
}
