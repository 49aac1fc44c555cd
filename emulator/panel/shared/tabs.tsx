/** Shows tabs, with the arrow keys of the WAI-ARIA pattern. */

import type { ComponentChildren, VNode } from 'preact';
import { useId, useRef } from 'preact/hooks';

export interface TabChoice {
  readonly name: string;
  readonly title: string;
  /** The number after the title. */
  readonly count?: number;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly TabChoice[];
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
  readonly children: ComponentChildren;
}

/** Shows a row of tabs, and the panel of the selected tab. */
export function Tabs({ label, tabs, chosen, onChoose, children }: TabsProps): VNode {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const at = tabs.findIndex(({ name }) => name === chosen);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    onChoose(next.name);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus());
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(({ name, title, count }) => (
          <button
            key={name}
            role="tab"
            class="quiet"
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {title}
            {count === undefined || count === 0 ? null : <span class="count">{count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} class="tab-panel">
        {children}
      </div>
    </>
  );
}
