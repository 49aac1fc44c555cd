/** Proves that an exploration alone finds enough mutants, and finds nothing in legal servers. */

import { createRandom } from '../../explore/random.ts';
import type { Mutant } from '../mutant.ts';
import type { Personality } from '../personality.ts';
import { EXPLORED_ROUNDS, type Worker } from './worker.ts';

export interface ExploreProof {
  readonly mutants: readonly Mutant[];
  readonly personalities: readonly Personality[];
  readonly workers: readonly Worker[];
  readonly onDone: (line: string) => void;
}

/** The share of the mutants that has to be found. */
const WANTED = 0.6;

/** Draws mutants. The same seed draws the same mutants. */
export function drawMutants(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const random = createRandom(seed);
  const left = [...mutants];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random.below(left.length), 1)).flat();
}

/** Explores each server, and summarizes the findings in a line. */
export async function proveExploration(
  proof: ExploreProof,
): Promise<{ readonly line: string; readonly holds: boolean }> {
  const { mutants, personalities, workers, onDone } = proof;
  const found = await exploreAll(mutants, workers, (id, ids) =>
    onDone(`${ids.length > 0 ? 'found' : 'missed'} ${id} ${ids.join(', ')}`.trim()),
  );
  const red = await exploreAll(personalities, workers, (id, ids) =>
    onDone(`${ids.length > 0 ? 'red' : 'green'} ${id} ${ids.join(', ')}`.trim()),
  );
  await Promise.all(workers.map((worker) => worker.close()));
  const share = mutants.length === 0 ? 1 : found / mutants.length;
  const green = personalities.length - red;
  const line = `exploration: ${EXPLORED_ROUNDS} rounds, mutants ${mutants.length}, found ${found} (${Math.round(share * 100)} %), legal servers ${personalities.length}, green ${green}`;
  return { line, holds: share >= WANTED && red === 0 };
}

/** Counts the servers in which something was found. */
async function exploreAll(
  servers: readonly (Mutant | Personality)[],
  workers: readonly Worker[],
  onDone: (id: string, found: readonly string[]) => void,
): Promise<number> {
  const waiting = [...servers];
  let count = 0;
  const begin = async (worker: Worker): Promise<void> => {
    for (let server = waiting.shift(); server !== undefined; server = waiting.shift()) {
      const found = await worker.explored(server).catch((error: unknown) => [String(error)]);
      if (found.length > 0) count += 1;
      onDone(server.id, found);
    }
  };
  await Promise.all(workers.map(begin));
  return count;
}
