/** An app that uses the service, and a page on the panel beside it. */

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { SettingsInput } from '../../../emulator/index.ts';
import { serveEmulator, type OpenPage } from './browser.ts';

export const KEY = 'sk_standin_qa';
const NOW = '2026-01-01T00:00:00.000Z';
/** The clip that other tests make, too: it is in the cache of the suite. */
export const BODY = {
  model: 'videomodel-2.5',
  prompt: 'A tide pool.',
  duration_seconds: 4,
  resolution: '480p',
  audio: false,
};
export const HOSTILE = `<img src=x onerror="alert(1)"><script>alert(2)</script> "' \u202e [[end]]`;

/** An emulator, an app that uses it, and a page that fails its test by what it throws. */
export async function start(openPage: OpenPage, settings: SettingsInput = {}, options: Parameters<OpenPage>[0] = {}) {
  const { emulator, url } = await serveEmulator({ clock: `frozen@${NOW}`, ...settings });
  return { emulator, ...(await startAt(openPage, url, options)) };
}

/** The same with a server that is there already. */
export async function startAt(openPage: OpenPage, url: string, options: Parameters<OpenPage>[0] = {}) {
  const page = await openPage(options);
  page.on('dialog', (dialog) => expect.fail(`a dialog: ${dialog.message()}`));
  page.on('pageerror', (error) => expect.fail(error.message));
  const see = (view: string): Promise<unknown> => page.goto(`${url}/_standin/#/${view}`);
  return { url, page, app: appAt(url), see };
}

/** The same with the account open. */
export async function startAccount(...[openPage, settings, options]: Parameters<typeof start>) {
  const started = await start(openPage, settings, options);
  const { id } = await started.app.create();
  await started.see('account?name=qa');
  await started.page.getByRole('heading', { name: 'Failure scenarios' }).waitFor();
  return { ...started, id };
}

export function press(page: Page, name: string): Promise<void> {
  return page.getByRole('button', { name, exact: true }).click();
}

/** Resolves once the page shows a text. */
export function text(page: Page, shown: string | RegExp): Promise<void> {
  return page.getByText(shown).first().waitFor();
}

/** Opens a tab of an account or of a request. */
export function tab(page: Page, name: string): Promise<void> {
  return page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
}

/** Finds a scenario by words, and turns it on. */
export async function search(page: Page, words: string, scenario: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search scenarios' }).fill(words);
  await turnOn(page, scenario);
}

/** Turns a scenario on, and waits until it is on. */
async function turnOn(page: Page, scenario: string): Promise<void> {
  await page.getByRole('switch', { name: scenario, exact: true }).click();
  await page.getByRole('switch', { name: scenario, exact: true, checked: true }).waitFor();
}

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
    /** All that a look at the account must leave as it is: ledger, counters, rules and how often they fired. */
    state: async (): Promise<unknown> => {
      const parts = ['', '/faults', '/scenarios', '/journal', '/generations'];
      return Promise.all(parts.map(async (part) => (await fetch(`${url}/_standin/accounts/qa${part}`)).json()));
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
