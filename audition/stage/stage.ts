/** The emulator that all cases run against: accounts, clips, what happened, and what it cost. */

import { createHash } from 'node:crypto';
import { createEmulator, scenarioRules, type Emulator } from '../../emulator/index.ts';
import type { AuditionCase, StoryPace } from '../cases/audition-case.ts';
import type { FileDigest } from '../evidence/case-evidence.ts';
import { JournalEntry } from '../evidence/journal-entry.ts';
import { openAccount, rehearse } from './open-accounts.ts';

export interface Stage {
  /** Where the emulator listens; without the path of a case. */
  readonly url: string;
  /** Opens the accounts of these cases and has their clips made. `onClips` hears how many of them are done. */
  prepare(cases: readonly AuditionCase[], onClips?: (done: number, of: number) => void): Promise<void>;
  entriesOf(one: AuditionCase): readonly JournalEntry[];
  /** US dollars that the account has spent: captured, or still reserved. */
  paidBy(one: AuditionCase): Promise<number>;
  /** The digest of a generation's clip, as a download without any fault would bring it. */
  digestOf(one: AuditionCase, generation: string): Promise<FileDigest | undefined>;
  close(): Promise<void>;
}

/** A run can keep what so many requests leave; a client that loops leaves more than a careful one. */
const JOURNAL = { journalEntries: 20_000, journalKibibytes: 32_768, journalMebibytes: 512 };
const MICROS = 1e6;

/** Opens an emulator that listens on a free port of this machine. */
export async function openStage(pace: StoryPace): Promise<Stage> {
  const emulator = createEmulator({ pace, ...JOURNAL });
  const { url } = await emulator.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    prepare: (cases, onClips) => prepare(emulator, cases, onClips),
    entriesOf: ({ label }) =>
      emulator
        .account(label)
        .journal.entries()
        .map((entry) => JournalEntry.parse(entry)),
    paidBy: async ({ label }) => {
      const { captured, reserved } = await emulator.account(label).ledger();
      return (captured + reserved) / MICROS;
    },
    digestOf: async ({ label }, generation) => {
      const clip = await emulator.account(label).clip(generation);
      return clip && { sha256: createHash('sha256').update(clip).digest('hex'), bytes: clip.length };
    },
    close: () => emulator.close(),
  };
}

async function prepare(
  emulator: Emulator,
  cases: readonly AuditionCase[],
  onClips: (done: number, of: number) => void = () => undefined,
): Promise<void> {
  const rehearsed = [...new Map(cases.map((one) => [one.scenario, one])).values()];
  let done = 0;
  const clips = rehearsed.map(async (one) => {
    await rehearse(emulator, one);
    onClips((done += 1), rehearsed.length);
  });
  await Promise.all([...cases.map((one) => openAccount(emulator, one)), ...clips]);
}

/** What each rule of a scenario does, by the id that the journal names it with. */
export function effectsOf(scenario: string, pace: StoryPace): ReadonlyMap<string, string> {
  return new Map(scenarioRules(scenario, pace).map(({ id, effect }) => [id, effect.kind]));
}
