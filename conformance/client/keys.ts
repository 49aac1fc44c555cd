/** The keys of a profile by name: the flag, the environment variable and the purpose of each. */

export const KEY_NAMES = ['primary', 'other', 'poor', 'once', 'revoked', 'watched', 'second'] as const;
/** The name of a key. Reports contain only names, and the values stay in the profile. */
export type KeyName = (typeof KEY_NAMES)[number];

export const KEY_PURPOSES: Readonly<Record<KeyName, string>> = {
  primary: 'the API key that most requests carry',
  other: 'a key of another account',
  poor: 'a key of an account that has no credits',
  once: 'a key with credits for exactly one clip of 4 s at 480p with sound. A run spends these credits',
  revoked:
    'a revoked key. With triggers.revoke, this is a valid key that the run revokes. If the key has credits, the run first makes a clip of 6 s at 480p with this key',
  watched: 'a key for generations that take longer than a few polls; default: the primary key',
  second: 'another key for the account of the primary key',
};

/** Returns the flag that sets a key. */
export function keyFlag(name: KeyName): string {
  return name === 'primary' ? '--key' : `--key-${name}`;
}

/** Returns the environment variable that sets a key. */
export function keyVariable(name: string): string {
  return name === 'primary' ? 'STANDIN_API_KEY' : `STANDIN_API_KEY_${name.toUpperCase()}`;
}
