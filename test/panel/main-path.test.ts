/** The main path through the panel in a real browser, and its size. */

import { brotliCompressSync } from 'node:zlib';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serveEmulator, skipsBrowser, useBrowser, whyNoBrowser } from '../support/panel/browser.ts';
import { ROOT } from '../support/run.ts';
import { create } from './create.ts';

const MOST_BYTES = 35_000;
/** The ceiling of the other lines is in `test/architecture/ceilings.ts`. */
const MOST_STYLE_LINES = 1_015;

test('the panel is one page, one script and one style sheet, of at most 35 kB in brotli', () => {
  const folder = join(ROOT, 'dist', 'panel');
  const files = readdirSync(folder).toSorted();
  expect(files).toEqual(['index.html', 'panel.css', 'panel.js']);
  const sizes = files.map((name) => brotliCompressSync(readFileSync(join(folder, name))).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_BYTES);
});

test('the style sheets have a ceiling of lines', () => {
  const folder = join(ROOT, 'emulator', 'panel', 'style');
  const lines = readdirSync(folder).map(
    (name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n').length,
  );
  expect(lines.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(MOST_STYLE_LINES);
});

describe.skipIf(skipsBrowser)(`in a browser${whyNoBrowser}`, () => {
  const openPage = useBrowser();

  test('from the first start to the first injected failure by clicks alone', async () => {
    const { url } = await serveEmulator();
    const page = await openPage();
    await page.goto(url);
    await page.getByRole('link', { name: 'create an account' }).click();
    await page.getByRole('button', { name: 'Create account' }).click();
    const key = await page.getByLabel('key', { exact: true }).innerText();
    await page.getByRole('switch', { name: 'rate_limit_burst_then_ok', exact: true }).click();
    await page.getByRole('switch', { name: 'rate_limit_burst_then_ok', checked: true }).waitFor();
    expect((await create(url, key, { prompt: 'a kite' })).status).toBe(429);
    await page.getByRole('link', { name: 'Live requests' }).click();
    await page.getByRole('button', { name: /429 injected.*a kite/ }).click();
    await page.getByRole('heading', { name: '429 injected injected by rate_limit_burst_then_ok, 1 of 3' }).waitFor();
    await page.getByText('Before each retry, waits at least as long as Retry-After states').waitFor();
  });
});
