/** Why a probe does not run, or does not go on. */

/** Thrown by a probe that cannot run; the message says why. */
export class Skip extends Error {
  override readonly name = 'Skip';
  readonly verdict: 'untestable' | 'inconclusive';

  constructor(verdict: 'untestable' | 'inconclusive', reason: string) {
    super(reason);
    this.verdict = verdict;
  }
}
