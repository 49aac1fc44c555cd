/** The reasons why a probe does not run, or does not continue. */

import type { ProbeRun } from './evidence.ts';
import type { Lack } from './outcome.ts';

/** Returns the record of a probe that was skipped. */
export function skippedRun(id: string, { verdict, message: reason, lack }: Skip): ProbeRun {
  return { id, status: 'skipped', verdict, reason, ...(lack === undefined ? {} : { lack }) };
}

/** The error of a probe that cannot run. The message contains the reason. */
export class Skip extends Error {
  override readonly name = 'Skip';
  readonly verdict: 'untestable' | 'inconclusive';
  readonly lack: Lack | undefined;

  constructor(verdict: 'untestable' | 'inconclusive', reason: string, lack?: Lack) {
    super(reason);
    this.verdict = verdict;
    this.lack = lack;
  }
}
