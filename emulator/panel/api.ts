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
import { keep, readKept } from './kept.ts';
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

interface PathOptions {
  /** The values of `{name}` and `{id}` in the path. */
  readonly name?: string;
  readonly id?: string;
  readonly query?: Readonly<Record<string, string | number>>;
}

/** The error for a request that the control API rejected. Views show its message. */
export class PanelProblem extends Error {
  override readonly name = 'PanelProblem';
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

const TOKEN = 'standin-control-token';
/** The control token. The browser keeps it until the tab is closed. */
const token = pageSignal(readKept('sessionStorage', TOKEN));

/** Whether the server requires a token, and the page does not have the correct token. */
export const isTokenWanted = pageSignal(false);

/** Reports whether the user has entered a token. */
export function hasToken(): boolean {
  return token.value !== '';
}

/** Tries a token. Resolves to the problem, or to undefined if the token is correct. */
export async function enterToken(typed: string): Promise<string | undefined> {
  token.value = typed;
  try {
    await read('/server');
    isTokenWanted.value = false;
    keep('sessionStorage', TOKEN, typed);
    return undefined;
  } catch (cause) {
    token.value = '';
    return problemText(cause);
  }
}

/** Reads a path below `/_standin` of the control API. */
export async function read<Path extends keyof ControlReads>(
  path: Path,
  options: PathOptions = {},
): Promise<ControlReads[Path]> {
  return (await send('GET', controlPath(path, options))) as ControlReads[Path];
}

/** Sends a request to the control API, and returns the JSON of the response. */
export async function send(method: string, path: string, body?: unknown): Promise<unknown> {
  const isRead = method === 'GET';
  const init = isRead ? {} : { method, body: JSON.stringify(body ?? {}) };
  const response = await fetchControl(path, init, isRead ? {} : { 'content-type': 'application/json' });
  return response.json();
}

/** Returns a path below `/_standin` with its parameters and query. */
export function controlPath(path: string, { name = '', id = '', query = {} }: PathOptions = {}): string {
  const search = new URLSearchParams(Object.entries(query).map(([field, value]) => [field, String(value)])).toString();
  const filled = path.replace('{name}', encodeURIComponent(name)).replace('{id}', encodeURIComponent(id));
  return `/_standin${filled}${search === '' ? '' : `?${search}`}`;
}

/** Resolves to a successful response of the control API, or throws a PanelProblem. */
export async function fetchControl(
  path: string,
  init: RequestInit = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const sent = hasToken() ? { ...headers, authorization: `Bearer ${token.value}` } : headers;
  const response = await fetch(path, { cache: 'no-store', ...init, headers: sent }).catch(() => {
    throw new PanelProblem(UNREACHABLE, 0);
  });
  if (response.ok) return response;
  const body = (await response.json().catch(() => ({}))) as { error?: { code: string; message: string } };
  const { code = '', message = '' } = body.error ?? {};
  if (response.status === 401 && code.endsWith('control_token')) isTokenWanted.value = true;
  throw new PanelProblem(message === '' ? `The server responded with ${response.status}.` : message, response.status);
}

const UNREACHABLE = 'Standin does not answer. Is it still running? Start it again with "standin serve".';

/** Returns the message of a thrown value. */
export function problemText(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
