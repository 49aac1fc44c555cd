/** Movements of money that no request made: by hand, or by the clock. The latest of all accounts, in this process. */

import type { Step } from '../domain/trace.ts';

export interface MoneyMove {
  readonly account: string;
  /** The sequence number of the newest entry at that moment. */
  readonly seq: number;
  /** By the account's clock. */
  readonly at: number;
  readonly step: Step;
}

/** The movements beside the entries of a journal. */
export interface MoneyLog {
  readonly note: (move: Omit<MoneyMove, 'seq'>) => void;
  /** As far back as the journal has the entries of the account, the oldest first. */
  readonly of: (account: string) => readonly MoneyMove[];
}

const MOST_MOVES = 10_000;

export class MoneyMoves {
  #moves: MoneyMove[] = [];

  add(move: MoneyMove): void {
    if (this.#moves.push(move) > 2 * MOST_MOVES) this.#moves = this.#moves.slice(-MOST_MOVES);
  }

  /** The movements of an account since an entry, the oldest first. */
  of(account: string, since: number): MoneyMove[] {
    return this.#moves.filter((move) => move.account === account && move.seq >= since);
  }

  clear(account: string | null): void {
    this.#moves = this.#moves.filter((move) => move.account !== account);
  }
}
