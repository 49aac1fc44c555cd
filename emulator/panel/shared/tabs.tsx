/** Shows tabs, with the arrow keys of the WAI-ARIA pattern. */

import type { ComponentChildren } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { CopyBlock } from './parts.tsx';

interface TabsProps {
  readonly label: string;
  /** The name of each tab, and the number after it. */
  readonly tabs: readonly (readonly [name: string, count?: number])[];
  readonly chosen: string;
  readonly onChoose: (name: string) => void;
  readonly children: ComponentChildren;
}

export function Tabs({ label, tabs, chosen, onChoose, children }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const at = tabs.findIndex(([name]) => name === chosen);
    const [next = chosen] = tabs[(at + step + tabs.length) % tabs.length] ?? [];
    onChoose(next);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus());
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKeyDown}>
        {tabs.map(([name, count = 0]) => (
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
            {name}
            {count > 0 && <span class="count">{count}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} class="tab-panel">
        {children}
      </div>
    </>
  );
}

/** Shows a tab for each language, such as `curl` and `TypeScript`, with the text to copy. */
export function ChoiceTabs({
  what,
  texts,
}: {
  readonly what: string;
  readonly texts: Readonly<Record<string, string>>;
}) {
  const names = Object.keys(texts);
  const [chosen = '', setChosen] = useState(names[0]);
  return (
    <Tabs label={what} tabs={names.map((name) => [name])} chosen={chosen} onChoose={setChosen}>
      <CopyBlock what={`${what} in ${chosen}`} text={texts[chosen] ?? ''} />
    </Tabs>
  );
}
