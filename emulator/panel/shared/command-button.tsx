/** Shows a button that runs a command, and the note about the last command. */

import type { VNode } from 'preact';
import type { PanelCommand } from '../model/command.ts';
import { forgetDone, lastDone, runCommand, undoCommand } from './do-command.ts';

interface CommandButtonProps {
  readonly command: PanelCommand;
  /** Receives the response. */
  readonly onDone?: (answer: unknown) => void;
  readonly look?: 'main' | 'bad' | 'quiet' | 'small';
  /** The subject of the command, if several buttons on a page have the same label. */
  readonly of?: string;
  readonly isDisabled?: boolean;
  /** Whether the button is the chosen one of several. */
  readonly isChosen?: boolean;
  /** Whether Enter in a field of the form also runs the command. */
  readonly isSubmit?: boolean;
}

/** Runs its command when it is pressed. */
export function CommandButton(props: CommandButtonProps): VNode {
  const { command, onDone, look, of = '', isDisabled = false, isChosen, isSubmit = false } = props;
  const press = async (event: Event): Promise<void> => {
    event.preventDefault();
    const answer = await runCommand(command);
    if (answer !== undefined) onDone?.(answer);
  };
  return (
    <button
      type={isSubmit ? 'submit' : 'button'}
      class={look}
      aria-label={of === '' ? undefined : `${command.label}: ${of}`}
      disabled={isDisabled}
      aria-pressed={isChosen}
      onClick={(event) => void press(event)}
    >
      {command.label}
    </button>
  );
}

/** Shows the result of the last command on an account, with Undo. */
export function DoneNote({ account }: { readonly account: string }): VNode {
  const done = lastDone.value?.account === account ? lastDone.value : undefined;
  return (
    <div class={done === undefined ? 'hidden' : 'card row done-note'}>
      <p role="status" class="good">
        {done?.said}
      </p>
      {done?.undo === undefined ? null : (
        <button class="small" onClick={() => undoCommand(done)}>
          Undo
        </button>
      )}
      <p role="alert" class="bad">
        {done?.problem}
      </p>
      {done === undefined ? null : (
        <button class="quiet" aria-label="Dismiss" onClick={forgetDone}>
          ×
        </button>
      )}
    </div>
  );
}
