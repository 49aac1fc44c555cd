/** Loads the kind of the server, the operations that it rejects, and its scenarios. */

import type { ScenarioView } from '../control/routes/scenarios.ts';
import type { ServerView } from '../control/routes/server.ts';
import { problemText, read } from './api.ts';
import type { PanelCommand } from './model/command.ts';
import { choose } from './router.ts';
import { pageSignal } from './signal.ts';

/** The server. Undefined until it is loaded. */
export const server = pageSignal<ServerView | undefined>(undefined);

/** The scenarios of the server. A server process never changes them. */
export const catalog = pageSignal<readonly ScenarioView[]>([]);

/** The result of the last action, or a problem. */
export const note = pageSignal<{
  readonly said?: string;
  readonly problem?: string;
  /** The account of the action. */
  readonly account?: string;
  /** Restores the account from before the action, and leaves the action out of the test. */
  readonly undo?: () => Promise<void>;
}>({});

export function showProblem(cause: unknown): undefined {
  note.value = { problem: problemText(cause) };
}

/** The commands that ran on this page, oldest first. */
export const doneCommands = pageSignal<readonly PanelCommand[]>([]);

/** Loads the server and the money spent so far. */
export async function readServer(): Promise<void> {
  const before = server.value?.instance;
  const current = await read<ServerView>('/server');
  if (before !== current.instance) catalog.value = (await read<{ scenarios: ScenarioView[] }>('/scenarios')).scenarios;
  // With a shared store, a new instance id may belong to another replica, so no notice is shown.
  if (before !== undefined && before !== current.instance && current.kept_in !== 'store') {
    const isEmpty = current.kept_in === 'memory';
    const lost = isEmpty ? ' All earlier accounts are deleted.' : '';
    showProblem(`Standin was restarted at ${new Date().toISOString().slice(11, 19)} UTC.${lost}`);
    if (isEmpty) choose({ selected: '' });
  }
  server.value = current;
}

export function isProxy(): boolean {
  return server.value?.kind === 'proxy';
}
