/** Handles arrow keys in the list of requests. Tab reaches only one row. */

import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { choose } from '../router.ts';

const LINES = 'button.request';

/** Moves the focus in the visible `lines`. With an open pane, the selection moves, too. Returns the row for Tab. */
export function useListKeys(list: RefObject<HTMLElement | null>, lines: readonly string[], selected?: string) {
  const [last, setTabbed] = useState<string>();
  const onKeyDown = (event: KeyboardEvent): void => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>(LINES) ?? [])];
    const at = buttons.findIndex((button) => button === event.target);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    const line = to === undefined || at < 0 ? undefined : buttons[to];
    const id = line?.dataset['id'];
    if (line === undefined || id === undefined) return;
    event.preventDefault();
    setTabbed(id);
    line.focus();
    if (selected !== undefined) choose({ selected: id });
  };
  // A click on a group unfolds its requests. The selected request may then be below the window.
  useEffect(() => {
    const found = list.current?.querySelectorAll(`[data-id="${selected}"]`) ?? [];
    [...found].at(-1)?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const tabbed = [last, selected].find((id) => id !== undefined && lines.includes(id)) ?? lines[0];
  return { tabbed, onKeyDown };
}

/** Focuses the row of a request, or the first row if the request is not in the list. */
export function focusLine(id: string): void {
  requestAnimationFrame(() => {
    const lines = [...document.querySelectorAll<HTMLElement>(LINES)];
    (lines.find(({ dataset }) => dataset['id'] === id) ?? lines[0])?.focus();
  });
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
