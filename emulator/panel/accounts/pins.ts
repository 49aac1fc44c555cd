/** The accounts that somebody pinned, kept in this browser. */

import { pageSignal } from '../signal.ts';

const KEY = 'standin-pinned';
const pins = pageSignal<ReadonlySet<string>>(readPins());

export function isPinned(name: string): boolean {
  return pins.value.has(name);
}

export function togglePin(name: string): void {
  const changed = new Set(pins.value);
  if (!changed.delete(name)) changed.add(name);
  pins.value = changed;
  try {
    localStorage.setItem(KEY, JSON.stringify([...changed]));
  } catch {
    // Some browsers keep nothing for a page; the pins then last as long as the page.
  }
}

function readPins(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : []);
  } catch {
    return new Set();
  }
}
