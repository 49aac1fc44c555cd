/** Draws the search field of a view, and the buttons of its filters. */

import { useEffect, useRef } from 'preact/hooks';
import { choose, panelRoute } from '../router.ts';

/** A filter that can be on, with the number of matches and their mark in the list. */
export interface ToggleProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly count?: number;
  readonly kind?: string;
  readonly onPress: () => void;
}

/** Shows filters in a row, which a mouse wheel scrolls. Filters by errors are at its end. */
export function Toggles({ toggles }: { readonly toggles: readonly ToggleProps[] }) {
  return (
    <div class="row quick" onWheel={({ currentTarget: row, deltaY }) => void (row.scrollLeft += deltaY)}>
      {toggles.map(({ label, isOn, count, kind, onPress }) => (
        <button key={label} class="toggle" aria-pressed={isOn} onClick={onPress}>
          {kind && <i class={`status ${kind}`} />}
          {label} {count && <strong>{count}</strong>}
        </button>
      ))}
    </div>
  );
}

/** Shows the search field of a view. The address of the page keeps the searched words. The key `/` focuses it. */
export function SearchBox({ label, placeholder = label }: { readonly label: string; readonly placeholder?: string }) {
  const field = useRef<HTMLInputElement>(null);
  useKey('/', () => field.current?.focus());
  return (
    <input
      ref={field}
      type="search"
      class="grow"
      aria-label={label}
      placeholder={placeholder}
      value={panelRoute.value.query['find'] ?? ''}
      onInput={({ currentTarget }) => choose({ find: currentTarget.value })}
    />
  );
}

/** Calls back when a key is pressed outside of text fields. */
export function useKey(key: string, onPress: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
      if (event.key !== key || isTyping) return;
      event.preventDefault();
      onPress();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
