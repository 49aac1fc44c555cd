/**
 * Runs commands, with Undo for destructive ones, and shows the note about the last command. Remembers the commands, so
 * that the user can copy them as a test.
 */

import { useEffect } from 'preact/hooks';
import { send } from '../api.ts';
import { commandsOn, type PanelCommand } from '../model/command.ts';
import { asObject, type JsonObject } from '../model/json.ts';
import { doneCommands, isProxy, note, showProblem } from '../server.ts';
import { deliver } from '../stream.ts';
import { Button, type ButtonProps } from './parts.tsx';

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
    const said = isShown ? `✓ ${label} · ${account}` : '';
    note.value = { said, account, ...(snapshot && { undo: () => undo(command, snapshot) }) };
    // The views of the account load again.
    deliver([{ type: 'command', account }]);
    return answer;
  } catch (cause) {
    showProblem(cause);
    return undefined;
  }
}

async function undo({ account, label, request }: PanelCommand, snapshot: JsonObject): Promise<void> {
  const before = doneCommands.value.filter((one) => one.request !== request);
  if ((await runCommand(commandsOn(account).restoreSnapshot(snapshot))) === undefined) return;
  doneCommands.value = before;
  // The button is gone now.
  document.getElementById('main')?.focus();
  note.value = { said: `Undone: ${label} · ${account}` };
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

/** The time that a note without a problem is shown. */
const NOTE_MS = 10_000;

/** Shows the result of the last action, with Undo. */
export function DoneNote() {
  const { said, problem, undo: undoIt } = note.value;
  const dismiss = (): void => void (note.value = {});
  useEffect(() => {
    if (!said) return undefined;
    const timer = setTimeout(dismiss, NOTE_MS);
    return () => clearTimeout(timer);
  }, [note.value]);
  return (
    <div class={said || problem ? 'card row done-note' : 'hidden'}>
      <p role="status" class="good">
        {said}
      </p>
      {undoIt && (
        <Button label="Undo" look="small" title="Restores the whole account from before this action" onPress={undoIt} />
      )}
      <p role="alert" class="bad">
        {problem}
      </p>
      {(said || problem) && <Button label="×" name="Dismiss" look="quiet" onPress={dismiss} />}
    </div>
  );
}
