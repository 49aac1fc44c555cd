/** What this server is, an emulator or a proxy, and what cannot be done here. */

import { read } from './api.ts';
import type { ServerView } from '../control/routes/server.ts';
import { choose } from './router.ts';
import { doneCommands } from './shared/do-command.ts';
import { pageSignal } from './signal.ts';

/** Undefined until it was read. */
export const server = pageSignal<ServerView | undefined>(undefined);

/** What to tell people about a process that answers in place of the one before; empty while there was no other one. */
export const restartNotice = pageSignal('');

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
  const kept = isEmpty ? 'It kept nothing from before.' : 'It kept the accounts of its data folder.';
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
