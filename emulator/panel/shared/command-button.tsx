/** Shows a button that runs a command, and the note about the last command. */

import type { VNode } from 'preact';
import type { PanelCommand } from '../model/command.ts';
import { forgetDone, lastDone, runCommand, undoCommand } from './do-command.ts';
import { Button, type ButtonProps } from './parts.tsx';

interface CommandButtonProps extends Pick<ButtonProps, 'look' | 'isDisabled' | 'isPressed' | 'isSubmit'> {
  readonly command: PanelCommand;
  /** Receives the response. */
  readonly onDone?: (answer: unknown) => void;
  /** The subject of the command, if several buttons on a page have the same label. */
  readonly of?: string;
}

/** Runs its command when it is pressed. */
export function CommandButton({ command, onDone, of, ...props }: CommandButtonProps): VNode {
  const press = async (): Promise<void> => {
    const answer = await runCommand(command);
    if (answer !== undefined) onDone?.(answer);
  };
  const name = of && `${command.label}: ${of}`;
  return <Button label={command.label} name={name} onPress={() => void press()} {...props} />;
}

/** Shows the result of the last command on an account, with Undo. */
export function DoneNote({ account }: { readonly account: string }): VNode {
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
