/** Why a probe does not run, or does not go on. */

import type { Lack } from './outcome.ts';

/** Thrown by a probe that cannot run; the message says why. */
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
