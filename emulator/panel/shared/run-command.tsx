/**
 * Runs commands, with Undo for destructive ones, and shows the note about the last command. Remembers the commands, so
 * that the user can copy them as a test.
 */

import { problemText, send } from '../api.ts';
import { withAction } from '../model/actions.ts';
import { commandsOn, type PanelCommand } from '../model/command.ts';
import { asObject, type JsonObject } from '../model/json.ts';
import { doneCommands, isProxy } from '../server.ts';
import { pageSignal } from '../signal.ts';
import { onEvents } from '../stream.ts';
import { Button, type ButtonProps } from './parts.tsx';

/** Whether a request has arrived since the last command. */
let wasUsed = false;
onEvents((events) => {
  wasUsed ||= events.some(({ type }) => type === 'request');
});

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
    const { request } = commandsOn(account).takeSnapshot();
    // Without a snapshot, the user cannot undo the command.
    const isUndoable = isDestructive === true && !isProxy();
    const snapshot = isUndoable ? await send(request).then(asObject, () => undefined) : undefined;
    const answer = await send(command.request);
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
async function undoCommand({ account, undo }: Done): Promise<void> {
  if (undo === undefined) return;
  const before = doneCommands.value.filter(({ request }) => request !== undo.command.request);
  const restored = await runCommand(commandsOn(account).restoreSnapshot(undo.snapshot));
  if (restored === undefined) return;
  doneCommands.value = before;
  lastDone.value = { account, said: `Undone: ${undo.command.label}` };
}

interface CommandButtonProps extends Omit<ButtonProps, 'label' | 'name' | 'onPress'> {
  readonly command: PanelCommand;
  readonly onDone?: (answer: unknown) => void;
  /** The subject of the command, if several buttons on a page have the same label. */
  readonly of?: string;
}

export function CommandButton({ command, onDone, of, ...props }: CommandButtonProps) {
  const press = async (): Promise<void> => {
    const answer = await runCommand(command);
    if (answer !== undefined) onDone?.(answer);
  };
  const name = of && `${command.label}: ${of}`;
  return <Button label={command.label} name={name} onPress={() => void press()} {...props} />;
}

/** Shows the result of the last command on an account, with Undo. */
export function DoneNote({ account }: { readonly account: string }) {
  const done = lastDone.value?.account === account ? lastDone.value : undefined;
  return (
    <div class={done ? 'card row done-note' : 'hidden'}>
      <p role="status" class="good">
        {done?.said}
      </p>
      {done?.undo && <Button label="Undo" look="small" onPress={() => void undoCommand(done)} />}
      <p role="alert" class="bad">
        {done?.problem}
      </p>
      {done && <Button label="×" name="Dismiss" look="quiet" onPress={forgetDone} />}
    </div>
  );
}
