/** The process of one worker: receives the ids of servers, answers with their results, and ends on disconnect. */

import type { Mutant } from '../mutant.ts';
import { MUTANTS } from '../mutants/mutants.ts';
import type { LegalVariant } from '../legal-variant.ts';
import { LEGAL_VARIANTS } from '../legal-variants/legal-variants.ts';
import type { Done, Job } from './worker-processes.ts';
import { judging, openWorker } from './worker.ts';

const worker = openWorker(judging());

process.on('message', (job: Job) => void answer(job));
process.on('disconnect', () => void worker.close());

async function answer(job: Job): Promise<void> {
  const done = await doneWith(job);
  process.send?.(done);
}

async function doneWith(job: Job): Promise<Done> {
  try {
    if ('pair' in job) {
      const [first, second] = job.pair;
      return await worker.pair({ first: named(MUTANTS, first), second: named(MUTANTS, second) });
    }
    if ('explored' in job)
      return await worker.explored(named<Mutant | LegalVariant>([...MUTANTS, ...LEGAL_VARIANTS], job.explored));
    if ('mutant' in job) return await worker.mutant(named(MUTANTS, job.mutant), job.meets);
    return await worker.variant(named(LEGAL_VARIANTS, job.variant), job.meets);
  } catch (error) {
    return [String(error)];
  }
}

function named<Item extends { readonly id: string }>(items: readonly Item[], id: string): Item {
  const item = items.find((one) => one.id === id);
  if (item === undefined) throw new Error(`No server has the id "${id}".`);
  return item;
}
