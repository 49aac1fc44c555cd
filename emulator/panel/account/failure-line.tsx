/** Shows a scenario or a rule: name, effect, counts and a switch. A click on the line opens the details. */

import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
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

/** The last pressed switch. Its line moves to another group and keeps the focus. */
let pressed: string | undefined;

/** Shows the line. The switch of a used-up failure is on, but pale. */
export function FailureLine(props: LineProps): VNode {
  const { name, label = name, effect, counts, toggle, startsOpen = false, children } = props;
  const [isOpen, setOpen] = useState(startsOpen);
  const ownSwitch = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body;
    if (pressed === label && isFocusLost) ownSwitch.current?.focus({ preventScroll: true });
  }, []);
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
          ref={ownSwitch}
          role="switch"
          class={isSpent ? 'switch spent' : 'switch'}
          aria-checked={counts !== undefined}
          aria-label={label}
          onClick={() => {
            pressed = label;
            void runCommand(toggle);
          }}
        />
      )}
      {isOpen ? <div class="details stack">{children}</div> : null}
    </li>
  );
}
