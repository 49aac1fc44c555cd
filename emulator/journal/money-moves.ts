/** Records the latest ledger changes without a request: by the control API or by the clock, in this process. */

import type { Step } from '../domain/trace.ts';
import type { AccountName, Log } from './log.ts';

export interface MoneyMove {
  readonly account: string;
  /** The sequence number of the newest entry at the time of the change. */
  readonly seq: number;
  /** The time on the account's clock. */
  readonly at: number;
  readonly step: Step;
}

/** The changes in addition to the entries of a journal. */
export interface MoneyLog {
  readonly note: (move: Omit<MoneyMove, 'seq'>) => void;
  /** Returns the changes since the oldest entry of the account, oldest first. */
  readonly of: (account: string) => readonly MoneyMove[];
  readonly clear: (account: AccountName) => void;
}

const MOST_MOVES = 10_000;

/** Creates a log of changes. If the journal is off, it stays empty. */
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
