/** Pairs of mutants, drawn from a seed. The proof shows that a second defect does not hide the first. */

import { createRandom } from '../explore/random.ts';
import type { Mutant } from './mutant.ts';
import { before, type Tampering } from './server.ts';

export interface Pair {
  /** The mutant that has to be noticed despite the second defect. */
  readonly first: Mutant;
  readonly second: Mutant;
}

const SEED = 16;

/** Draws a number of different pairs. The same mutants give the same pairs. */
export function drawPairs(mutants: readonly Mutant[], count: number): Pair[] {
  const able = mutants.filter(canBePaired);
  // A random defect may not show in a single run.
  const firsts = able.filter(({ chance }) => chance === undefined);
  const most = firsts.length * (able.length - 1);
  const pairs = new Map<string, Pair>();
  const { below } = createRandom(SEED);
  while (pairs.size < Math.min(count, most)) {
    const [first, second] = [able[below(able.length)], able[below(able.length)]];
    if (first === undefined || second === undefined || first === second) continue;
    if (first.chance !== undefined) continue;
    pairs.set(`${first.id} ${second.id}`, { first, second });
  }
  return [...pairs.values()];
}

/** Returns one server with both defects. The first defect is closer to the kit. */
export function serverOf({ first, second }: Pair): Pick<Mutant, 'tamper' | 'socket'> {
  const socket = first.socket ?? second.socket;
  return {
    ...(socket === undefined ? {} : { socket }),
    tamper: before(first.tamper ?? through, second.tamper ?? through),
  };
}

/** Reports whether a mutant needs neither settings, which belong to a whole engine, nor a selection. */
function canBePaired({ tamper, settings, selection }: Mutant): boolean {
  return tamper !== undefined && settings === undefined && selection === undefined;
}

const through = (): Tampering => (call, engine) => engine(call);
