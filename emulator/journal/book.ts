/** What the journal keeps, and how it comes in; what can be asked of it is `journal.ts`, which an emulator that nobody asks never loads. */

import type { Store } from '../domain/store.ts';
import { createBells, type Bells } from './bells.ts';
import { createChapters, type AccountName, type Chapters, type JournalBounds } from './chapters.ts';
import type { Recorder } from './facts.ts';
import type { RawEntry } from './raw-entry.ts';
import { createRecorder } from './recorder.ts';
import type { Redactors } from './redact.ts';

export interface BookOptions extends Surroundings {
  readonly isOn: boolean;
  readonly bounds: JournalBounds;
  /** Characters kept of each body. */
  readonly bodyLimit: number;
  /** They know the keys of any form that there are, so that none is ever kept. */
  readonly redactors: Redactors;
  /** Hears of each entry as it is taken down. */
  readonly onEntry?: (entry: RawEntry) => void;
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
  readonly chapters: Chapters;
  readonly bells: Bells<AccountName>;
  /** For the API; nothing while the journal is off. */
  readonly recorder: Recorder | undefined;
}

/** Opens a book without entries. */
export function createBook(options: BookOptions): Book {
  const { isOn, bounds, store, realNow, monotonic } = options;
  const chapters = createChapters(bounds);
  const bells = createBells<AccountName>();
  const recorder = isOn ? recorderInto(options, chapters.append, bells.ring) : undefined;
  return { isOn, chapters, bells, store, realNow, monotonic, recorder };
}

function recorderInto(
  { redactors, realNow, monotonic, bodyLimit, onEntry }: BookOptions,
  append: (entry: RawEntry) => void,
  ring: (account: AccountName) => void,
): Recorder {
  const record = createRecorder({
    redactorFor: redactors.redactorFor,
    realNow,
    monotonic,
    bodyLimit,
    append: (entry) => {
      append(entry);
      ring(entry.facts.account);
      onEntry?.(entry);
    },
    completed: ({ facts }) => ring(facts.account),
  });
  return { start: monotonic, record };
}
