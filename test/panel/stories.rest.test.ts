/** The four failures that testers ask for most, each with at most three clicks in the account of the app. */

import type { Locator } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';

import { skipsBrowser, useBrowser, whyNoBrowser } from '../support/panel/browser.ts';
import { start, startAccount, text } from '../support/panel/steps.ts';

const MOST_CLICKS = 3;

describe.skipIf(skipsBrowser)(`in a browser${whyNoBrowser}`, () => {
  const openPage = useBrowser();
  let clicks = 0;
  const click = (target: Locator): Promise<void> => {
    clicks += 1;
    return target.click();
  };
  afterEach(() => {
    expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);
    clicks = 0;
  });

  test('429 burst: switch it on, look at the requests, see why', async () => {
    const { page, app } = await startAccount(openPage);
    await click(page.getByRole('switch', { name: 'rate_limit_burst_then_ok' }));
    await page.getByRole('switch', { name: 'rate_limit_burst_then_ok', checked: true }).waitFor();
    for (const status of [429, 429, 429, 202]) expect((await app.create()).status).toBe(status);
    await click(page.getByRole('link', { name: 'Live requests' }));
    await click(page.getByRole('button', { name: /rate_limited ×3/ }));
    await page.getByRole('heading', { name: /injected by rate_limit_burst_then_ok, 3 of 3/ }).waitFor();
  });

  test('failed and refunded: the row of the generation says both', async () => {
    const { page, app } = await startAccount(openPage, { latency: 'polls:1,1' });
    await click(page.getByRole('switch', { name: 'fails_while_running_refund' }));
    await page.getByRole('switch', { name: 'fails_while_running_refund', checked: true }).waitFor();
    const { id } = await app.create();
    for (const status of ['pending', 'running', 'failed']) expect((await app.poll(id))['status']).toBe(status);
    await click(page.getByRole('link', { name: 'Live requests' }));
    await page.getByRole('button', { name: /failed.*create, 3 polls.*generation_failed, refunded \$0\.48/ }).waitFor();
  });

  test('cut at 40 %: the row says where the download was cut', async () => {
    const { page, app, id } = await startAccount(openPage, { latency: 'instant' });
    await click(page.getByRole('switch', { name: 'content_cut_at_40' }));
    await page.getByRole('switch', { name: 'content_cut_at_40', checked: true }).waitFor();
    await app.poll(id);
    expect((await app.download(id)).isWhole).toBe(false);
    await click(page.getByRole('link', { name: 'Live requests' }));
    await page.getByRole('button', { name: /cut at 40 %/ }).click();
    await page.getByRole('heading', { name: /cut at 40 % \(\d+ KB of [\d.]+ [KM]B\)/ }).waitFor();
  });

  test('stuck for an hour: a rule that times out after an hour is one card and one choice', async () => {
    const { page, app, emulator } = await startAccount(openPage);
    await click(page.getByRole('button', { name: 'New rule' }));
    await click(page.getByRole('radio', { name: /^Change the generation/ }));
    await page.getByLabel('What happens').selectOption('the generation stays running, then times out');
    await text(page, 'The generation stays running, then times out (timeout 1 h), for all creates.');
    await click(page.getByRole('button', { name: 'Add rule' }));
    await text(page, '✓ Add rule');
    const { id } = await app.create();
    await emulator.account('qa').advance(59 * 60_000);
    expect((await app.poll(id))['status']).toBe('running');
    await emulator.account('qa').advance(2 * 60_000);
    expect(await app.poll(id)).toMatchObject({ status: 'failed', error: { code: 'generation_timeout' } });
  });

  test('the details of an early poll show it among the later polls', async () => {
    const { page, app, see } = await start(openPage, { latency: 'manual' });
    const { id } = await app.create();
    for (let poll = 0; poll < 20; poll++) await app.poll(id);
    await see('requests');
    await click(page.getByRole('button', { name: /create, 20 polls/ }));
    const list = page.getByRole('list', { name: `Requests of ${id}` });
    await click(list.getByRole('button').nth(2));
    await expect.poll(() => page.locator('.attempts .this').count()).toBe(1);
    expect(await page.locator('.attempts li').count()).toBe(12);
    await click(list.getByRole('button').nth(20));
    await expect.poll(() => page.locator('.attempts li').last().getAttribute('class')).toBe('this');
  });
});
