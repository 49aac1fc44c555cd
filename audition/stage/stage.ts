/** The emulator that all cases run against: its accounts, clips, journals and ledgers. */

import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEmulator, type Entry } from '../../emulator/index.ts';
import type { AuditionCase } from '../cases/audition-case.ts';
import type { Pace } from '../cases/case-scenario.ts';
import { JournalEntry, type FileDigest } from '../evidence/case-record.ts';
import { callControl, openAccount, paidIn, rehearse } from './open-accounts.ts';

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** The stage cannot be opened. The message contains the reason and the next step. */
export class StageError extends Error {
  override readonly name = 'StageError';
}

/** The journal settings of a run. A client that loops leaves far more entries than a careful client. */
export const JOURNAL = { journalEntries: 20_000, journalKibibytes: 32_768, journalMebibytes: 512 };

/** Opens an emulator that listens on a free port of this machine. */
export async function openStage(pace: Pace) {
  // Clients run on this machine, and a control API without a token accepts requests from this machine.
  const controlToken = randomBytes(24).toString('hex');
  const emulator = { ...createEmulator({ pace, controlToken, ...JOURNAL }), controlToken };
  const { url } = await emulator.listen({ port: 0, host: '127.0.0.1' });
  const stalls = watchStalls();
  /** The price of the clips of each origin whose clips are made or in progress. */
  const rehearsed = new Map<string, Promise<number>>();
  return {
    /** The address of the emulator, without the path of a case. */
    url,
    /** Opens accounts, and makes the clips of their origins, each once. `onClips` receives the number of new clips. */
    prepare: async (cases: readonly AuditionCase[], onClips?: (done: number, of: number) => void): Promise<void> => {
      const { ffmpeg, reason } = await emulator.readiness();
      if (!ffmpeg.found)
        throw new StageError(`The emulator cannot make clips, so no client can deliver a clip: ${reason ?? ''}`);
      // A case without a delivery does not need a clip, but may share its origin with a case that does.
      const needing = cases.filter(
        ({ scenario, origin }) => scenario.audition.end === 'delivered' && !rehearsed.has(origin),
      );
      const byOrigin = new Map(needing.map((one) => [one.origin, one]));
      let done = 0;
      const make = async (one: AuditionCase): Promise<number> => {
        const price = await rehearse(emulator, one);
        onClips?.((done += 1), byOrigin.size);
        return price;
      };
      for (const [origin, one] of byOrigin) rehearsed.set(origin, make(one));
      const clips = cases.map(({ origin }) => rehearsed.get(origin));
      await Promise.all([...cases.map((one) => openAccount(emulator, one)), ...clips]);
    },
    /** Deletes the account of a finished case. */
    forget: async ({ label }: AuditionCase) => void (await callControl(emulator, `DELETE /accounts/${label}`)),
    /** Returns when the account's client sent its first request, by `performance.now()`; undefined before that. */
    firstRequestOf: ({ label }: AuditionCase): number | undefined => {
      const entries = emulator.account(label).journal.entries();
      return entries.length === 0 ? undefined : Math.min(...entries.map(({ timing }) => timing.arrived_ms));
    },
    hasStalledSince: stalls.hasStalledSince,
    /** Returns the journal of the account. It waits a moment for connections that are just breaking. */
    entriesOf: ({ label }: AuditionCase) => settledEntries(() => emulator.account(label).journal.entries()),
    /** Returns the US dollars that the account has spent: captured, or still reserved. */
    paidBy: ({ label }: AuditionCase) => paidIn(emulator, label),
    /** Returns the US dollars that a careful client pays: as the scenario says, or else for all clips that it delivers. */
    carefulPrice: async ({ origin, scenario: { audition } }: AuditionCase): Promise<number> =>
      audition.pays ?? (audition.end === 'delivered' ? ((await rehearsed.get(origin)) ?? 0) : 0),
    /** Returns the digest of a generation's clip, as downloaded without faults. */
    digestOf: async ({ label }: AuditionCase, generation: string): Promise<FileDigest | undefined> => {
      const clip = await emulator.account(label).clip(generation);
      return clip && { sha256: createHash('sha256').update(clip).digest('hex'), bytes: clip.length };
    },
    close: async () => {
      stalls.close();
      await emulator.close();
    },
  };
}

const BEAT_MS = 100;
/** The shortest stall that matters: half of 5 s, the shortest common timeout. Scenarios add delays of their own. */
const STALL_MS = 2500;

/** Detects stalls of this process on a busy machine. During a stall, clients wait for responses. */
function watchStalls() {
  let beatMs = performance.now();
  let stalledMs = -Infinity;
  const check = (): void => {
    const now = performance.now();
    if (now - beatMs > STALL_MS) stalledMs = now;
    beatMs = now;
  };
  const timer = setInterval(check, BEAT_MS).unref();
  return {
    /** Returns whether the emulator stalled after this time, by `performance.now()`. */
    hasStalledSince: (sinceMs: number): boolean => {
      check();
      return stalledMs >= sinceMs;
    },
    close: () => clearInterval(timer),
  };
}

const SETTLING_MS = 20;
const MOST_WAITS = 10;

/** Waits until disconnected clients are noticed. Until then, their last responses look as if they were being sent. */
export async function settledEntries(read: () => readonly Entry[]): Promise<JournalEntry[]> {
  for (let waited = 0; waited < MOST_WAITS; waited += 1) {
    await sleep(SETTLING_MS);
    if (read().every(({ timing }) => timing.total_ms !== null)) break;
  }
  return read().map((entry) => JournalEntry.parse(entry));
}
