/**
 * Runs commands, with Undo for destructive ones, and shows the note about the last command. Remembers the commands, so
 * that the user can copy them as a test.
 */

import { useEffect } from 'preact/hooks';
import { problemText, send } from '../api.ts';
import { commandsOn, type PanelCommand } from '../model/command.ts';
import { asObject, type JsonObject } from '../model/json.ts';
import { doneCommands, isProxy } from '../server.ts';
import { pageSignal } from '../signal.ts';
import { Button, type ButtonProps } from './parts.tsx';

interface Done {
  readonly command: PanelCommand;
  readonly said?: string;
  readonly problem?: string;
  /** Restores the account from before the command, and leaves the command out of the test. */
  readonly undo?: () => Promise<void>;
}

/** The result of the last command. */
export const lastDone = pageSignal<Done | undefined>(undefined);

export function forgetDone(): void {
  lastDone.value = undefined;
}

/** Runs a command. Resolves to the response, or to undefined if the server rejected the command. */
export async function runCommand(command: PanelCommand, isShown = command.isDestructive): Promise<unknown> {
  const { account, label, isDestructive, request } = command;
  try {
    // Without a snapshot, the user cannot undo the command.
    const snapshot =
      isDestructive && !isProxy()
        ? await send(commandsOn(account).takeSnapshot().request).then(asObject, () => undefined)
        : undefined;
    const answer = await send(request);
    doneCommands.value = [...doneCommands.value, command];
    const said = isShown ? `Done: ${label}` : '';
    lastDone.value = { command, said, ...(snapshot && { undo: () => undo(command, snapshot) }) };
    return answer;
  } catch (cause) {
    lastDone.value = { command, problem: problemText(cause) };
    return undefined;
  }
}

async function undo(command: PanelCommand, snapshot: JsonObject): Promise<void> {
  const before = doneCommands.value.filter(({ request }) => request !== command.request);
  if ((await runCommand(commandsOn(command.account).restoreSnapshot(snapshot))) === undefined) return;
  doneCommands.value = before;
  lastDone.value = { command, said: `Undone: ${command.label}` };
}

interface CommandButtonProps extends Omit<ButtonProps, 'label' | 'onPress'> {
  readonly command: PanelCommand;
  readonly onDone?: (answer: unknown) => void;
}

export function CommandButton({ command, onDone, ...props }: CommandButtonProps) {
  const press = async (): Promise<void> => {
    const answer = await runCommand(command, true);
    if (answer !== undefined) onDone?.(answer);
  };
  return <Button label={command.label} onPress={() => void press()} {...props} />;
}

/** The time that a note is shown, without and with Undo. A note with a problem stays. */
const NOTE_MS = 6000;
const UNDO_MS = 15_000;

/** Shows the result of the last command, with Undo. */
export function DoneNote() {
  const done = lastDone.value;
  useEffect(() => {
    if (done === undefined || done.problem !== undefined) return undefined;
    const timer = setTimeout(forgetDone, done.undo === undefined ? NOTE_MS : UNDO_MS);
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <div class={done?.said || done?.problem ? 'card row done-note' : 'hidden'}>
      <p role="status" class="good">
        {done?.said && `${done.said} · ${done.command.account}`}
      </p>
      {done?.undo && <Button label="Undo" look="small" onPress={() => void done.undo?.()} />}
      <p role="alert" class="bad">
        {done?.problem}
      </p>
      {done && <Button label="×" name="Dismiss" look="quiet" onPress={forgetDone} />}
    </div>
  );
}
