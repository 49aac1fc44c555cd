/** Calls the control API. */

import type { RuleView } from '../control/routes/faults.ts';
import type { ActiveScenario, ScenarioView } from '../control/routes/scenarios.ts';
import type { AccountFailures } from './model/account-scenarios.ts';
import { accountPath, type ControlRequest } from './model/command.ts';
import { pageSignal } from './signal.ts';

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

/** Tries a token. Rejects if the token is wrong. */
export async function enterToken(typed: string): Promise<void> {
  keepToken(typed);
  try {
    await read('/server');
    isTokenWanted.value = false;
  } catch (cause) {
    keepToken('');
    throw cause;
  }
}

/** Reads a path below `/_standin` of the control API. */
export async function read<Answer>(path: string): Promise<Answer> {
  return (await send({ method: 'GET', path })) as Answer;
}

/** Reads the active scenarios and the rules of an account. */
export async function readFailures(name: string): Promise<AccountFailures> {
  const [{ scenarios: active }, { rules }] = await Promise.all([
    read<{ scenarios: ActiveScenario[] }>(accountPath(name, '/scenarios')),
    read<{ rules: RuleView[] }>(accountPath(name, '/faults')),
  ]);
  return { name, active, rules };
}

/** Returns the scenarios that contain the most of these words, the best match first. */
export async function searchCatalog(words: string): Promise<ScenarioView[]> {
  if (words === '') return [];
  return (await read<{ scenarios: ScenarioView[] }>(`/scenarios?search=${encodeURIComponent(words)}`)).scenarios;
}

export async function send(request: ControlRequest): Promise<unknown> {
  return (await fetchControl(request)).json();
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
