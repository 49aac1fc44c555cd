/** Keys that were typed in or just made, in the memory of this page: never in a URL, and gone with a reload. */

const keys = new Map<string, string>();

/** Keeps the key of an account until the page is closed or reloaded. */
export function rememberKey(account: string, key: string): void {
  keys.set(account, key);
}

export function knownKey(account: string): string | undefined {
  return keys.get(account);
}
