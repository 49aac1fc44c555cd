/** Loads the kind of the server, emulator or proxy, and the operations that it rejects. */

import { read } from './api.ts';
import type { ServerView } from '../control/routes/server.ts';
import { choose } from './router.ts';
import type { PanelCommand } from './model/command.ts';
import { pageSignal } from './signal.ts';

/** The server. Undefined until it is loaded. */
export const server = pageSignal<ServerView | undefined>(undefined);

/** The notice after a restart of the server. Empty before a restart. */
export const restartNotice = pageSignal('');

/** The commands that ran on this page, oldest first. */
export const doneCommands = pageSignal<readonly PanelCommand[]>([]);

/** Loads the server and the money spent so far. */
export async function readServer(): Promise<void> {
  const before = server.value;
  const current = await read('/server');
  if (before !== undefined && before.instance !== current.instance) noticeRestart(current);
  server.value = current;
}

/** Shows the notice. With a shared store, a new instance id may belong to another replica, so no notice is shown. */
function noticeRestart({ kept_in: keptIn }: ServerView): void {
  if (keptIn === 'store') return;
  const isEmpty = keptIn === 'memory';
  const kept = isEmpty ? 'All earlier accounts are deleted.' : 'It kept the accounts of its data folder.';
  restartNotice.value = `Standin was restarted at ${new Date().toLocaleTimeString('en-GB')}. ${kept}`;
  if (!isEmpty) return;
  doneCommands.value = [];
  choose({ selected: '' });
}

/** Returns the reason why the server rejects an operation, or undefined if it accepts the operation. */
export function whyNot(operationId: string): string | undefined {
  return server.value?.refused.find(({ operation_id: id }) => id === operationId)?.why;
}

/** Reports whether the server is a proxy to a real service. */
export function isProxy(): boolean {
  return server.value?.kind === 'proxy';
}
