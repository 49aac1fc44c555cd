/** Hands in processes of their own, so that the proof takes all cores. */

import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import type { Fate, Hand } from './hand.ts';

/** What a process is asked for: functions stay where they are, so servers go by their names. */
export type Job = { readonly mutant: string } | { readonly personality: string };
/** What comes back: a fate, or the problems of a personality. */
export type Done = { readonly fate: Fate } | { readonly problems: string[] };

/** As many as cores, and one more for while another waits. Each runs `program`, what was built of `fork.ts`. */
export function openForks(program: string): Hand[] {
  return Array.from({ length: availableParallelism() + 1 }, () => openFork(program));
}

function openFork(program: string): Hand {
  const child = fork(program);
  return {
    mutant: async ({ id }) => {
      const done = await ask(child, { mutant: id });
      return 'fate' in done ? done.fate : { end: 'broken off', reason: done.problems.join('; '), killers: [] };
    },
    personality: async ({ id }) => {
      const done = await ask(child, { personality: id });
      return 'problems' in done ? done.problems : ['No answer came.'];
    },
    close: async () => {
      if (child.exitCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

/** A process that ends while it is asked is told as such, and is no kill. */
async function ask(child: ChildProcess, job: Job): Promise<Done> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    const answer = once(child, 'message', { signal });
    const end = once(child, 'exit', { signal });
    end.catch(() => undefined);
    child.send(job);
    const [first] = (await Promise.race([answer, end])) as [Done | number | null];
    return typeof first === 'object' && first !== null
      ? first
      : { problems: [`The process that ran it ended with ${first}.`] };
  } catch (error) {
    return { problems: [String(error)] };
  } finally {
    waiting.abort();
  }
}
