/** A scenario or a rule: its name, its effect, its counts and a switch; a click on the line opens the rest. */

import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { firedWords, type FailureCounts } from '../model/account-scenarios.ts';
import type { PanelCommand } from '../model/command.ts';
import { runCommand } from '../shared/do-command.ts';

interface LineProps {
  readonly name: string;
  /** The name of the switch. */
  readonly label?: string;
  /** The effect, in sentences. */
  readonly effect: string;
  /** Undefined if it is off. */
  readonly counts: FailureCounts | undefined;
  /** Turns it on or off; undefined if that is not possible here. */
  readonly toggle: PanelCommand | undefined;
  readonly startsOpen?: boolean;
  readonly children: ComponentChildren;
}

/** The last switch that was pressed: its line moves to another group, and keeps the focus. */
let pressed: string | undefined;

/** The switch of a failure that is used up is on, but pale. */
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
