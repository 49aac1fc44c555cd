/** A button that carries a command out, and beside it one that shows the command. */

import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { toCurl, type PanelCommand } from '../model/command.ts';
import { Alert } from './alert.tsx';
import { ChoiceTabs } from './choice-tabs.tsx';
import { commandPlace, type Doing } from './do-command.ts';

interface CommandButtonProps {
  readonly command: PanelCommand;
  readonly doing: Doing;
  /** Gets the answer of the server. */
  readonly onDone?: (answer: unknown) => void;
  readonly isMain?: boolean;
  /** Of what, where several buttons on a page say the same. */
  readonly of?: string;
}

/** Carries its command out when it is pressed. */
export function CommandButton({ command, doing, onDone, isMain = false, of = '' }: CommandButtonProps): VNode {
  const press = async (): Promise<void> => {
    const answer = await doing.run(command);
    if (answer !== undefined) onDone?.(answer);
  };
  const name = of === '' ? command.label : `${command.label}: ${of}`;
  return (
    <>
      <span class="command">
        <button type="button" class={isMain ? 'main' : undefined} aria-label={name} onClick={() => void press()}>
          {command.label}
        </button>
        <AsCommand command={command} name={name} />
      </span>
    </>
  );
}

/** Shows the curl and the line of a test that do what a button does. */
function AsCommand({
  command,
  name = command.label,
}: {
  readonly command: PanelCommand;
  readonly name?: string;
}): VNode {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        type="button"
        class="as"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={`"${name}" as a command`}
        title="As a command"
        onClick={() => setOpen(!isOpen)}
      >
        {'</>'}
      </button>
      {isOpen ? (
        <div id={id} class="shown">
          <ChoiceTabs what={`"${name}"`} texts={textsOf(command)} />
        </div>
      ) : null}
    </>
  );
}

/** What came of the last command, said aloud. */
export function DoneNote({ doing: { said, problem } }: { readonly doing: Doing }): VNode {
  return (
    <>
      <p class="said" role="status">
        {said}
      </p>
      <Alert text={problem} />
    </>
  );
}

function textsOf({ request, code }: PanelCommand): Record<string, string> {
  return { curl: toCurl(request, commandPlace()), ...(code !== null && { TypeScript: code }) };
}
