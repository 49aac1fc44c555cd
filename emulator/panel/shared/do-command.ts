/** Runs commands, with Undo for destructive ones. Remembers them, so that the user can copy them as a test. */

import { problemText, send } from '../api.ts';
import { withAction } from '../model/actions.ts';
import { commandsOn } from '../model/command-account.ts';
import type { PanelCommand } from '../model/command.ts';
import { asObject, type JsonObject } from '../model/json.ts';
import { doneCommands, isProxy } from '../server.ts';
import { pageSignal } from '../signal.ts';
import { onEvents } from '../stream.ts';

/** Whether a request has arrived since the last command. */
let wasUsed = false;
onEvents((events) => {
  wasUsed ||= events.some(({ type }) => type === 'request');
});

/** The result of a command. */
interface Done {
  readonly account: string;
  readonly said: string;
  readonly problem?: string;
  /** The snapshot of the account from before the command. */
  readonly undo?: { readonly command: PanelCommand; readonly snapshot: JsonObject };
}

/** The result of the last command on any account. */
export const lastDone = pageSignal<Done | undefined>(undefined);

export function forgetDone(): void {
  lastDone.value = undefined;
}

/** Runs a command. Resolves to the response, or to undefined if the server rejected the command. */
export async function runCommand(command: PanelCommand): Promise<unknown> {
  const { account, done: said, isDestructive } = command;
  try {
    const snapshot = isDestructive === true && !isProxy() ? await snapshotOf(account) : undefined;
    const answer = await sendCommand(command);
    const { id: added } = asObject(answer);
    doneCommands.value = withAction(doneCommands.value, { ...command, added }, wasUsed);
    wasUsed = false;
    lastDone.value = { account, said, ...(snapshot !== undefined && { undo: { command, snapshot } }) };
    return answer;
  } catch (cause) {
    lastDone.value = { account, said: '', problem: problemText(cause) };
    return undefined;
  }
}

/** Restores the account from before a command, and leaves the command out of the test. */
export async function undoCommand({ account, undo }: Done): Promise<void> {
  if (undo === undefined) return;
  const before = doneCommands.value.filter(({ request }) => request !== undo.command.request);
  const restored = await runCommand(commandsOn(account).restoreSnapshot(undo.snapshot));
  if (restored === undefined) return;
  doneCommands.value = before;
  lastDone.value = { account, said: `Undone: ${undo.command.label}` };
}

function sendCommand({ request: { method, path, body } }: PanelCommand): Promise<unknown> {
  return send(method, `/_standin${path}`, body);
}

/** Takes a snapshot. Resolves to undefined if this fails. Then the user cannot undo the command. */
function snapshotOf(account: string): Promise<JsonObject | undefined> {
  return sendCommand(commandsOn(account).takeSnapshot()).then(asObject, () => undefined);
}
