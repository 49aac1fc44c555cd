/** Carries commands out, with Undo for destructive ones, and remembers them: what was done by clicks becomes a test. */

import { useState } from 'preact/hooks';
import { hasToken, problemText, send } from '../api.ts';
import { commandsOn } from '../model/command-account.ts';
import type { CommandPlace, PanelCommand } from '../model/command.ts';
import { asObject, type JsonObject } from '../model/rule-json.ts';
import { doneCommands, isProxy } from '../server.ts';

export interface Doing {
  /** Carries a command out; resolves to the response, or to undefined if it was rejected. */
  readonly run: (command: PanelCommand) => Promise<unknown>;
  readonly said: string;
  readonly problem: string | undefined;
  /** Restores the account as it was before the last command; undefined if there is nothing to undo. */
  readonly undo: (() => void) | undefined;
}

interface Done {
  readonly said: string;
  readonly problem?: string;
  readonly undo?: { readonly command: PanelCommand; readonly snapshot: JsonObject };
}

/** The commands on one account, and the result of the last one; `after` reloads what a command changed. */
export function useDoing(name: string, after: () => void): Doing {
  const [done, setDone] = useState<Done>({ said: '' });
  const attempt = async (work: () => Promise<unknown>): Promise<unknown> => {
    try {
      return await work();
    } catch (cause) {
      setDone({ said: '', problem: problemText(cause) });
      return undefined;
    } finally {
      after();
    }
  };
  const run = (command: PanelCommand): Promise<unknown> =>
    attempt(async () => {
      const snapshot = command.isDestructive === true ? await snapshotOf(name) : undefined;
      const answer = await sendCommand(command);
      doneCommands.value = [...doneCommands.value, command];
      setDone({ said: command.done, ...(snapshot !== undefined && { undo: { command, snapshot } }) });
      return answer;
    });
  const { said, problem, undo } = done;
  const undoLast = (): void => {
    if (undo === undefined) return;
    void attempt(async () => {
      await sendCommand(commandsOn(name).restoreSnapshot(undo.snapshot));
      doneCommands.value = doneCommands.value.filter((command) => command !== undo.command);
      setDone({ said: `Undone: ${undo.command.label}` });
    });
  };
  return { run, said, problem, undo: undo && undoLast };
}

/** Where commands go, for the texts that are shown. */
export function commandPlace(): CommandPlace {
  return { origin: location.origin, hasToken: hasToken() };
}

function sendCommand({ request: { method, path, body } }: PanelCommand): Promise<unknown> {
  return send(method, `/_standin${path}`, body);
}

/** Undefined if there is none: then the command has no Undo. */
async function snapshotOf(name: string): Promise<JsonObject | undefined> {
  if (isProxy()) return undefined;
  const { request } = commandsOn(name).takeSnapshot();
  return send('GET', `/_standin${request.path}`).then(asObject, () => undefined);
}
