/** Account and clip in light and dark: what axe finds, and the pictures of the guide. */

import type { Page } from 'playwright-core';
import { describe, test } from 'vitest';

import {
  expectNoFindings,
  serveEmulator,
  skipsBrowser,
  takePicture,
  useBrowser,
  whyNoBrowser,
} from '../support/panel/browser.ts';

const KEY = 'sk_standin_my-app';
const HEADERS = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
const BODY = { model: 'videomodel-2.5', prompt: 'A tide pool.', duration_seconds: 4, resolution: '480p', audio: false };
const SETTINGS = { clock: 'frozen@2026-01-01T00:00:00.000Z', latency: 'polls:1,1' } as const;

/** An app that makes a clip, and downloads it in two parts of which the second begins too early. */
async function useService(url: string): Promise<string> {
  const created = await fetch(`${url}/v1/videos`, { method: 'POST', headers: HEADERS, body: JSON.stringify(BODY) });
  const { id } = (await created.json()) as { id: string };
  for (const _ of [1, 2, 3]) await (await fetch(`${url}/v1/videos/${id}`, { headers: HEADERS })).text();
  for (const range of ['bytes=0-199999', 'bytes=180000-']) {
    await (await fetch(`${url}/v1/videos/${id}/content`, { headers: { ...HEADERS, range } })).arrayBuffer();
  }
  return id;
}

async function makeItFail(page: Page): Promise<void> {
  await page.getByRole('switch', { name: 'rate_limit_burst_then_ok', exact: true }).click();
  await page.getByRole('switch', { name: 'rate_limit_burst_then_ok', checked: true }).waitFor();
  await page.getByRole('button', { name: 'New rule' }).click();
  await page.getByText('What should go wrong?').waitFor();
}

async function playClip(page: Page): Promise<void> {
  await page.getByText('Frame 0 at 0.000 s. The last frame is 95. The frame code matches.').waitFor();
  await page.getByRole('button', { name: '+1 second', exact: true }).click();
  await page.getByText('Frame 24 at 1.000 s. The last frame is 95. The frame code matches.').waitFor();
  // The loading mark of the browser fades within a second.
  await page.waitForTimeout(1000);
}

describe.skipIf(skipsBrowser)(`in a browser${whyNoBrowser}`, () => {
  const openPage = useBrowser();

  test.each(['light', 'dark'] as const)('axe finds nothing in account and clip, %s', async (colorScheme) => {
    const { url } = await serveEmulator(SETTINGS);
    const id = await useService(url);
    const page = await openPage({ colorScheme, viewport: { width: 1280, height: 800 } });
    await page.goto(`${url}/_standin/#/account?name=my-app`);
    await makeItFail(page);
    await expectNoFindings(page);
    await takePicture(page, `panel-account-${colorScheme}.png`);
    await page.goto(`${url}/_standin/#/clip?account=my-app&id=${id}`);
    await playClip(page);
    await expectNoFindings(page);
    await takePicture(page, `panel-clip-${colorScheme}.png`);
  });
});
