/** An account as a QA engineer uses it, in a real browser. */

import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';

import { createEmulator, type Emulator } from '../../emulator/index.ts';
import { Scenario } from '../../emulator/faults/scenario.ts';
import { expectNoFindings, skipsBrowser, useBrowser, whyNoBrowser } from '../support/panel/browser.ts';
import { BODY, HOSTILE, KEY, press, search, start, startAccount, text } from '../support/panel/steps.ts';

const SCHEMES = ['light', 'dark'] as const;

describe.skipIf(skipsBrowser)(`in a browser${whyNoBrowser}`, () => {
  const openPage = useBrowser();

  test('"429 burst": three creates are refused, and the page says that it is spent', async () => {
    const { page, app } = await startAccount(openPage);
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
    await expect.poll(() => page.getByRole('searchbox').first().inputValue()).toBe('429 burst');
  });

  test('"fails and is refunded": the ledger shows the reservation and the refund', async () => {
    const { page, app } = await startAccount(openPage);
    await search(page, 'fails and is refunded', 'fails_while_running_refund');
    const { id } = await app.create();
    await text(page, id.slice(0, 8));
    await press(page, 'To the last event');
    await text(page, `${id.slice(0, 8)} is failed, which the next poll shows`);
    expect(await app.poll(id)).toMatchObject({ status: 'failed', error: { code: 'generation_failed' } });
    await page.getByRole('cell', { name: /^refund / }).waitFor();
    await expect
      .poll(() => page.getByRole('definition').allInnerTexts())
      .toEqual(['$999.52', '$0.48', '$0.00', '$0.48']);
  });

  test('an input file at an unknown path of the fixture host: both views name the nearest path', async () => {
    const { page, app, see } = await startAccount(openPage, { latency: 'instant' });
    const mode = { mode: 'image-to-video', aspect_ratio: 'adaptive' };
    const { id } = await app.create({ ...mode, image_urls: ['https://media.standin.test/640x480.png'] });
    await app.poll(id);
    await text(page, /media\.standin\.test has no path \/640x480\.png\. The nearest path is \/image\/640x480\.png\./);
    await see('now');
    await page.getByRole('button', { name: new RegExp(id) }).click();
    await text(page, /^The generation failed with image_fetch_failed: .+ nearest path is \/image\/640x480\.png\./);
  });

  test('the ledger follows although requests never pause and the server is slow', async () => {
    const { page, app, id } = await startAccount(openPage, { latency: 'instant' });
    await page.route(/\/ledger\?/, async (route) => {
      await sleep(1000);
      await route.continue();
    });
    const watch = { isOver: false };
    const polling = async (): Promise<void> => {
      while (!watch.isOver) await app.poll(id);
    };
    const seen = page.getByRole('cell', { name: /^capture / }).waitFor();
    await Promise.all([polling(), seen.finally(() => (watch.isOver = true))]);
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('"stuck in running for an hour": a scenario is changed into a rule of one’s own', async () => {
    const { page, app, emulator } = await startAccount(openPage);
    await page.getByRole('searchbox').first().fill('stuck in running for an hour');
    await press(page, 'Change it: stuck_running');
    await page.getByLabel('Give up, in seconds').fill('3600');
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
    const { page } = await startAccount(openPage);
    await press(page, 'Make a rule');
    await text(page, 'Answers 429 and Retry-After: 2, for create, the first 3.');
    await page.getByLabel('Effect', { exact: true }).selectOption('content');
    await text(page, /never acts on create/);
    await page.getByRole('button', { name: 'Add the rule', exact: true }).waitFor({ state: 'detached' });
    const phases = page.getByLabel('Where in the life of a request').locator('option:not([disabled])');
    await expect.poll(() => phases.allInnerTexts()).toEqual(['as early as it can act', 'during-download']);
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
    const { page, app, id, emulator } = await startAccount(openPage, { latency: 'manual' });
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

  test('the life bars of pending, running, completed and failed have four colors, none of them the text color', async () => {
    const { page, app, emulator } = await startAccount(openPage, { latency: 'manual' });
    for (const status of ['running', 'completed', 'failed'] as const) {
      const { id } = await app.create();
      await emulator.account('qa').move(id, status);
    }
    const bars = page.locator('svg.line rect:not(.now)');
    await expect.poll(() => bars.count()).toBe(4);
    const fills = await bars.evaluateAll((all) => all.map((bar) => getComputedStyle(bar).fill));
    const ink = await page.evaluate(() => getComputedStyle(document.body).color);
    expect(new Set([...fills, ink]).size).toBe(5);
  });

  test('the next event is the next change of a generation', async () => {
    const { page, emulator, id } = await startAccount(openPage, { latency: 'realistic' });
    await press(page, 'To the next event');
    await text(page, `${id.slice(0, 8)} is running`);
    await press(page, 'To the next event');
    await text(page, `${id.slice(0, 8)} is completed`);
    await page.getByRole('button', { name: 'To the next event', exact: true }).waitFor({ state: 'detached' });
    expect((await emulator.account('qa').ledger()).reserved).toBe(480_000);
  });

  test('a snapshot is taken, restored and downloaded, and a fork shows its key once', async () => {
    const { page, emulator } = await startAccount(openPage);
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
    const { page } = await startAccount(openPage);
    await press(page, 'Download the scenario');
    await text(page, /There is no rule yet/);
    await search(page, 'download cut', 'content_cut_at_40');
    await press(page, 'Make a rule');
    await press(page, 'Add the rule');
    await text(page, 'Done: Add the rule');
    await text(page, /^What is on now, 2 in all/);
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
    const { page, url } = await startAccount(openPage);
    await press(page, '"Go on" as a command');
    await text(page, `curl -g -X PUT '${url}/_standin/accounts/qa/clock'`);
    await page.locator('.shown').getByLabel('TypeScript').check();
    await text(page, "await standin.clock.set('x1');");
    await press(page, 'Go on');
    await text(page, "import { useStandin } from 'standin/testing';");
    const without = page.locator('.command:not(:has(button.as))');
    await page.locator('.command').first().waitFor();
    await expect.poll(() => without.count()).toBe(0);
  });

  test('hostile prompts and names are text', async () => {
    const { page, app, see } = await startAccount(openPage);
    const { id } = await app.create({ prompt: HOSTILE });
    await text(page, HOSTILE);
    await see(`clip?account=qa&id=${id}`);
    await page.getByRole('definition').filter({ hasText: HOSTILE }).waitFor();
    await see(`account?name=${encodeURIComponent(HOSTILE)}`);
    await text(page, `The account "${HOSTILE}" is not open.`);
    expect(await page.locator('main img, main script').count()).toBe(0);
  });

  test.each(SCHEMES)(
    'axe finds nothing in an account that is full, %s, and nothing is cut off at 320 px',
    async (colorScheme) => {
      const { page, app } = await startAccount(openPage, {}, { colorScheme, viewport: { width: 320, height: 800 } });
      await search(page, '429 burst', 'rate_limit_burst_then_ok');
      await app.create({ prompt: HOSTILE });
      await press(page, 'Make a rule');
      await text(page, 'A new rule');
      await page.locator('details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
      await expectNoFindings(page);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    },
  );

  test.each(['account', 'clip'])('the view %s without anything says what to do first', async (view) => {
    const { page, see } = await start(openPage, {}, { colorScheme: 'dark' });
    await see(view);
    await text(page, /^No (account|clip) is (chosen|open)\.$/);
    await expectNoFindings(page);
  });
});

function createOn(emulator: Emulator): Promise<Response> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  return emulator.fetch('http://standin.test/v1/videos', { method: 'POST', headers, body: JSON.stringify(BODY) });
}
