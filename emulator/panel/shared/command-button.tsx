/** A button that carries a command out. With "Show the code of every button", the command stands below it. */

import type { VNode } from 'preact';
import { toCurl, type PanelCommand } from '../model/command.ts';
import { pageSignal } from '../signal.ts';
import { ChoiceTabs } from './choice-tabs.tsx';
import { commandPlace, lastDone, runCommand, undoCommand } from './do-command.ts';

/** Whether each button shows its curl and its line of a test. */
export const showsCode = pageSignal(false);

interface CommandButtonProps {
  readonly command: PanelCommand;
  /** Gets the response. */
  readonly onDone?: (answer: unknown) => void;
  readonly look?: 'main' | 'danger' | 'quiet' | 'small';
  /** The subject of the command, if several buttons on a page have the same label. */
  readonly of?: string;
  readonly isDisabled?: boolean;
  /** Whether it also works by Enter in a field of its form. */
  readonly isSubmit?: boolean;
}

/** Carries its command out when it is pressed. */
export function CommandButton(props: CommandButtonProps): VNode {
  const { command, onDone, look, of = '', isDisabled = false, isSubmit = false } = props;
  const press = async (event: Event): Promise<void> => {
    event.preventDefault();
    const answer = await runCommand(command);
    if (answer !== undefined) onDone?.(answer);
  };
  const name = of === '' ? command.label : `${command.label}: ${of}`;
  return (
    <span class="command">
      <button
        type={isSubmit ? 'submit' : 'button'}
        class={look}
        aria-label={name}
        disabled={isDisabled}
        onClick={(event) => void press(event)}
      >
        {command.label}
      </button>
      {showsCode.value ? <ChoiceTabs what={`"${name}"`} texts={textsOf(command)} /> : null}
    </span>
  );
}

/** The result of the last command on an account, with Undo. */
export function DoneNote({ account }: { readonly account: string }): VNode {
  const done = lastDone.value?.account === account ? lastDone.value : undefined;
  return (
    <div class="row done-note">
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
    </div>
  );
}

function textsOf({ request, code }: PanelCommand): Record<string, string> {
  return { curl: toCurl(request, commandPlace()), TypeScript: code };
}
