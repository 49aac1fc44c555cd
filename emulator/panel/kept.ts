/** Keeps texts and pinned accounts in the browser. If the browser blocks storage, they last until a reload. */

import { pageSignal } from './signal.ts';

type Storage = 'localStorage' | 'sessionStorage';

/** Returns a text, which is empty if it was never kept. */
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

/** Reports whether an account is pinned in this browser. */
export function isPinned(name: string): boolean {
  return pins.value.has(name);
}

export function togglePin(name: string): void {
  const changed = new Set(pins.value);
  if (!changed.delete(name)) changed.add(name);
  pins.value = changed;
  keep('localStorage', PINS, [...changed].join(' '));
}
