/** An account as a QA engineer uses it, in a real browser. */

import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';

import { createEmulator, type Emulator } from '../../emulator/index.ts';
import { Scenario } from '../../emulator/faults/scenario.ts';
import { expectNoFindings, skipsBrowser, useBrowser, whyNoBrowser } from '../support/panel/browser.ts';
import { promptText } from '../../emulator/panel/model/texts.ts';
import { BODY, HOSTILE, KEY, press, search, start, startAccount, tab, text } from '../support/panel/steps.ts';

const SCHEMES = ['light', 'dark'] as const;

describe.skipIf(skipsBrowser)(`in a browser${whyNoBrowser}`, () => {
  const openPage = useBrowser();

  test('"429 burst": three creates are refused, and the page says that it is used up', async () => {
    const { page, app } = await startAccount(openPage);
    await search(page, '429 burst', 'rate_limit_burst_then_ok');
    const statuses = [await app.create(), await app.create(), await app.create(), await app.create()];
    expect(statuses.map(({ status }) => status)).toEqual([429, 429, 429, 202]);
    await page.getByRole('group', { name: 'Failures', exact: true }).getByText('used up').waitFor();
    await page.getByRole('button', { name: /^rate_limit_burst_then_ok/, expanded: false }).click();
    await text(page, 'The rule matched 4 requests. It fired 3 times.');
    await press(page, 'Restart all failures');
    await page.locator('header .chip.armed').getByText('rate_limit_burst_then_ok').waitFor();
    expect((await app.create()).status).toBe(429);
    await press(page, 'Turn all off');
    await text(page, '✓ Turn all off');
    expect((await app.create()).status).toBe(202);
    await page.reload();
    await expect.poll(() => page.getByRole('searchbox').first().inputValue()).toBe('429 burst');
  });

  test('scenarios stand under their symptoms, and a search does not hide what is on', async () => {
    const { page } = await startAccount(openPage);
    await page.getByRole('region', { name: 'Rate limits' }).getByText('rate_limit_burst_then_ok').waitFor();
    await page.getByRole('region', { name: 'Downloads' }).getByText('content_cut_at_40').waitFor();
    await text(page, 'Download cut at 40 %');
    await page.getByRole('button', { name: /^Rate limits/ }).click();
    await page.getByRole('region', { name: 'Downloads' }).waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Rate limits' }).getByText('rate_limit_burst_then_ok').waitFor();
    await page.getByRole('button', { name: /^Rate limits/ }).click();
    const place = page.getByRole('region', { name: 'Rate limits' }).getByRole('listitem');
    const before = await place.allInnerTexts();
    await page.getByRole('switch', { name: 'rate_limit_burst_then_ok' }).click();
    await page.getByRole('switch', { name: 'rate_limit_burst_then_ok', checked: true }).waitFor();
    expect((await place.allInnerTexts()).map((line) => line.split('\n')[0])).toEqual(
      before.map((line) => line.split('\n')[0]),
    );
    await page.getByRole('searchbox').first().fill('stuck');
    await page.getByRole('button', { name: /^Rate limits/ }).waitFor({ state: 'detached' });
    await page.getByRole('switch', { name: 'stuck_running' }).waitFor();
    expect(await page.getByRole('switch', { name: 'rate_limit_burst_then_ok' }).count()).toBe(0);
    await press(page, 'Turn off rate_limit_burst_then_ok');
    await text(page, 'No failures are on.');
  });

  test('an action is one request and one reload, and the catalog of scenarios is read once', async () => {
    const { page, app } = await startAccount(openPage);
    await page.getByRole('switch', { name: 'storm_503' }).waitFor();
    const sent: string[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      const words = searchParams.get('search');
      sent.push(`${request.method()} ${pathname}${words === null ? '' : `?search=${words}`}`);
    });
    await search(page, 'storm', 'storm_503');
    await page.getByRole('group', { name: 'Failures', exact: true }).getByText('storm_503').waitFor();
    await sleep(1000);
    const account = '/_standin/accounts/qa';
    expect(sent.toSorted()).toEqual([
      `GET ${account}`,
      `GET ${account}/faults`,
      `GET ${account}/generations`,
      `GET ${account}/scenarios`,
      'GET /_standin/scenarios?search=storm',
      `PUT ${account}/scenarios`,
    ]);
    await app.create();
    await page.getByText('storm_503 fired 1 time').waitFor();
    expect(sent).not.toContain('GET /_standin/scenarios');
  });

  test('"fails and is refunded": the ledger shows the reservation and the refund', async () => {
    const { page, app } = await startAccount(openPage);
    await search(page, 'fails and is refunded', 'fails_while_running_refund');
    const { id } = await app.create();
    await tab(page, 'Generations');
    await text(page, id.slice(0, 8));
    await tab(page, 'Clock');
    await press(page, 'Jump to the last change');
    await text(page, 'No generation is in progress.');
    await tab(page, 'Generations');
    await text(page, 'failed · seen as pending');
    await press(page, `Poll ${id.slice(0, 8)}`);
    await text(page, 'generation_failed');
    expect(await app.poll(id)).toMatchObject({ status: 'failed', error: { code: 'generation_failed' } });
    await page.getByRole('link', { name: `Why? ${id.slice(0, 8)}` }).click();
    await text(page, 'failed with generation_failed. Caused by fails_while_running_refund. $0.48 was refunded.');
    await page.locator('.status.fault').waitFor();
    await page.goBack();
    await tab(page, 'Money');
    await page.getByRole('cell', { name: 'refunded', exact: true }).waitFor();
    await page.getByRole('cell', { name: '+$0.48', exact: true }).waitFor();
    const sums = page.locator('.sums').getByRole('definition');
    await expect.poll(() => sums.allInnerTexts()).toEqual(['$999.52', '$0.48', '$0.00', '$0.48']);
  });

  test('an input file at an unknown path of the fixture host: both views name the nearest path', async () => {
    const { page, app, see } = await startAccount(openPage, { latency: 'instant' });
    const mode = { mode: 'image-to-video', aspect_ratio: 'adaptive' };
    const { id } = await app.create({ ...mode, image_urls: ['https://media.standin.test/640x480.png'] });
    await app.poll(id);
    await tab(page, 'Generations');
    await text(page, /media\.standin\.test has no path \/640x480\.png\. The nearest path is \/image\/640x480\.png\./);
    await see('requests');
    await page.getByRole('button', { name: /failed .*image_fetch_failed/ }).click();
    await page
      .getByRole('complementary')
      .getByText(/nearest path is \/image\/640x480\.png\./)
      .waitFor();
  });

  test('the ledger follows although requests never pause and the server is slow', async () => {
    const { page, app, id } = await startAccount(openPage, { latency: 'instant' });
    await tab(page, 'Money');
    await page.route(/\/ledger\?/, async (route) => {
      await sleep(1000);
      await route.continue();
    });
    const watch = { isOver: false };
    const polling = async (): Promise<void> => {
      // Without a limit, a fast machine pushes the ledger's entries out of the journal within a second.
      for (; !watch.isOver; await sleep(5)) await app.poll(id);
    };
    const seen = page.getByRole('cell', { name: 'charged', exact: true }).waitFor();
    await Promise.all([polling(), seen.finally(() => (watch.isOver = true))]);
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('"stuck in running for an hour": a scenario is customized into a rule', async () => {
    const { page, app, emulator } = await startAccount(openPage);
    await page.getByRole('searchbox').first().fill('stuck in running for an hour');
    await page.getByRole('button', { name: /^stuck_running/, expanded: false }).click();
    await press(page, 'Copy to a custom rule: stuck_running');
    await page.getByLabel('Timeout').waitFor();
    await page.getByText('Edit as JSON').click();
    const json = page.getByLabel('Rule as JSON');
    await json.fill(
      (await json.inputValue()).replace('"stick": "running"', '"stick": "running", "give_up_seconds": 3600'),
    );
    await text(page, 'then times out (timeout 1 h), for all creates. Never expires.');
    await page.getByLabel('Expires after (min)').fill('10');
    await page.getByLabel('Most failures').fill('1000');
    await text(page, 'for all creates. Expires after 10 min or 1,000 failures.');
    await page.getByLabel('Expires after (min)').fill('');
    await page.getByLabel('Most failures').fill('');
    await text(page, 'then times out (timeout 1 h), for all creates. Never expires.');
    expect(await page.getByLabel('Timeout').inputValue()).toBe('3600');
    await page.getByLabel('Name (optional)').pressSequentially('stuck');
    expect(await page.getByLabel('Name (optional)').inputValue()).toBe('stuck');
    expect(await json.inputValue()).toContain('"id": "stuck"');
    await press(page, 'Add rule');
    await text(page, '✓ Add rule');
    const { id } = await app.create();
    await emulator.account('qa').advance(59 * 60_000);
    expect(await app.poll(id)).toMatchObject({ status: 'running' });
    await tab(page, 'Clock');
    await page.getByLabel('Advance by').fill('2');
    await page.getByLabel('Unit').selectOption('minutes');
    await page.getByLabel('Advance by').press('Enter');
    await text(page, '✓ Advance');
    expect(await app.poll(id)).toMatchObject({ status: 'failed', error: { code: 'generation_timeout' } });
  });

  test('"503 for the first two polls of fox prompts" is written without a look at the docs', async () => {
    const { page, app } = await startAccount(openPage, { latency: 'manual' });
    await press(page, 'New rule');
    await page.getByLabel('Requests', { exact: true }).selectOption('polls');
    await page.getByLabel('Prompt contains').fill('fox');
    await page.getByLabel('Number of requests').fill('2');
    await page.getByLabel('Count per generation').uncheck();
    await text(page, 'for the first 2 polls whose prompt contains "fox", in total.');
    await page.getByLabel('Count per generation').check();
    await text(
      page,
      'Returns an error (status 503), for the first 2 polls of each generation whose prompt contains "fox".',
    );
    await press(page, 'Add rule');
    await text(
      page,
      'Returns an error (status 503), for the first 2 polls of each generation whose prompt contains "fox". Expires after 10 min or 1,000 failures.',
    );
    const [fox, owl] = [await app.create({ prompt: 'A fox.' }), await app.create({ prompt: 'An owl.' })];
    expect(await app.poll(owl.id)).toMatchObject({ status: 'pending' });
    expect(await app.poll(fox.id)).toHaveProperty('error');
    expect(await app.poll(fox.id)).toHaveProperty('error');
    expect(await app.poll(fox.id)).toMatchObject({ status: 'pending' });
    await text(page, /fired 2 times\./);
    expect(await app.poll((await app.create({ prompt: 'A fox.' })).id)).toHaveProperty('error');
    await page.getByRole('group', { name: 'Failures', exact: true }).getByText('fired 3 times').waitFor();
  });

  test('the form marks a wrong field, in words, and moves the operation with the kind', async () => {
    const { page } = await startAccount(openPage);
    await press(page, 'New rule');
    await text(page, 'Returns an error (status 503), for all creates.');
    await expect.poll(() => page.getByRole('radio', { name: 'Return an error' }).evaluate(isFocused)).toBe(true);
    await page.getByLabel('Requests', { exact: true }).selectOption('polls');
    await text(page, 'Returns an error (status 503), for all polls.');
    await page.getByLabel('Requests', { exact: true }).selectOption('creates');
    await page.getByLabel('Status', { exact: true }).fill('99');
    await text(page, 'Enter a number from 200 to 599.');
    await press(page, 'Add rule');
    await expect.poll(() => page.getByLabel('Status', { exact: true }).evaluate(isFocused)).toBe(true);
    await page.getByLabel('Name (optional)').fill('flaky polls');
    await text(page, 'Use 1 to 100 letters, digits or . _ : -');
    await page.getByLabel('Name (optional)').fill('flaky');
    await page.getByText('Use 1 to 100 letters').waitFor({ state: 'hidden' });
    await page.getByRole('radio', { name: /^Damage the download/ }).check();
    await text(page, 'Ranges are ignored, for all downloads.');
    await expect.poll(() => page.getByLabel('Requests', { exact: true }).innerText()).toBe('downloads');
    await page.getByRole('radio', { name: /^Be slow/ }).check();
    await page.getByLabel('Wait (s)').fill('1.5');
    await text(page, 'Waits before the headers (wait 1.5 s), for all downloads.');
    await press(page, 'Add rule');
    await text(page, '✓ Add rule');
    await expect.poll(() => page.getByRole('button', { name: 'New rule' }).evaluate(isFocused)).toBe(true);
  });

  test('a rule is edited, switched off, copied and removed, and Undo brings it back', async () => {
    const { page, app } = await startAccount(openPage);
    await press(page, 'New rule');
    await press(page, 'Add rule');
    await text(page, 'Returns an error (status 503), for all creates.');
    await press(page, 'Edit: added-1');
    await page.getByLabel('Status', { exact: true }).fill('429');
    await press(page, 'Save rule');
    await text(page, '✓ Save rule');
    await text(page, 'Returns an error (status 429), for all creates. Expires after 10 min or 1,000 failures.');
    expect((await app.create()).status).toBe(429);
    await page.getByRole('switch', { name: 'Rule added-1' }).click();
    await page.getByRole('switch', { name: 'Rule added-1', checked: false }).waitFor();
    expect((await app.create()).status).toBe(202);
    await press(page, 'Duplicate: added-1');
    await press(page, 'Cancel');
    await press(page, 'Remove: added-1');
    await text(page, 'No custom rules yet.');
    // The focus does not fall to the page when its button disappears.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('New rule');
    await press(page, 'Undo');
    await text(page, 'Undone: Remove');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    await text(page, 'Returns an error (status 429), for all creates. Expires after 10 min or 1,000 failures.');
  });

  test('a rule that the server rejects says why, and stays in the form', async () => {
    const { page } = await startAccount(openPage);
    await press(page, 'New rule');
    await page.getByText('Edit as JSON').click();
    await page.getByLabel('Rule as JSON').fill('{"effect":{"kind":"answer","headers":3}}');
    await press(page, 'Add rule');
    await page
      .getByRole('alert')
      .getByText(/headers/)
      .waitFor();
    await page.getByLabel('Rule as JSON').fill('[');
    await text(page, 'This is not a JSON object.');
    expect(await page.getByRole('form', { name: 'New rule' }).count()).toBe(1);
  });

  test('clock, money, keys and moves do what they say', async () => {
    const { page, app, id, emulator } = await startAccount(openPage, { latency: 'manual' });
    const account = emulator.account('qa');
    const done = async (name: string, said: string): Promise<void> => {
      await press(page, name);
      await text(page, said);
    };
    await tab(page, 'Clock');
    await page.getByRole('button', { name: 'Frozen', pressed: true }).waitFor();
    await done('Normal speed', '✓ Normal speed');
    await done('Frozen', '✓ Frozen');
    await done('60 × speed', '✓ 60 × speed');
    await text(page, '60 × real time');
    await page.getByRole('button', { name: '60 × speed', pressed: true }).waitFor();
    await done('Machine time', '✓ Machine time');
    await tab(page, 'Money');
    await page.getByLabel('New balance (USD)').fill('0.3');
    await done('Set balance', '✓ Set balance');
    expect((await account.ledger()).balance).toBe(300_000);
    await tab(page, 'More');
    await done('Revoke all keys', '✓ Revoke all keys');
    expect((await app.create()).status).toBe(401);
    await done('Restore keys', '✓ Restore keys');
    expect((await app.create()).status).toBe(402);
    const short = id.slice(0, 8);
    await tab(page, 'Generations');
    await page.getByLabel(`Change status of ${short}`).click();
    await done(`Move to running: ${short}`, '✓ Move to running');
    await press(page, `Move to failed: ${short}`);
    await page.locator('.status.bad').waitFor();
    expect(await app.poll(id)).toMatchObject({ status: 'failed', error: { code: 'generation_failed' } });
    await page.locator('.status.bad').waitFor();
    await tab(page, 'More');
    await done('Reset account', '✓ Reset account');
    await tab(page, 'Generations');
    await text(page, 'No generations yet.');
    await press(page, 'Undo');
    await page.locator('.status.bad').waitFor();
    expect((await account.ledger()).balance).toBe(780_000);
  });

  test('an account is deleted, and Undo brings it back', async () => {
    const { page, emulator } = await startAccount(openPage);
    await tab(page, 'More');
    await press(page, 'Delete account');
    await text(page, 'No accounts yet.');
    await press(page, 'Undo');
    await text(page, 'Undone: Delete account');
    await page.getByRole('link', { name: 'qa', exact: true }).waitFor();
    expect((await emulator.account('qa').ledger()).reserved).toBe(480_000);
  });

  test('create, poll and download work without a terminal, and lead to their requests', async () => {
    const { page, see, emulator, url } = await startAccount(openPage, { latency: 'instant' });
    await see('account?name=qa&tab=send');
    await page.getByLabel('Prompt').fill('A tide pool.');
    await press(page, 'Create');
    await page.getByLabel('Response to Create').getByText('pending').waitFor();
    await fetch(`${url}/_standin/accounts/qa/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"rule":{"match":{"operation":"get"},"when":{"first":1}}}',
    });
    await press(page, 'Poll');
    await text(page, 'injected by added-1 ·');
    await press(page, 'Poll');
    await page.getByLabel('Response to Poll').getByText('completed').waitFor();
    const code = await page.getByLabel('curl command', { exact: true }).innerText();
    expect(code).toContain('sk_standin_qa');
    expect(code).toContain('A tide pool.');
    await page.getByRole('link', { name: 'Why?' }).first().click();
    await page
      .getByRole('complementary', { name: 'Request details' })
      .getByText(/GET \/v1\/videos\//)
      .first()
      .waitFor();
    await page.getByRole('tab', { name: 'Repeat', exact: true }).click();
    await press(page, 'Send again');
    await expect.poll(() => emulator.journal.of('qa').count({ operation: 'get' })).toBe(3);
  });

  test('the life bars of pending, running, completed and failed have four colors, none of them the text color', async () => {
    const { page, app, emulator } = await startAccount(openPage, { latency: 'manual' });
    for (const status of ['running', 'completed', 'failed'] as const) {
      const { id } = await app.create();
      await emulator.account('qa').move(id, status);
    }
    await tab(page, 'Generations');
    const bars = page.locator('svg.life rect:not(.now)');
    await expect.poll(() => bars.count()).toBe(4);
    const fills = await bars.evaluateAll((all) => all.map((bar) => getComputedStyle(bar).fill));
    const ink = await page.evaluate(() => getComputedStyle(document.body).color);
    expect(new Set([...fills, ink]).size).toBe(5);
  });

  test('the next change of a generation is one click away', async () => {
    const { page, emulator, id } = await startAccount(openPage, { latency: 'realistic' });
    await tab(page, 'Clock');
    await press(page, 'Jump to the next change');
    await text(page, `Next: ${id.slice(0, 8)} completes in`);
    await press(page, 'Jump to the next change');
    await expect.poll(() => page.getByRole('button', { name: 'Jump to the next change' }).isDisabled()).toBe(true);
    expect((await emulator.account('qa').ledger()).reserved).toBe(480_000);
  });

  test('a snapshot is saved and restored, and a fork shows its key', async () => {
    const { page, emulator } = await startAccount(openPage);
    await tab(page, 'More');
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Save snapshot')]);
    expect(download.suggestedFilename()).toBe('qa.snapshot.json');
    const snapshot = JSON.parse(await readFile(await download.path(), 'utf8')) as { format: string };
    expect(snapshot.format).toBe('standin-account');
    await press(page, 'Reset account');
    await text(page, '✓ Reset account');
    expect((await emulator.account('qa').ledger()).reserved).toBe(0);
    await page.getByLabel('Restore a snapshot').setInputFiles(fileOf('qa.json', snapshot));
    await text(page, '✓ Restore');
    expect((await emulator.account('qa').ledger()).reserved).toBe(480_000);
    await page.getByLabel('Restore a snapshot').setInputFiles(fileOf('a.json', { a: 1 }));
    await text(page, "a.json isn't a Standin snapshot.");
    await press(page, 'Fork');
    const fork = await page.getByRole('heading', { name: /^account-/ }).innerText();
    expect(await page.getByLabel('key', { exact: true }).innerText()).toBe(`sk_standin_${fork}`);
    expect((await emulator.account(fork).ledger()).reserved).toBe(480_000);
    expect(page.url()).not.toContain('sk_standin');
  });

  test('the failures that are on download as a scenario file that loads, and opens again', async () => {
    const { page, app } = await startAccount(openPage);
    await tab(page, 'More');
    await page.getByLabel('Scenario name').fill('My Scenario');
    await text(page, /Use only lowercase letters/);
    await page.getByLabel('Scenario name').fill('my_scenario');
    await page.getByLabel('Behavior of a correct client').fill('Waits.');
    expect(await page.getByRole('button', { name: 'Save scenario file' }).isDisabled()).toBe(true);
    await tab(page, 'Failures');
    await search(page, 'download cut', 'content_cut_at_40');
    await press(page, 'New rule');
    await page.getByLabel('Status', { exact: true }).fill('429');
    await press(page, 'Add rule');
    await text(page, '✓ Add rule');
    await text(page, 'Returns an error (status 429), for all creates.');
    await tab(page, 'More');
    await page.getByLabel('Behavior of a correct client').fill('Waits and resumes.');
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Save scenario file')]);
    expect(download.suggestedFilename()).toBe('my_scenario.json');
    const file = await readFile(await download.path(), 'utf8');
    const scenario = Scenario.parse(JSON.parse(file));
    expect(scenario.rules.map(({ effect }) => effect.kind)).toEqual(['answer', 'reset']);
    const other = createEmulator({ faults: scenario.rules });
    expect((await createOn(other)).status).toBe(429);
    await other.close();
    await tab(page, 'Failures');
    await press(page, 'Remove: added-1');
    await text(page, 'No custom rules yet.');
    expect((await app.create()).status).toBe(202);
    await tab(page, 'More');
    await page.getByLabel('Open a scenario file').setInputFiles(fileOf('my.json', JSON.parse(file)));
    await text(page, '✓ Add the rules of my.json');
    expect((await app.create()).status).toBe(429);
  });

  test('the actions of the page become a test and curl commands, without those that Undo took back', async () => {
    const { page, url, id } = await startAccount(openPage);
    await search(page, 'storm', 'storm_503');
    await tab(page, 'Generations');
    await page.getByLabel(`Change status of ${id.slice(0, 8)}`).click();
    await press(page, `Move to running: ${id.slice(0, 8)}`);
    await text(page, '✓ Move to running');
    await tab(page, 'Clock');
    await press(page, 'Normal speed');
    await text(page, '✓ Normal speed');
    await press(page, 'Jump to the last change');
    await text(page, '✓ Jump to the last change');
    await press(page, 'Undo');
    await text(page, 'Undone: Jump to the last change');
    await tab(page, 'More');
    const test = page.getByLabel('your actions in TypeScript', { exact: true });
    await test.getByText('import { useStandin } from "standin/testing";').waitFor();
    expect(await test.innerText()).toContain('standin.clock.set("x1")');
    expect(await test.innerText()).toContain('standin.generations.move(generations[0].id, {status: "running"})');
    expect(await test.innerText()).not.toContain('runUntilIdle');
    await page.getByText('The same as curl commands').click();
    await text(page, `curl -g -X PUT ${url}/_standin/accounts/qa/clock`);
  });

  test('hostile prompts and names are text', async () => {
    const { page, app, see } = await startAccount(openPage);
    const { id } = await app.create({ prompt: HOSTILE });
    await tab(page, 'Generations');
    await text(page, promptText(HOSTILE));
    await see(`clip?account=qa&id=${id}`);
    await page.getByRole('heading').filter({ hasText: '<script>alert(2)</script>' }).waitFor();
    await see(`account?name=${encodeURIComponent(HOSTILE)}`);
    await text(page, `Unknown account "${HOSTILE}".`);
    expect(await page.locator('main img, main script').count()).toBe(0);
  });

  test.each(SCHEMES)(
    'axe finds nothing in an account that is full, %s, and nothing is cut off at 320 px',
    async (colorScheme) => {
      const { page, app } = await startAccount(openPage, {}, { colorScheme, viewport: { width: 320, height: 800 } });
      await search(page, '429 burst', 'rate_limit_burst_then_ok');
      await app.create({ prompt: HOSTILE });
      await page.getByRole('button', { name: /^rate_limit_burst_then_ok/, expanded: false }).click();
      await press(page, 'New rule');
      await text(page, 'What should go wrong?');
      for (const name of ['Failures', 'Generations', 'Money', 'Clock', 'Send', 'More']) {
        await tab(page, name);
        await page.getByRole('tab', { name: new RegExp(`^${name}`), selected: true }).waitFor();
        await expectNoFindings(page);
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      }
    },
  );

  test.each(['account', 'clip'])('the view %s without a name shows the requests', async (view) => {
    const { page, see } = await start(openPage, {}, { colorScheme: 'dark' });
    await see(view);
    await text(page, 'No requests yet.');
    await expectNoFindings(page);
  });
});

function isFocused(element: Element): boolean {
  return element === document.activeElement;
}

function fileOf(name: string, value: unknown) {
  return { name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(value)) };
}

function createOn(emulator: Emulator): Promise<Response> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  return emulator.fetch('http://standin.test/v1/videos', { method: 'POST', headers, body: JSON.stringify(BODY) });
}
