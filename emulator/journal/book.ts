/** What the journal keeps, and how it comes in; what can be asked of it is `journal.ts`, which an emulator that nobody asks never loads. */

import type { Account } from '../domain/account.ts';
import type { MaybePromise } from '../domain/maybe-promise.ts';
import { createBells, type Bells } from './bells.ts';
import { createChapters, type AccountName, type Chapters, type JournalBounds } from './chapters.ts';
import type { Recorder } from './facts.ts';
import type { RawFacts } from './raw-entry.ts';
import type { Redactors } from './redact.ts';
import { createScribe } from './scribe.ts';

export interface BookOptions extends Surroundings {
  readonly isOn: boolean;
  readonly bounds: JournalBounds;
  /** Characters kept of each body. */
  readonly bodyLimit: number;
  /** They know the keys of any form that there are, so that none is ever kept. */
  readonly redactors: Redactors;
  /** Hears of each entry as it is taken down. */
  readonly onEntry?: (facts: RawFacts) => void;
  /** Hears of a request that could not be taken down. */
  readonly reportCrash: (cause: unknown) => void;
}

/** What a wait looks at besides the entries. */
interface Surroundings {
  readonly findAccount: (name: string) => MaybePromise<Account | undefined>;
  readonly realNow: () => number;
  /** Milliseconds that only go forward. */
  readonly monotonic: () => number;
}

export interface Book extends Surroundings {
  readonly isOn: boolean;
  readonly chapters: Chapters;
  readonly bells: Bells<AccountName>;
  /** For the API; nothing while the journal is off. */
  readonly recorder: Recorder | undefined;
}

/** Opens a book without entries. */
export function createBook(options: BookOptions): Book {
  const { isOn, bounds, findAccount, realNow, monotonic } = options;
  const kept = createChapters(bounds);
  const bells = createBells<AccountName>();
  const { record, settle } = createScribe({
    ...options,
    redactorFor: options.redactors.redactorFor,
    append: (pen, identity) => {
      const complete = kept.append(pen, identity);
      bells.ring(pen.facts.account);
      options.onEntry?.(pen.facts);
      return complete;
    },
    completed: bells.ring,
  });
  const recorder = isOn ? { start: monotonic, record } : undefined;
  return { isOn, chapters: settledFirst(kept, settle), bells, findAccount, realNow, monotonic, recorder };
}

/** Whoever asks sees all that was answered before. */
function settledFirst(chapters: Chapters, settle: () => void): Chapters {
  const first = <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Answer): ((...asked: Asked) => Answer) => {
    return (...asked) => {
      settle();
      return ask(...asked);
    };
  };
  return {
    append: chapters.append,
    after: first(chapters.after),
    find: first(chapters.find),
    lostThrough: first(chapters.lostThrough),
    accounts: first(chapters.accounts),
    cursor: first(chapters.cursor),
    clear: first(chapters.clear),
  };
}
