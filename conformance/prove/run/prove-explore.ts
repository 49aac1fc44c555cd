/** Proves that an exploration alone finds enough mutants, and finds nothing in legal servers. */

import { createRandom } from '../../explore/random.ts';
import type { Mutant } from '../mutant.ts';
import type { LegalVariant } from '../legal-variant.ts';
import { workThrough, type Standing } from './prove.ts';
import { EXPLORED_ROUNDS, type Worker } from './worker.ts';

export interface ExploreProof {
  readonly mutants: readonly Mutant[];
  readonly legalVariants: readonly LegalVariant[];
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
  const { mutants, legalVariants, workers, onDone } = proof;
  const explored = async (items: readonly (Mutant | LegalVariant)[], words: readonly string[]): Promise<number> => {
    const lineOf = ({ id, found }: { readonly id: string; readonly found: readonly string[] }): Standing => ({
      holds: true,
      line: `${words[found.length > 0 ? 0 : 1]} ${id} ${found.join(', ')}`.trim(),
    });
    const rows = await workThrough({ workers, items, onDone, standingOf: lineOf }, async (worker, server) => ({
      id: server.id,
      found: await worker.explored(server),
    }));
    return rows.filter(({ found }) => found.length > 0).length;
  };
  const found = await explored(mutants, ['found', 'missed']);
  const red = await explored(legalVariants, ['red', 'green']);
  await Promise.all(workers.map((worker) => worker.close()));
  const share = mutants.length === 0 ? 1 : found / mutants.length;
  const green = legalVariants.length - red;
  const line = `exploration: ${EXPLORED_ROUNDS} rounds, mutants ${mutants.length}, found ${found} (${Math.round(share * 100)} %), legal servers ${legalVariants.length}, green ${green}`;
  return { line, holds: share >= WANTED && red === 0 };
}
