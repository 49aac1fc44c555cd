/** Runs commands, with Undo for destructive ones. Remembers them, so that the user can copy them as a test. */

import { hasToken, problemText, send } from '../api.ts';
import { withAction } from '../model/actions.ts';
import { commandsOn } from '../model/command-account.ts';
import type { CommandPlace, PanelCommand } from '../model/command.ts';
import { asObject, type JsonObject } from '../model/rule-json.ts';
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
export function runCommand(command: PanelCommand): Promise<unknown> {
  const { account, done: said } = command;
  return attempt(account, async () => {
    const snapshot = command.isDestructive === true ? await snapshotOf(account) : undefined;
    const answer = await sendCommand(command);
    doneCommands.value = withAction(doneCommands.value, command, wasUsed);
    wasUsed = false;
    lastDone.value = { account, said, ...(snapshot !== undefined && { undo: { command, snapshot } }) };
    return answer;
  });
}

/** Restores the account from before a command. */
export function undoCommand({ account, undo }: Done): void {
  if (undo === undefined) return;
  void attempt(account, async () => {
    await sendCommand(commandsOn(account).restoreSnapshot(undo.snapshot));
    doneCommands.value = doneCommands.value.filter((command) => command !== undo.command);
    lastDone.value = { account, said: `Undone: ${undo.command.label}` };
  });
}

/** Returns the server address for texts that show a command. */
export function commandPlace(): CommandPlace {
  return { origin: location.origin, hasToken: hasToken() };
}

async function attempt(account: string, work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (cause) {
    lastDone.value = { account, said: '', problem: problemText(cause) };
    return undefined;
  }
}

function sendCommand({ request: { method, path, body } }: PanelCommand): Promise<unknown> {
  return send(method, `/_standin${path}`, body);
}

/** Takes a snapshot. Resolves to undefined if this fails. Then the command cannot be undone. */
async function snapshotOf(account: string): Promise<JsonObject | undefined> {
  if (isProxy()) return undefined;
  const { request } = commandsOn(account).takeSnapshot();
  return send('GET', `/_standin${request.path}`).then(asObject, () => undefined);
}
