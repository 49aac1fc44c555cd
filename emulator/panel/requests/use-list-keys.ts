/** Handles arrow keys for the list of requests. Tab reaches only one row. */

import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { choose } from '../router.ts';

const LINES = 'button.request';

/**
 * Moves the focus in the visible rows from anywhere in the page but other fields and scrolling parts. With an open
 * pane, the selection moves, too.
 */
export function useListKeys(list: RefObject<HTMLElement | null>, selected: string | undefined): void {
  useEffect(() => {
    const lines = linesIn(list.current);
    const tabbed = lineOf(lines, selected) ?? lines[0];
    for (const line of lines) line.tabIndex = line === tabbed ? 0 : -1;
    const onKey = (event: KeyboardEvent): void => {
      const { target, key } = event;
      const step = { ArrowDown: 1, ArrowUp: -1 }[key];
      if (step === undefined || !(target instanceof HTMLElement)) return;
      if (!target.matches(`body, main, [type=search], ${LINES}`)) return;
      const at = lines.indexOf(target);
      // Without a focused row, an arrow key focuses the row that Tab reaches.
      const line = at < 0 ? tabbed : lines[at + step];
      if (line === undefined) return;
      event.preventDefault();
      line.focus();
      if (selected !== undefined) choose({ selected: line.dataset['id'] ?? '' });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  // The selected request may be below the window, for example because its row unfolds.
  useEffect(() => lineOf(linesIn(list.current), selected)?.scrollIntoView({ block: 'nearest' }), [selected]);
}

/** Focuses the row of a request, or the first row if the request is not in the list. */
export function focusLine(id: string): void {
  requestAnimationFrame(() => {
    const lines = linesIn(document);
    (lineOf(lines, id) ?? lines[0])?.focus();
  });
}

function linesIn(parent: ParentNode | null): HTMLElement[] {
  return [...(parent?.querySelectorAll<HTMLElement>(LINES) ?? [])];
}

/** Returns the row of a request. If its generation is open, this is the inner row. */
function lineOf(lines: readonly HTMLElement[], id: string | undefined): HTMLElement | undefined {
  return lines.findLast(({ dataset }) => dataset['id'] === id);
}
