/** Handles arrow keys for the list of requests. Tab reaches only one row. */

import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { choose } from '../router.ts';

const LINES = 'button.request';

/**
 * Moves the focus in the visible `lines` from anywhere in the page but other fields and scrolling parts. With an open
 * pane, the selection moves, too. Returns the row for Tab.
 */
export function useListKeys(list: RefObject<HTMLElement | null>, lines: readonly string[], selected?: string) {
  const [last, setTabbed] = useState<string>();
  const tabbed = [last, selected].find((id) => id !== undefined && lines.includes(id)) ?? lines[0];
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target, key } = event;
      if (!(target instanceof HTMLElement) || !target.matches(`body, main, [type=search], ${LINES}`)) return;
      const buttons = [...(list.current?.querySelectorAll<HTMLElement>(LINES) ?? [])];
      const at = buttons.findIndex((button) => button === target);
      // Without a focused row, an arrow key focuses the row that Tab reaches.
      const start = at < 0 ? buttons.findIndex(({ dataset }) => dataset['id'] === tabbed) : undefined;
      const to = { ArrowDown: start ?? at + 1, ArrowUp: start ?? at - 1 }[key];
      const line = to === undefined ? undefined : buttons[to];
      const id = line?.dataset['id'];
      if (line === undefined || id === undefined) return;
      event.preventDefault();
      setTabbed(id);
      line.focus();
      if (selected !== undefined) choose({ selected: id });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  // A reload or a link may select a request that is below the window.
  useEffect(() => {
    const found = list.current?.querySelectorAll(`[data-id="${selected}"]`) ?? [];
    [...found].at(-1)?.scrollIntoView({ block: 'nearest' });
  }, []);
  return tabbed;
}

/** Focuses the row of a request, or the first row if the request is not in the list. */
export function focusLine(id: string): void {
  requestAnimationFrame(() => {
    const lines = [...document.querySelectorAll<HTMLElement>(LINES)];
    (lines.find(({ dataset }) => dataset['id'] === id) ?? lines[0])?.focus();
  });
}
