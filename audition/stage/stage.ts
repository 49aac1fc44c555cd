/** The emulator that all cases run against: accounts, clips, what happened, and what it cost. */

import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEmulator, type Emulator, type Entry } from '../../emulator/index.ts';
import type { AuditionCase, StoryPace } from '../cases/audition-case.ts';
import type { FileDigest } from '../evidence/case-evidence.ts';
import { JournalEntry } from '../evidence/journal-entry.ts';
import { callControl, type ControlledEmulator } from './control.ts';
import { openAccount, rehearse } from './open-accounts.ts';
import { watchStalls } from './stall-watch.ts';

export interface Stage {
  /** Where the emulator listens; without the path of a case. */
  readonly url: string;
  /** Opens the accounts of these cases and has their clips made. `onClips` hears how many of them are done. */
  prepare(cases: readonly AuditionCase[], onClips?: (done: number, of: number) => void): Promise<void>;
  /** Deletes the account of a case that is over. */
  forget(one: AuditionCase): Promise<void>;
  /** When the account's client sent its first request, by `performance.now()`; nothing before that. */
  firstRequestOf(one: AuditionCase): number | undefined;
  /** Whether the emulator stood still at some time since then, by `performance.now()`. */
  hasStalledSince(sinceMs: number): boolean;
  /** What the account's client sent; waits a moment for connections that are just breaking. */
  entriesOf(one: AuditionCase): Promise<readonly JournalEntry[]>;
  /** US dollars that the account has spent: captured, or still reserved. */
  paidBy(one: AuditionCase): Promise<number>;
  /** The digest of a generation's clip, as a download without any fault would bring it. */
  digestOf(one: AuditionCase, generation: string): Promise<FileDigest | undefined>;
  close(): Promise<void>;
}

/** The stage cannot be set: the message says why and what to do. */
export class StageError extends Error {
  override readonly name = 'StageError';
}

/** A run can keep what so many requests leave; a client that loops leaves more than a careful one. */
export const JOURNAL = { journalEntries: 20_000, journalKibibytes: 32_768, journalMebibytes: 512 };
const MICROS = 1e6;

/** Opens an emulator that listens on a free port of this machine. */
export async function openStage(pace: StoryPace): Promise<Stage> {
  // Clients run on this machine, from where a control API without a token takes requests.
  const controlToken = randomBytes(24).toString('hex');
  const emulator = { ...createEmulator({ pace, controlToken, ...JOURNAL }), controlToken };
  const { url } = await emulator.listen({ port: 0, host: '127.0.0.1' });
  const stalls = watchStalls();
  const rehearsed = new Map<string, Promise<void>>();
  return {
    url,
    prepare: (cases, onClips) => prepare(emulator, { cases, rehearsed }, onClips),
    forget: async ({ label }) => void (await callControl(emulator, `DELETE /accounts/${label}`)),
    firstRequestOf: ({ label }) => {
      const arrivals = emulator
        .account(label)
        .journal.entries()
        .map(({ timing }) => timing.arrived_ms);
      return arrivals.length === 0 ? undefined : Math.min(...arrivals);
    },
    hasStalledSince: (sinceMs) => stalls.hasStalledSince(sinceMs),
    entriesOf: ({ label }) => settledEntries(() => emulator.account(label).journal.entries()),
    paidBy: ({ label }) => paidIn(emulator, label),
    digestOf: async ({ label }, generation) => {
      const clip = await emulator.account(label).clip(generation);
      return clip && { sha256: createHash('sha256').update(clip).digest('hex'), bytes: clip.length };
    },
    close: async () => {
      stalls.close();
      await emulator.close();
    },
  };
}

/** US dollars that an account has spent: captured, or still reserved. */
export async function paidIn(emulator: Emulator, label: string): Promise<number> {
  const { captured, reserved } = await emulator.account(label).ledger();
  return (captured + reserved) / MICROS;
}

const SETTLING_MS = 20;
const MOST_WAITS = 10;

/** A client that has gone is noticed a moment later: until then its last answer looks as if it were being sent. */
export async function settledEntries(read: () => readonly Entry[]): Promise<JournalEntry[]> {
  for (let waited = 0; waited < MOST_WAITS; waited += 1) {
    await sleep(SETTLING_MS);
    if (read().every(({ timing }) => timing.total_ms !== null)) break;
  }
  return read().map((entry) => JournalEntry.parse(entry));
}

interface Preparation {
  readonly cases: readonly AuditionCase[];
  /** The origins whose clips are made, or are being made. */
  readonly rehearsed: Map<string, Promise<void>>;
}

async function prepare(
  emulator: ControlledEmulator,
  { cases, rehearsed }: Preparation,
  onClips: (done: number, of: number) => void = () => undefined,
): Promise<void> {
  const { ffmpeg, reason } = await emulator.readiness();
  if (!ffmpeg.found)
    throw new StageError(`The emulator cannot make clips, so no client can deliver a clip: ${reason ?? ''}`);
  // A case in which nothing is delivered needs no clip, but may share its origin with a case that does.
  const needing = cases.filter(({ expectation: { end } }) => end === 'delivered');
  const byOrigin = [...new Map(needing.map((one) => [one.origin, one])).values()];
  let done = 0;
  const clips = byOrigin.map(async (one) => {
    const made = rehearsed.get(one.origin) ?? rehearse(emulator, one);
    rehearsed.set(one.origin, made);
    await made;
    onClips((done += 1), byOrigin.length);
  });
  await Promise.all([...cases.map((one) => openAccount(emulator, one)), ...clips]);
}
