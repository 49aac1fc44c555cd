/** Shows a scenario or a rule: name, effect, counts and a switch. A click on the line opens the details. */

import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { firedWords, type FailureCounts } from '../model/account-scenarios.ts';
import type { PanelCommand } from '../model/command.ts';
import { runCommand } from '../shared/do-command.ts';

interface LineProps {
  readonly name: string;
  /** The name of the switch. */
  readonly label?: string;
  /** The description of the effect. */
  readonly effect: string;
  /** The counts, or undefined if the failure is off. */
  readonly counts: FailureCounts | undefined;
  /** The command that turns the failure on or off. Undefined if the server does not support this. */
  readonly toggle: PanelCommand | undefined;
  readonly startsOpen?: boolean;
  readonly children: ComponentChildren;
}

/** Shows the line. The switch of a used-up failure is on, but pale. */
export function FailureLine(props: LineProps): VNode {
  const { name, label = name, effect, counts, toggle, startsOpen = false, children } = props;
  const [isOpen, setOpen] = useState(startsOpen);
  const isSpent = counts?.spent === true;
  return (
    <li class={counts === undefined || isSpent ? undefined : 'on'}>
      <button class="quiet line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <code>{name}</code>
        {counts === undefined ? null : <span class={isSpent ? 'chip' : 'chip fault'}>{firedWords(counts)}</span>}
        <span>{effect}</span>
      </button>
      {toggle === undefined ? (
        <span class="soft">not here</span>
      ) : (
        <button
          role="switch"
          class={isSpent ? 'switch spent' : 'switch'}
          aria-checked={counts !== undefined}
          aria-label={label}
          onClick={() => void runCommand(toggle)}
        />
      )}
      {isOpen ? <div class="details stack">{children}</div> : null}
    </li>
  );
}
