/** Carries commands out, with Undo for destructive ones, and remembers them: what was done by clicks becomes a test. */

import { hasToken, problemText, send } from '../api.ts';
import { withAction } from '../model/actions.ts';
import { commandsOn } from '../model/command-account.ts';
import type { CommandPlace, PanelCommand } from '../model/command.ts';
import { asObject, type JsonObject } from '../model/rule-json.ts';
import { doneCommands, isProxy } from '../server.ts';
import { pageSignal } from '../signal.ts';
import { onEvents } from '../stream.ts';

/** Whether a request arrived after the last command. */
let wasUsed = false;
onEvents((events) => {
  wasUsed ||= events.some(({ type }) => type === 'request');
});

/** The result of a command. */
interface Done {
  readonly account: string;
  readonly said: string;
  readonly problem?: string;
  /** The account as it was before the command. */
  readonly undo?: { readonly command: PanelCommand; readonly snapshot: JsonObject };
}

/** The result of the last command on any account. */
export const lastDone = pageSignal<Done | undefined>(undefined);

export function forgetDone(): void {
  lastDone.value = undefined;
}

/** Carries a command out; resolves to the response, or to undefined if it was rejected. */
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

/** Restores the account as it was before a command. */
export function undoCommand({ account, undo }: Done): void {
  if (undo === undefined) return;
  void attempt(account, async () => {
    await sendCommand(commandsOn(account).restoreSnapshot(undo.snapshot));
    doneCommands.value = doneCommands.value.filter((command) => command !== undo.command);
    lastDone.value = { account, said: `Undone: ${undo.command.label}` };
  });
}

/** Where commands go, for the texts that are shown. */
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

/** Undefined if there is none: then the command has no Undo. */
async function snapshotOf(account: string): Promise<JsonObject | undefined> {
  if (isProxy()) return undefined;
  const { request } = commandsOn(account).takeSnapshot();
  return send('GET', `/_standin${request.path}`).then(asObject, () => undefined);
}
