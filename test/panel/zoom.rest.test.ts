/** The panel at a zoom of 200 %: a window of 1280 by 800 px then has 640 by 400 px. No control is cut off or out of reach. */

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { skipsBrowser, useBrowser, whyNoBrowser } from '../support/panel/browser.ts';
import { press, search, startAccount, text } from '../support/panel/steps.ts';

const ZOOMED = { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 };

/** Controls that lie outside the page, cut their own words off, or cannot be scrolled to below the bar at the top. */
function unreachable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>('main :is(a, button, input, select, textarea, summary)'),
    ];
    const seen = controls.filter((control) => control.getClientRects().length > 0 && !control.matches('.hidden'));
    return seen.flatMap((control) => {
      control.scrollIntoView({ block: 'center', inline: 'center' });
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const isInside = left >= 0 && right <= innerWidth && bottom > 0 && top < innerHeight;
      const isWhole = !control.matches('button, .button') || control.scrollWidth <= control.clientWidth + 1;
      return isInside && isWhole ? [] : [control.outerHTML.slice(0, 120)];
    });
  });
}

async function expectWhole(page: Page): Promise<void> {
  const width = (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(width).toBeLessThanOrEqual(ZOOMED.viewport.width);
  await expect.poll(() => unreachable(page)).toEqual([]);
}

describe.skipIf(skipsBrowser)(`in a browser${whyNoBrowser}`, () => {
  const openPage = useBrowser();

  test('at 200 %, no view scrolls sideways and every control is in reach', async () => {
    const { page, app, id, see } = await startAccount(openPage, { latency: 'instant' }, ZOOMED);
    await search(page, 'download cut at 40 %', 'content_cut_at_40');
    await app.poll(id);
    await app.download(id);
    await press(page, 'New rule');
    await text(page, 'What should go wrong?');
    for (const name of ['Failures', 'Generations', 'Money', 'Clock', 'Send', 'More']) {
      await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
      await page.getByRole('tab', { name: new RegExp(`^${name}`), selected: true }).waitFor();
      await expectWhole(page);
    }
    await see(`clip?account=qa&id=${id}`);
    await text(page, 'cut by a fault · content_cut_at_40');
    await expectWhole(page);
    await see('accounts');
    await press(page, 'Create account');
    await text(page, 'No custom rules yet.');
    await expectWhole(page);
    await see('requests');
    await page.getByRole('button', { name: /cut at 40 %/ }).waitFor();
    await expectWhole(page);
    await page.getByRole('button', { name: /cut at 40 %/ }).click();
    for (const name of ['Why', 'Request', 'Response', 'Repeat']) {
      await page.getByRole('tab', { name, exact: true }).click();
      await expectWhole(page);
    }
    await press(page, 'Close');
    await page.getByRole('complementary').waitFor({ state: 'detached' });
  });
});
