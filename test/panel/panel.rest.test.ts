/** The panel as people meet it, in a real browser. */

import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createEmulator } from '../../emulator/index.ts';
import { create, useOtherAccount } from './create.ts';
import { openBreakableWay } from '../support/panel/breakable-way.ts';
import {
  expectNoFindings,
  serveEmulator,
  skipsBrowser,
  takePicture,
  useBrowser,
  whyNoBrowser,
} from '../support/panel/browser.ts';

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const SCHEMES = ['light', 'dark'] as const;
const TOKEN = 'correct-horse-battery';
const HOSTILE = `<img src=x onerror="document.title='owned'"> </script><script>document.title='owned'</script>`;

/** Sends the requests of an app that retries too early, and of an app with a wrong key. */
async function fillList(url: string): Promise<void> {
  await fetch(`${url}/_standin/accounts/checkout/scenarios`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"scenarios":["rate_limit_burst_then_ok"]}',
  });
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    await create(url, 'sk_standin_checkout', { prompt: 'a red fox in the snow', idempotencyKey: 'order-7' });
  }
  await create(url, 'sk_wrong');
}

async function untilLive(page: Page): Promise<void> {
  await page.getByText('Live', { exact: true }).waitFor();
}

describe.skipIf(skipsBrowser)(`in a browser${whyNoBrowser}`, () => {
  const openPage = useBrowser();

  test('the address of the server leads to the panel, and /docs to the OpenAPI document', async () => {
    const { url } = await serveEmulator();
    const page = await openPage();
    await page.goto(url);
    expect(page.url()).toBe(`${url}/_standin/`);
    await page.getByText('No requests yet.').waitFor();
    const docs = await fetch(`${url}/docs`, { redirect: 'manual' });
    expect([docs.status, docs.headers.get('location')]).toEqual([302, 'openapi.json']);
  });

  test('an account is created by a click, with its key', async () => {
    const { url } = await serveEmulator();
    const page = await openPage();
    await page.goto(`${url}/_standin/#/accounts`);
    await page.getByRole('button', { name: 'Create account' }).click();
    const key = await page.getByLabel('key', { exact: true }).innerText();
    expect(key).toMatch(/^sk_standin_/);
    expect((await create(url, key)).status).toBe(202);
    await page.getByRole('link', { name: 'Accounts' }).first().click();
    await page.getByRole('cell', { name: '202 POST /v1/videos' }).waitFor();
    await page.reload();
    const name = key.slice('sk_standin_'.length);
    await page.getByRole('link', { name, exact: true }).waitFor();
    expect(await page.content()).not.toContain(key);
    await page.getByRole('button', { name: `Pin ${name}` }).click();
    await create(url, 'sk_standin_later');
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2);
    expect(await page.locator('tbody tr').first().innerText()).toContain(name);
    await page.getByRole('searchbox', { name: 'Search accounts' }).fill('LATER');
    await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
    await page.getByRole('link', { name: 'later', exact: true }).click();
    expect(await page.getByLabel('key', { exact: true }).innerText()).toBe('sk_standin_later');
  });

  test('attempts at one operation are one row; why they got their responses is a click away, and stays on reload', async () => {
    const { url } = await serveEmulator();
    const page = await openPage();
    await page.goto(url);
    await untilLive(page);
    await fillList(url);
    const rows = page.getByRole('list', { name: 'Requests, the latest first' }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByText('early retry ×3').waitFor();
    const search = page.getByRole('searchbox', { name: 'Filter requests' });
    await page.keyboard.press('/');
    await page.keyboard.type('account:checkout ');
    await expect.poll(() => rows.count()).toBe(1);
    await search.fill('');
    await expect.poll(() => rows.count()).toBe(2);
    await search.fill('account:checkout');
    await expect.poll(() => rows.count()).toBe(1);
    await rows.getByRole('button', { name: /rate_limited ×3/ }).click();
    const fired = page.getByText('The rule matched 4 requests. It fired 3 times. It is used up.');
    await fired.waitFor();
    await page.getByRole('heading', { name: /injected by rate_limit_burst_then_ok, 3 of 3/ }).waitFor();
    await expect.poll(() => page.url()).toMatch(/#\/requests\?find=account%3Acheckout&selected=[0-9a-f-]{36}$/);
    const address = page.url();
    await page.reload();
    await fired.waitFor();
    expect(page.url()).toBe(address);
    await expect.poll(() => rows.count()).toBe(5);
    await page.keyboard.press('Escape');
    await fired.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'rate_limited 3', exact: true }).click();
    await expect.poll(() => page.url()).toContain('code%3Arate_limited');
  });

  test('arrow keys walk through the requests, Back closes the pane, and the focus returns to the row', async () => {
    const { url } = await serveEmulator();
    await fillList(url);
    const page = await openPage();
    await page.goto(url);
    await untilLive(page);
    const pane = page.getByRole('complementary', { name: 'Request details' });
    await page.getByRole('button', { name: /401/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused(page)).toMatch(/401/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await pane.getByRole('heading', { name: /^429/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await pane.getByRole('heading', { name: /rate_limit_burst_then_ok, 2 of 3/ }).waitFor();
    await page.goBack();
    await pane.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /401/ }).click();
    await press(page, 'Close');
    await expect.poll(() => focused(page)).toMatch(/401/);
  });

  test('rows do not move below the pointer', async () => {
    const { url } = await serveEmulator();
    await create(url, 'sk_standin_a', { prompt: 'a lighthouse' });
    const page = await openPage();
    await page.goto(url);
    await untilLive(page);
    // The first position of a mouse does not count as a movement.
    await page.mouse.move(5, 5);
    await page.getByText('a lighthouse').hover();
    await create(url, 'sk_standin_a', { prompt: 'a windmill' });
    await page.getByText('1 request, 1 new').waitFor();
    expect(await page.getByText('a windmill').count()).toBe(0);
    await page.mouse.move(0, 0);
    await page.getByText('a windmill').waitFor();
  });

  test('a filter that names an account shows its requests, however busy another account is, and pages back', async () => {
    const { url, emulator } = await serveEmulator();
    const poll = (account: string, id: string): Promise<unknown> =>
      emulator.fetch(
        new Request(`${url}/v1/videos/${id}`, { headers: { authorization: `Bearer sk_standin_${account}` } }),
      );
    const send = async (account: string, count: number): Promise<void> => {
      for (let sent = 0; sent < count; sent += 1) await poll(account, `${account}-${sent}`);
    };
    await send('shop', 10);
    await send('busy', 600);
    const page = await openPage();
    await page.goto(`${url}/_standin/#/accounts`);
    await page.getByRole('link', { name: '10 requests of shop' }).click();
    await page.getByText('10 requests', { exact: true }).waitFor();
    await Promise.all([send('busy', 300), poll('shop', 'late')]);
    await page.getByText(/^11 requests(;|$)/).waitFor();
    const search = page.getByRole('searchbox', { name: 'Filter requests' });
    await search.fill('account:busy busy-7');
    await page.getByText(/^\d+ of 500 requests(;|$)/).waitFor();
    await page.getByRole('button', { name: 'Show earlier' }).click();
    await page.getByText(/^\d+ of 900 requests(;|$)/).waitFor();
    expect(await page.getByRole('button', { name: 'Show earlier' }).count()).toBe(0);
  });

  test('prompts and codes are text, whatever is in them', async () => {
    const { url } = await serveEmulator();
    const page = await openPage();
    await page.goto(url);
    await untilLive(page);
    await create(url, 'sk_standin_a', { prompt: HOSTILE });
    await fetch(`${url}/v1/videos/%3Csvg%20onload=alert(1)%3E?<b>`, {
      headers: { authorization: 'Bearer sk_standin_a' },
    });
    await page.getByText('onerror').first().click();
    await page.getByRole('tab', { name: 'Request' }).click();
    await page.getByLabel('request', { exact: true }).waitFor();
    expect(await page.getByLabel('request', { exact: true }).innerText()).toContain('</script><script>');
    expect(await page.locator('main img, main script, main b, main svg[onload]').count()).toBe(0);
    await expect.poll(() => page.title()).toBe('Requests · Standin');
  });

  test('with a token the page asks for it, and keeps it for this tab only', async () => {
    const { url } = await serveEmulator({ controlToken: TOKEN });
    const page = await openPage();
    await page.goto(url);
    await page.getByLabel('Control token').fill('another-one-altogether');
    await page.getByRole('button', { name: 'Open the panel' }).click();
    await page.getByText('The control token is wrong').waitFor();
    await page.getByLabel('Control token').fill(TOKEN);
    await page.keyboard.press('Enter');
    await untilLive(page);
    const stored = await page.evaluate(() => JSON.stringify([localStorage, document.cookie]));
    expect(`${page.url()} ${stored} ${await page.content()}`).not.toContain(TOKEN);
    await page.reload();
    await untilLive(page);
    const other = await page.context().newPage();
    await other.goto(url);
    await other.getByLabel('Control token').waitFor();
  });

  test('the stream that breaks is taken up again, with what came meanwhile', async () => {
    const { url } = await serveEmulator();
    const way = await openBreakableWay(Number(new URL(url).port));
    const page = await openPage();
    await page.goto(`http://127.0.0.1:${way.port}`);
    await untilLive(page);
    await create(url, 'sk_standin_a', { prompt: 'before' });
    await page.getByText('before', { exact: true }).waitFor();
    way.block();
    await page.getByText('Standin does not answer.').waitFor();
    await create(url, 'sk_standin_a', { prompt: 'meanwhile' });
    way.unblock();
    await untilLive(page);
    await page.getByText('meanwhile', { exact: true }).waitFor();
    expect(await page.getByText('not shown').count()).toBe(0);
  });

  test('after a restart of the server, the page reports the restart, and shows no data of the old process', async () => {
    const { url, emulator } = await serveEmulator();
    const [now, account] = [await openPage(), await openPage()];
    await create(url, 'sk_standin_qa', { prompt: 'a lighthouse' });
    await now.goto(url);
    await now.getByText('a lighthouse').click();
    await now.getByRole('complementary', { name: 'Request details' }).waitFor();
    await account.goto(`${url}/_standin/#/account?name=qa&tab=generations`);
    await account.getByText('a lighthouse').waitFor();
    await emulator.close();
    const next = createEmulator();
    onTestFinished(() => next.close());
    await next.listen({ port: Number(new URL(url).port), host: '127.0.0.1' });
    for (const page of [now, account]) {
      await page.getByText(/^Standin was restarted at [\d:]+ UTC\. All earlier accounts are deleted\.$/).waitFor();
      await untilLive(page);
      expect(await page.getByText('a lighthouse').count()).toBe(0);
    }
    await now.getByText('No requests yet.').waitFor();
    await account.getByText('Unknown account "qa".').waitFor();
    await create(url, 'sk_standin_qa', { prompt: 'a windmill' });
    await now.getByText('a windmill').waitFor();
    await account.getByText('a windmill').waitFor();
  });

  test('10,000 requests leave the page answering, and it says how many it left out', async () => {
    const { url, emulator } = await serveEmulator();
    const page = await openPage();
    await page.goto(url);
    await untilLive(page);
    const headers = { authorization: 'Bearer sk_standin_a' };
    const poll = (): Promise<unknown> => emulator.fetch(new Request(`${url}/v1/videos/x`, { headers }));
    for (let sent = 0; sent < 10_000; sent += 100) await Promise.all(Array.from({ length: 100 }, poll));
    await page.getByText(/^\d+ requests; [\d,]+ not shown \(over 200 a second\)$/).waitFor();
    await page.getByRole('link', { name: 'Accounts' }).click();
    await page.getByRole('cell', { name: '404 GET /v1/videos/x' }).waitFor();
    await expect.poll(() => page.url()).toContain('#/accounts');
  });

  test('nothing is wider than 320 pixels, and every control is reached by the keyboard', async () => {
    const { url } = await serveEmulator();
    await create(url, 'sk_standin_an-account-with-a-name-of-40-characters');
    await fillList(url);
    const page = await openPage({ viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' });
    for (const view of ['requests', 'accounts']) {
      await page.goto(`${url}/_standin/#/${view}`);
      await untilLive(page);
      const widths = (): Promise<number[]> => page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      await expect.poll(async () => [view, ...(await widths())]).toEqual([view, 320, 320]);
    }
    await page.setViewportSize({ width: 700, height: 640 });
    await page.getByRole('link', { name: 'an-account-with-a-name-of-40-characters', exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(700);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${url}/_standin/#/requests`);
    await page.reload();
    await untilLive(page);
    await page.getByRole('button', { name: /401/ }).waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => focused(page)).toBe('Skip to the view');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    for (let tab = 0; tab < 20 && !/^[\d:]{8}401/.test(await focused(page)); tab += 1) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Request details' }).waitFor();
  });

  test.each(SCHEMES)('axe finds nothing in any view, %s; the pictures of the guide are of it', async (colorScheme) => {
    const { url } = await serveEmulator();
    const page = await openPage({ colorScheme, viewport: { width: 1280, height: 720 } });
    await page.goto(url);
    await untilLive(page);
    await expectNoFindings(page);
    await useOtherAccount(url);
    await fillList(url);
    await page.getByRole('button', { name: /rate_limited ×3/ }).click();
    await page.getByText('The rule matched 4 requests. It fired 3 times. It is used up.').waitFor();
    await expectNoFindings(page);
    await takePicture(page, `panel-requests-${colorScheme}.png`);
    await page.goto(`${url}/_standin/#/accounts`);
    await page.getByLabel('Account name').fill('my-app');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByLabel('key', { exact: true }).getByText('sk_standin_my-app').waitFor();
    await page.goto(`${url}/_standin/#/accounts`);
    await page.getByRole('link', { name: 'my-app', exact: true }).waitFor();
    await expectNoFindings(page);
    await takePicture(page, `panel-accounts-${colorScheme}.png`);
  });
});

async function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? '');
}
