/** The kind of the server, an emulator or a proxy, and the operations that it rejects. */

import { read } from './api.ts';
import type { ServerView } from '../control/routes/server.ts';
import { choose } from './router.ts';
import type { PanelCommand } from './model/command.ts';
import { pageSignal } from './signal.ts';

/** Undefined until it was read. */
export const server = pageSignal<ServerView | undefined>(undefined);

/** The notice after a restart of the server; empty before. */
export const restartNotice = pageSignal('');

/** The commands of this page, the oldest first. */
export const doneCommands = pageSignal<readonly PanelCommand[]>([]);

/** Reads it, and what was spent so far. */
export async function readServer(): Promise<void> {
  const before = server.value;
  const current = await read('/server');
  if (before !== undefined && before.instance !== current.instance) noticeRestart(current);
  server.value = current;
}

/** With a shared store another replica may answer, so that nothing has to have been restarted. */
function noticeRestart({ kept_in: keptIn }: ServerView): void {
  if (keptIn === 'store') return;
  const isEmpty = keptIn === 'memory';
  const kept = isEmpty ? 'All earlier accounts are deleted.' : 'It kept the accounts of its data folder.';
  restartNotice.value = `Standin was restarted at ${new Date().toLocaleTimeString('en-GB')}. ${kept}`;
  if (!isEmpty) return;
  doneCommands.value = [];
  choose({ selected: '' });
}

/** Why an operation of the control API makes no sense here; undefined where it does. */
export function whyNot(operationId: string): string | undefined {
  return server.value?.refused.find(({ operation_id: id }) => id === operationId)?.why;
}

/** Whether a real service stands behind it. */
export function isProxy(): boolean {
  return server.value?.kind === 'proxy';
}
