/** Pairs of mutants, drawn from a seed: a second defect must not hide the first. */

import type { Mutant } from './mutant.ts';

export interface Pair {
  /** The one that has to be noticed all the same. */
  readonly first: Mutant;
  readonly second: Mutant;
}

const SEED = 16;

/** So many pairs, each at most once; the same ones for the same mutants. */
export function drawPairs(mutants: readonly Mutant[], count: number): Pair[] {
  const able = mutants.filter(canBePaired);
  // One run of a mutant that shows by chance may show nothing.
  const firsts = able.filter(({ chance }) => chance === undefined);
  const most = firsts.length * (able.length - 1);
  const pairs = new Map<string, Pair>();
  const below = numbersFrom(SEED);
  while (pairs.size < Math.min(count, most)) {
    const [first, second] = [able[below(able.length)], able[below(able.length)]];
    if (first === undefined || second === undefined || first === second) continue;
    if (first.chance !== undefined) continue;
    pairs.set(`${first.id} ${second.id}`, { first, second });
  }
  return [...pairs.values()];
}

/** One server with both defects: the first stands nearer to the kit. */
export function serverOf({ first, second }: Pair): Pick<Mutant, 'tamper' | 'socket'> {
  const socket = first.socket ?? second.socket;
  return {
    ...(socket === undefined ? {} : { socket }),
    tamper: () => {
      const [outer, inner] = [first.tamper?.(), second.tamper?.()];
      return (call, engine) => {
        const within = (passed: typeof call): ReturnType<typeof engine> => inner?.(passed, engine) ?? engine(passed);
        return outer?.(call, within) ?? within(call);
      };
    },
  };
}

/** Settings belong to a whole engine, and a selection may have to be asked for: such mutants stay alone. */
function canBePaired({ tamper, settings, selection }: Mutant): boolean {
  return tamper !== undefined && settings === undefined && selection === undefined;
}

/** Whole numbers from 0 to below a limit: a linear congruence is random enough to choose by. */
function numbersFrom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
