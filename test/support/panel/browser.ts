/** The panel in a real Chromium from PATH, driven by playwright-core. */

import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { createEmulator, type Emulator } from '../../../emulator/index.ts';
import type { SettingsInput } from '../../../emulator/settings/settings-input.ts';
import { ROOT } from '../run.ts';

const CHROMIUMS = ['chromium', 'chromium-browser', 'google-chrome'];
const executablePath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => CHROMIUMS.map((name) => join(folder, name)))
  .find(isExecutable);

/** Without a browser, its tests are skipped, and their title gives the reason. Under CI=true they fail. */
export const skipsBrowser = executablePath === undefined && process.env['CI'] !== 'true';
export const whyNoBrowser = executablePath === undefined ? ' (no chromium on PATH)' : '';

export interface Served {
  readonly emulator: Emulator;
  readonly url: string;
}

/** Opens an emulator on a port, and closes it at the end of the test. */
export async function serveEmulator(settings: SettingsInput = {}): Promise<Served> {
  const emulator = createEmulator(settings);
  onTestFinished(() => emulator.close());
  const { url } = await emulator.listen({ port: 0, host: '127.0.0.1' });
  return { emulator, url };
}

/** A generous limit for slow machines. It measures nothing. */
const PATIENCE_MS = 60_000;

export type OpenPage = (options?: BrowserContextOptions) => Promise<Page>;

/** Opens one browser for all tests of a file. Each page has its own profile, and logged errors fail its test. */
export function useBrowser(): OpenPage {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (executablePath === undefined) return;
    browser = await chromium.launch({ executablePath, timeout: PATIENCE_MS, args: ['--no-sandbox', '--disable-gpu'] });
  });
  afterAll(() => browser?.close());
  return async (options = {}) => {
    if (browser === undefined) throw new Error('No chromium on PATH: apt-get install chromium');
    const context = await browser.newContext(options);
    onTestFinished(() => context.close());
    context.setDefaultTimeout(PATIENCE_MS);
    return context.newPage();
  };
}

/** Takes a picture of the guide with PICTURES=write. Otherwise the picture must exist. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const path = join(ROOT, 'docs', 'images', name);
  if (process.env['PICTURES'] === 'write') await page.screenshot({ path });
  expect(existsSync(path)).toBe(true);
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Fails if axe finds a problem in the page. It repeats the check while the page is still drawing. */
export async function expectNoFindings(page: Page): Promise<void> {
  await expect.poll(() => axeFindings(page), { interval: 1000 }).toEqual([]);
}

/** Returns the rule and the place of each finding. */
async function axeFindings(page: Page): Promise<string[]> {
  // The debugger protocol evaluates the script, because the page's policy does not apply to it.
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run: () => Promise<AxeReport> } };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

interface AxeReport {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
