/** What the journal keeps, and how it comes in; what can be asked of it is `journal.ts`, which an emulator that nobody asks never loads. */

import type { Store } from '../domain/store.ts';
import { createNotifier, type Notifier } from './notifier.ts';
import { createLog, type AccountName, type Log, type JournalBounds } from './log.ts';
import type { Recorder } from './answered-request.ts';
import type { CapturedRequest } from './stored-entry.ts';
import type { Redactors } from './redact.ts';
import { createRecorder } from './recorder.ts';

export interface BookOptions extends Surroundings {
  readonly isOn: boolean;
  readonly bounds: JournalBounds;
  /** Characters kept of each body. */
  readonly bodyLimit: number;
  /** They know the keys of any form that there are, so that none is ever kept. */
  readonly redactors: Redactors;
  /** Hears of each entry as it is taken down. */
  readonly onEntry?: (facts: CapturedRequest) => void;
  /** Hears of a request that could not be taken down. */
  readonly reportCrash: (cause: unknown) => void;
}

/** What a wait looks at besides the entries. */
interface Surroundings {
  readonly store: Pick<Store, 'find' | 'findAccount'>;
  readonly realNow: () => number;
  /** Milliseconds that only go forward. */
  readonly monotonic: () => number;
}

export interface Book extends Surroundings {
  readonly isOn: boolean;
  readonly chapters: Log;
  readonly bells: Notifier<AccountName>;
  /** For the API; nothing while the journal is off. */
  readonly recorder: Recorder | undefined;
}

/** Opens a book without entries. */
export function createBook(options: BookOptions): Book {
  const { isOn, bounds, store, realNow, monotonic } = options;
  const kept = createLog(bounds);
  const bells = createNotifier<AccountName>();
  const { record, settle } = createRecorder({
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
  return { isOn, chapters: settledFirst(kept, settle), bells, store, realNow, monotonic, recorder };
}

/** Whoever asks sees all that was answered before. */
function settledFirst(chapters: Log, settle: () => void): Log {
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
    evictedThrough: first(chapters.evictedThrough),
    accounts: first(chapters.accounts),
    cursor: first(chapters.cursor),
    clear: first(chapters.clear),
  };
}
