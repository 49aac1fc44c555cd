/** Chance with a seed, so that what failed once fails again; with texts and bytes. */

import { createRandom as createNumbers, type Random as Numbers } from '../../conformance/explore/random.ts';

export interface Random extends Numbers {
  text(alphabet: string, length: number): string;
  bytes(length: number): Uint8Array<ArrayBuffer>;
}

export function createRandom(seed: number): Random {
  const numbers = createNumbers(seed);
  const { below } = numbers;
  return {
    ...numbers,
    text: (alphabet, length) => Array.from({ length }, () => alphabet[below(alphabet.length)]).join(''),
    bytes: (length) => Uint8Array.from({ length }, () => below(256)),
  };
}
