/** Builds the store, the journal and the publication of changes. */

import type { AccountLifetimes } from '../api/lifetimes.ts';
import { publishChanges, publishRequest } from '../control/publish.ts';
import { findGeneration } from '../domain/account-generations.ts';
import type { EnteredAccount } from '../domain/account.ts';
import type { Changes } from '../domain/changes.ts';
import { readClock } from '../domain/clock.ts';
import { decideOn, type Accounts } from '../domain/decide.ts';
import { StoreUnavailable, type BoundedStore } from '../domain/store.ts';
import { createRecording, type Recording } from '../journal/recorder.ts';
import { createRedactors, type Redactors } from '../journal/redact.ts';
import { createRequestLog } from '../journal/request-log.ts';
import type { MemoryShares } from '../settings/memory-shares.ts';
import { toRecordingSettings, toStoreBounds } from '../settings/resolve.ts';
import { SettingsError, type Settings } from '../settings/settings.ts';
import type { EngineState } from './engine-state.ts';

export interface Records {
  readonly accounts: Accounts;
  /** Returns the store. Throws a StoreUnavailable until the store is open, and if it cannot be opened. */
  readonly store: () => BoundedStore;
  /** Whether the store opens asynchronously. */
  readonly isOpening: boolean;
  /** Resolves when the store is open. Rejects with the reason if the store cannot be opened. */
  readonly opened: () => Promise<void>;
  readonly close: () => Promise<void>;
  readonly recording: Recording;
  readonly redactors: Redactors;
}

interface RecordParts {
  readonly shares: MemoryShares;
  readonly lifetimes: AccountLifetimes;
  readonly state: EngineState;
  /** Receives changes after their commit. */
  readonly onCommitted: (account: EnteredAccount, changes: Changes) => void;
  readonly reportCrash: (cause: unknown) => void;
}

export function wireRecords(settings: Settings, parts: RecordParts): Records {
  const { shares, lifetimes, state, onCommitted, reportCrash } = parts;
  const { events, realNow, monotonic } = state;
  const publish = (account: EnteredAccount, changes: Changes): void => {
    publishChanges(events, account, { changes, realNow: realNow() });
    const at = readClock(account.clock, realNow());
    for (const step of changes.steps)
      if (step.ledgerBefore !== undefined) recording.log.noteLedgerChange({ account: account.name, at, step });
    // The entry of a request contains its own steps, and wakes waits, too.
    if (changes.steps.length + changes.clockMoves.length > 0) state.notify(recording.log, account.name);
    onCommitted(account, changes);
  };
  const bounds = toStoreBounds(settings, shares);
  const made = state.makeStore(bounds, {
    removed: (name) => lifetimes.end(name),
    evictedFrom: publish,
  });
  const store = whenOpen(made);
  const redactors = createRedactors(secretsOf(settings));
  const accounts: Accounts = {
    get store() {
      return store();
    },
    realNow,
    publish,
  };
  const recording = createRecording({
    ...toRecordingSettings(settings),
    redactors,
    findCommitted: async (name, id) => {
      const found = await decideOn(accounts, name, (account) => {
        const generation = findGeneration(account, id);
        return generation && { generation, clock: account.clock };
      });
      return found?.result;
    },
    realNow,
    monotonic,
    reportCrash,
    onAnswered: openRequestLog(settings),
    onEntry: (account, reference) => publishRequest(events, account, reference),
    ...state.journal,
  });
  state.connect(recording);
  const opened = async (): Promise<void> => void (await made);
  const close = async (): Promise<void> => (await Promise.resolve(made).catch(() => undefined))?.close?.();
  return { accounts, store, isOpening: made instanceof Promise, opened, close, recording, redactors };
}

function whenOpen(made: BoundedStore | Promise<BoundedStore>): () => BoundedStore {
  if (!(made instanceof Promise)) return () => made;
  let store: BoundedStore | undefined;
  let problem: unknown = 'The store of this service is not open yet. Try again in a few seconds.';
  made.then(
    (opened) => (store = opened),
    (cause: unknown) => (problem = cause),
  );
  return () => {
    if (store !== undefined) return store;
    throw new StoreUnavailable(problem instanceof Error ? problem.message : String(problem), { cause: problem });
  };
}

/** Creates the request log, or returns undefined if the settings do not enable it. */
function openRequestLog({ log = 'off', journal }: Settings): ReturnType<typeof createRequestLog> | undefined {
  if (log === 'off') return undefined;
  if (journal) return createRequestLog(log, (lines) => process.stdout.write(lines));
  throw new SettingsError('must be off if the journal is off, because its lines come from the journal', {
    path: 'log',
  });
}

/** Returns the secrets in the settings. They are redacted everywhere in requests. */
function secretsOf({ accounts, controlToken }: Settings): string[] {
  const keys = accounts.flatMap((account) => account.keys);
  return controlToken === undefined ? keys : [...keys, controlToken];
}
