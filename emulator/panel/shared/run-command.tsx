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
  readonly said?: string;
  readonly problem?: string;
  /** Restores the account from before the command, and leaves the command out of the test. */
  readonly undo?: () => Promise<void>;
}

/** The result of the last command on any account. */
export const lastDone = pageSignal<Done | undefined>(undefined);

export function forgetDone(): void {
  lastDone.value = undefined;
}

/** Runs a command. Resolves to the response, or to undefined if the server rejected the command. */
export async function runCommand(command: PanelCommand): Promise<unknown> {
  const { account, done: said, isDestructive, request } = command;
  try {
    // Without a snapshot, the user cannot undo the command.
    const snapshot =
      isDestructive === true && !isProxy()
        ? await send(commandsOn(account).takeSnapshot().request).then(asObject, () => undefined)
        : undefined;
    const answer = await send(request);
    const { id: added } = asObject(answer);
    doneCommands.value = withAction(doneCommands.value, { ...command, added }, wasUsed);
    wasUsed = false;
    lastDone.value = { account, said, ...(snapshot && { undo: () => undo(command, snapshot) }) };
    return answer;
  } catch (cause) {
    lastDone.value = { account, problem: problemText(cause) };
    return undefined;
  }
}

async function undo({ account, label, request: undone }: PanelCommand, snapshot: JsonObject): Promise<void> {
  const before = doneCommands.value.filter(({ request }) => request !== undone);
  if ((await runCommand(commandsOn(account).restoreSnapshot(snapshot))) === undefined) return;
  doneCommands.value = before;
  lastDone.value = { account, said: `Undone: ${label}` };
}

interface CommandButtonProps extends Omit<ButtonProps, 'label' | 'onPress'> {
  readonly command: PanelCommand;
  readonly onDone?: (answer: unknown) => void;
}

export function CommandButton({ command, onDone, ...props }: CommandButtonProps) {
  const press = async (): Promise<void> => {
    const answer = await runCommand(command);
    if (answer !== undefined) onDone?.(answer);
  };
  return <Button label={command.label} onPress={() => void press()} {...props} />;
}

/** Shows the result of the last command on an account, with Undo. */
export function DoneNote({ account }: { readonly account: string }) {
  const done = lastDone.value?.account === account ? lastDone.value : undefined;
  return (
    <div class={done?.said || done?.problem ? 'card row done-note' : 'hidden'}>
      <p role="status" class="good">
        {done?.said}
      </p>
      {done?.undo && <Button label="Undo" look="small" onPress={() => void done.undo?.()} />}
      <p role="alert" class="bad">
        {done?.problem}
      </p>
      {done && <Button label="×" name="Dismiss" look="quiet" onPress={forgetDone} />}
    </div>
  );
}
