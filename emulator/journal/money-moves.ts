/** Movements of money that no request made: by hand, or by the clock. The latest of all accounts, in this process. */

import type { Step } from '../domain/trace.ts';
import type { AccountName, Log } from './log.ts';

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
  readonly clear: (account: AccountName) => void;
}

const MOST_MOVES = 10_000;

/** Takes down nothing while the journal is off. */
export function createMoneyLog(log: Log, isOn: boolean): MoneyLog {
  let moves: MoneyMove[] = [];
  return {
    note: (move) => {
      if (isOn && moves.push({ ...move, seq: log.cursor() }) > 2 * MOST_MOVES) moves = moves.slice(-MOST_MOVES);
    },
    of: (account) => {
      const since = log.evictedThrough(account);
      return moves.filter((move) => move.account === account && move.seq >= since);
    },
    clear: (account) => {
      moves = moves.filter((move) => move.account !== account);
    },
  };
}
