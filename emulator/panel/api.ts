/** Calls the control API. */

import type { AccountListView } from '../control/routes/accounts.ts';
import type { RuleView } from '../control/routes/faults.ts';
import type { GenerationView } from '../control/routes/generations.ts';
import type { LedgerSheetView } from '../control/routes/credits.ts';
import type { ActiveScenario, ScenarioView } from '../control/routes/scenarios.ts';
import type { ServerView } from '../control/routes/server.ts';
import type { AccountView } from '../control/view-schemas.ts';
import type { Entry } from '../journal/entry.ts';
import type { EntrySummary } from '../journal/summary.ts';
import type { ControlRequest } from './model/command.ts';
import { pageSignal } from './signal.ts';

/** The calls that read, with the types of their responses. */
interface ControlReads {
  '/server': ServerView;
  '/requests': { readonly requests: readonly EntrySummary[] };
  '/explain/{id}': { readonly entry: Entry };
  '/scenarios': { readonly scenarios: readonly ScenarioView[] };
  '/accounts': AccountListView;
  '/accounts/{name}': AccountView;
  '/accounts/{name}/faults': { readonly rules: readonly RuleView[] };
  '/accounts/{name}/scenarios': { readonly scenarios: readonly ActiveScenario[] };
  '/accounts/{name}/generations': { readonly generations: readonly GenerationView[]; readonly total: number };
  '/accounts/{name}/generations/{id}': GenerationView;
  '/accounts/{name}/journal': { readonly entries: readonly Entry[] };
  '/accounts/{name}/ledger': LedgerSheetView;
}

/** The values of `{name}` and `{id}` in a path, and its query. */
interface PathOptions {
  readonly name?: string;
  readonly id?: string;
  readonly query?: Readonly<Record<string, string | number>>;
}

/** The name of the control token in the browser, which keeps the token until the tab is closed. */
const TOKEN = 'standin-control-token';
let token = tried(() => sessionStorage.getItem(TOKEN)) ?? '';

/** Returns undefined if the browser blocks storage. Then a kept text lasts until a reload. */
export function tried<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}

function keepToken(text: string): void {
  token = text;
  tried(() => sessionStorage.setItem(TOKEN, text));
}

/** Whether the server requires a token, and the page does not have the correct token. */
export const isTokenWanted = pageSignal(false);

export function hasToken(): boolean {
  return token !== '';
}

/** Tries a token. Resolves to the problem, or to undefined if the token is correct. */
export async function enterToken(typed: string): Promise<string | undefined> {
  keepToken(typed);
  try {
    await read('/server');
    isTokenWanted.value = false;
    return undefined;
  } catch (cause) {
    keepToken('');
    return problemText(cause);
  }
}

/** Reads a path below `/_standin` of the control API. */
export async function read<Path extends keyof ControlReads>(
  path: Path,
  options: PathOptions = {},
): Promise<ControlReads[Path]> {
  return (await send({ method: 'GET', path: controlPath(path, options) })) as ControlReads[Path];
}

export async function send(request: ControlRequest): Promise<unknown> {
  return (await fetchControl(request)).json();
}

/** Fills the parameters and the query of a path into it. */
export function controlPath(path: string, { name = '', id = '', query = {} }: PathOptions): string {
  const search = new URLSearchParams(Object.entries(query).map(([field, value]) => [field, String(value)])).toString();
  const filled = path.replace('{name}', encodeURIComponent(name)).replace('{id}', encodeURIComponent(id));
  return search === '' ? filled : `${filled}?${search}`;
}

/** Resolves to a successful response of the control API, or throws an error with the status as its cause. */
export async function fetchControl({ method, path, body = {} }: ControlRequest): Promise<Response> {
  const headers = {
    ...(hasToken() && { authorization: `Bearer ${token}` }),
    ...(method !== 'GET' && { 'content-type': 'application/json' }),
  };
  const init = { method, headers, ...(method !== 'GET' && { body: JSON.stringify(body) }) };
  const response = await fetch(`/_standin${path}`, { cache: 'no-store', ...init }).catch(() => {
    throw new Error('Standin does not answer. To start it, run "standin serve".');
  });
  if (response.ok) return response;
  const problem = (await response.json().catch(() => ({}))) as { error?: { code: string; message: string } };
  const { code = '', message = '' } = problem.error ?? {};
  if (response.status === 401 && code.endsWith('control_token')) isTokenWanted.value = true;
  throw new Error(message || `The server responded with ${response.status}.`, { cause: response.status });
}

export function problemText(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
