/** Workers in processes of their own, so that the proof uses all cores. */

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import type { Fate, LegalMeeting, Meeting, Worker } from './worker.ts';

/** A message to a worker process, which names servers by id because functions cannot be sent. */
export type Job =
  | { readonly mutant: string; readonly meets: Meeting }
  | { readonly pair: readonly [first: string, second: string] }
  | { readonly explored: string }
  | { readonly variant: string; readonly meets: LegalMeeting };
/** The answer of a worker process: the fate of a mutant, or the findings of the other jobs. */
export type Done = Fate | readonly string[];

/**
 * Opens one worker per core, and two more for idle times. Each starts `program`, the built `worker-process.js`, only
 * once, because a start takes longer than most servers do.
 */
export function openWorkerProcesses(program: string): Worker[] {
  return Array.from({ length: availableParallelism() + 2 }, () => openWorkerProcess(program));
}

function openWorkerProcess(program: string): Worker {
  let child: ChildProcess | undefined;
  const answerTo = (job: Job): Promise<Done> => ask((child ??= fork(program)), job);
  const findings = async (job: Job): Promise<readonly string[]> => {
    const done = await answerTo(job);
    return 'end' in done ? ['No answer came.'] : done;
  };
  return {
    mutant: async ({ id }, meets) => {
      const done = await answerTo({ mutant: id, meets });
      return 'end' in done ? done : { end: 'broken off', reason: done.join('; '), killers: [] };
    },
    pair: ({ first, second }) => findings({ pair: [first.id, second.id] }),
    explored: ({ id }) => findings({ explored: id }),
    variant: ({ id }, meets) => findings({ variant: id, meets }),
    close: async () => {
      if (child === undefined || child.exitCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** Sends a job to a process. If the process exits before it answers, the mutant is not killed. */
async function ask(child: ChildProcess, job: Job): Promise<Done> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    const answer = once(child, 'message', { signal });
    const end = once(child, 'exit', { signal });
    end.catch(() => undefined);
    child.send(job);
    const [first] = (await Promise.race([answer, end])) as [Done | number | null];
    return typeof first === 'object' && first !== null ? first : [`The process that ran it ended with ${first}.`];
  } catch (error) {
    return [String(error)];
  } finally {
    waiting.abort();
  }
}
