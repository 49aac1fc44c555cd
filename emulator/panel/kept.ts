/** Texts that the browser keeps for the page, and pinned accounts. If it keeps nothing, they last until a reload. */

import { pageSignal } from './signal.ts';

type Storage = 'localStorage' | 'sessionStorage';

/** Returns a text; empty if there is none. */
export function readKept(storage: Storage, name: string): string {
  try {
    return globalThis[storage].getItem(name) ?? '';
  } catch {
    return '';
  }
}

/** Keeps a text for all tabs, or for this tab. */
export function keep(storage: Storage, name: string, text: string): void {
  try {
    globalThis[storage].setItem(name, text);
  } catch {
    // The browser blocks storage.
  }
}

const PINS = 'standin-pins';
const pins = pageSignal<ReadonlySet<string>>(new Set(readKept('localStorage', PINS).split(' ')));

/** Whether somebody pinned an account in this browser. */
export function isPinned(name: string): boolean {
  return pins.value.has(name);
}

export function togglePin(name: string): void {
  const changed = new Set(pins.value);
  if (!changed.delete(name)) changed.add(name);
  pins.value = changed;
  keep('localStorage', PINS, [...changed].join(' '));
}
