/** Plays one case: a folder, a client, and then the results in the journal, in the ledger and in the folder. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { PATIENT_SECONDS, type AuditionCase } from '../cases/audition-case.ts';
import type { Pace } from '../cases/case-scenario.ts';
import type { ClientCall, ClientDriver } from '../drive/client-driver.ts';
import { toRequests, type ClientRequest } from '../evidence/case-evidence.ts';
import {
  readWord,
  type CaseRecord,
  type ClientOutcome,
  type FileDigest,
  type FileEvidence,
  type JournalEntry,
} from '../evidence/case-record.ts';
import type { Stage } from '../stage/stage.ts';

export interface Play {
  readonly client: string;
  readonly pace: Pace;
  readonly stage: Stage;
  readonly driver: ClientDriver;
  /** The parent of the folder that the case gets. */
  readonly root: string;
  readonly signal: AbortSignal;
  readonly onEvent: (event: ConductEvent) => void;
}

/** The record of a case and the output of its client. */
export interface PlayedCase {
  readonly record: CaseRecord;
  readonly output: string | undefined;
  /** The emulator stalled during the case, because the machine was too busy. */
  readonly wasStalled: boolean;
}

export type ConductEvent =
  | { readonly type: 'clips'; readonly done: number; readonly of: number }
  | { readonly type: 'harness'; readonly client: string }
  | { readonly type: 'cases'; readonly client: string; readonly of: number; readonly unit: 'case' | 'round' }
  | { readonly type: 'began'; readonly client: string; readonly scenario: string }
  | { readonly type: 'ended'; readonly client: string; readonly played: PlayedCase }
  | { readonly type: 'round'; readonly client: string; readonly done: number; readonly of: number }
  /** A mistake of a round was confirmed, and its schedule is being reduced. */
  | { readonly type: 'mistake'; readonly client: string; readonly round: number; readonly check: string }
  /** The number of rules in the scenario that replays a mistake. */
  | {
      readonly type: 'found';
      readonly client: string;
      readonly check: string;
      readonly scenario: string;
      readonly rules: number;
    }
  /** The working folder of the clients cannot be removed, for the reason that the code names. */
  | { readonly type: 'left'; readonly folder: string; readonly code: string };

/** Plays a case to its end; undefined if the run ended first. */
export async function playCase(one: AuditionCase, play: Play): Promise<PlayedCase | undefined> {
  const { client, pace, stage, driver, root, signal } = play;
  const folder = await mkdtemp(join(root, 'case-'));
  try {
    const output = join(folder, one.goal === 'batch' ? 'clips' : 'clip.mp4');
    if (one.goal === 'batch') await mkdir(output);
    const url = `${stage.url}${one.scenario.audition.path ?? ''}`;
    const { apiKey, goal, deadlineSeconds } = one;
    const body = goal === 'batch' || goal === 'derive' ? one.bodies : one.bodies[0];
    const call = { name: one.label, url, apiKey, goal, body, output, deadlineSeconds, folder };
    const startedMs = performance.now();
    const driven = await driver.drive(call, signal, () => stage.firstRequestOf(one));
    if (driven.outcome.end === 'not-observed') return undefined;
    const wasStalled = stage.hasStalledSince(startedMs);
    const entries = await stage.entriesOf(one);
    const leaked = await filesWith(folder, apiKey);
    const record = {
      client,
      scenario: one.scenario.name,
      pace,
      deadlineSeconds,
      prompts: one.bodies.map(({ prompt }) => String(prompt)),
      bodies: one.bodies,
      entries,
      outcome: {
        ...withoutKey(driven.outcome, apiKey),
        leaks: [...driven.outcome.leaks, ...leaked.map((path) => `the file ${path}`)],
      },
      files: await filesOf(one, entries, { stage, output }),
      paid: await stage.paidBy(one),
      careful: await stage.carefulPrice(one),
    };
    return { record, output: driven.output, wasStalled };
  } finally {
    // If files remain, the removal of the run's whole folder tries again and reports them.
    await tryToRemove(folder);
  }
}

/** Removes the key from the outcome, because a client may print it and no report may contain it. */
function withoutKey(outcome: ClientOutcome, apiKey: string): ClientOutcome {
  const { said } = outcome;
  const word = said === undefined ? undefined : readWord(JSON.stringify(said).replaceAll(apiKey, '[key]'));
  return { ...outcome, how: outcome.how.replaceAll(apiKey, '[key]'), said: word };
}

/** Returns the requested files, each with the clip that it should be. */
async function filesOf(
  one: AuditionCase,
  entries: readonly JournalEntry[],
  { stage, output }: Pick<Play, 'stage'> & Pick<ClientCall, 'output'>,
): Promise<FileEvidence[]> {
  const intents = one.goal === 'batch' ? one.bodies.map((_, index) => index) : [one.bodies.length - 1];
  const files: FileEvidence[] = [];
  // Equal bodies make different clips, so each clip may appear only once.
  const taken = new Set<string>();
  for (const [index, intent] of intents.entries()) {
    const path = one.goal === 'batch' ? join(output, `${index}.mp4`) : output;
    const { own, others } = candidatesFor(one, intent, entries);
    /** Finds the first of these clips that the file equals. Reads the file once per clip, to the length of that clip. */
    const find = async (ids: readonly string[]): Promise<string | undefined> => {
      for (const id of ids) {
        const clip = await stage.digestOf(one, id);
        const found = await digestFile(path, clip?.bytes ?? 0);
        if (found !== undefined && clip?.sha256 === found.sha256) return id;
      }
      return undefined;
    };
    const free = own.filter((id) => !taken.has(id));
    const isThere = (await digestFile(path, 0)) !== undefined;
    const id = isThere ? await find(free) : undefined;
    const isForeign = isThere && id === undefined && (await find([...others, ...taken])) !== undefined;
    const wanted = id ?? free[0];
    const clip = wanted === undefined ? undefined : await stage.digestOf(one, wanted);
    files.push({ index, clip, found: await digestFile(path, clip?.bytes ?? 0), isForeign });
    if (id !== undefined) taken.add(id);
  }
  return files;
}

/** Splits completed generations, the latest first, by whether they have the prompt of a body. A single body has all. */
function candidatesFor({ bodies }: AuditionCase, intent: number, entries: readonly JournalEntry[]) {
  const prompt = String(bodies[intent]?.['prompt']);
  const changed = entries.flatMap(({ request, changes }) =>
    changes.flatMap(({ generation }) => (generation === null ? [] : [{ ...generation, prompt: request.prompt }])),
  );
  const completed = new Set(changed.flatMap(({ id, after }) => (after === 'completed' ? [id] : [])));
  const made = changed.filter(({ id, before }) => before === null && completed.has(id)).toReversed();
  const isOwn = (one: (typeof made)[number]): boolean => bodies.length === 1 || prompt.startsWith(one.prompt ?? '?');
  return {
    own: made.filter(isOwn).map(({ id }) => id),
    others: made.filter((one) => !isOwn(one)).map(({ id }) => id),
  };
}

/**
 * Returns how a red case is played again: with more time after a silent request, or alike if the machine disturbed it.
 * A client that leaves responses even without faults does so by habit, so a second run would give the same result.
 */
export function secondPlay(
  { record, wasStalled }: PlayedCase,
  healthy: PlayedCase,
): { readonly seconds: number | undefined } | undefined {
  if (record.pace === 'quick' && isSilentAtDeadline(record)) return { seconds: PATIENT_SECONDS };
  const isSpoiled = wasStalled || (isDisturbed(record) && !isDisturbed(healthy.record));
  return isSpoiled ? { seconds: undefined } : undefined;
}

/** Requests that end this close to the last one ended because the client was ended at its deadline. */
const TOGETHER_MS = 500;

/**
 * Returns whether the client left a response that no rule had changed. The emulator responds in milliseconds. A client
 * without this habit therefore waited for a machine that was too busy to run both.
 */
export function isDisturbed({ entries, outcome }: Pick<CaseRecord, 'entries' | 'outcome'>): boolean {
  const { requests, endedLast } = endingsOf(entries);
  const left = requests.filter(({ end, faults }) => end === 'left' && faults.length === 0);
  return left.some((request) => outcome.end !== 'hung' || !endedLast(request));
}

/** Returns whether a request that a rule had changed was still open when the client was ended at its deadline. */
export function isSilentAtDeadline({ entries, outcome }: Pick<CaseRecord, 'entries' | 'outcome'>): boolean {
  const { requests, endedLast } = endingsOf(entries);
  const changed = requests.filter(({ faults }) => faults.length > 0);
  const isOpen = (one: ClientRequest): boolean => one.end === 'open' || (one.end === 'left' && endedLast(one));
  return outcome.end === 'hung' && changed.some(isOpen);
}

function endingsOf(entries: readonly JournalEntry[]) {
  const requests = toRequests(entries, new Map());
  const endMs = ({ endedMs, arrivedMs }: ClientRequest): number => endedMs ?? arrivedMs;
  const lastMs = Math.max(...requests.map(endMs));
  return { requests, endedLast: (request: ClientRequest) => endMs(request) >= lastMs - TOGETHER_MS };
}

/**
 * Returns the digest of a file; undefined if it does not exist. For a file longer than `longest` bytes, it hashes the
 * first `longest + 1` bytes. The file cannot be a clip of that length, and may be endless. An unreadable file has the
 * digest of zero bytes.
 */
export async function digestFile(path: string, longest: number): Promise<FileDigest | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) return undefined;
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path, { end: longest })) {
      hash.update(chunk);
      bytes += chunk.length;
    }
  } catch {
    bytes = 0;
  }
  return { sha256: hash.digest('hex'), bytes: Math.max(bytes, found.size) };
}

const MOST_FILES = 1000;
/** The largest searched file. A larger file is searched only up to this size. */
const MOST_BYTES = 1_048_576;

/** Returns the relative paths of the files in a folder that contain a secret. */
export async function filesWith(folder: string, secret: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = found.filter((entry) => entry.isFile()).slice(0, MOST_FILES);
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  const holding = await Promise.all(paths.map((path) => holds(path, secret).catch(() => false)));
  return paths.filter((_, index) => holding[index]).map((path) => relative(folder, path));
}

async function holds(path: string, secret: string): Promise<boolean> {
  let before = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { end: MOST_BYTES })) {
    before = Buffer.concat([before.subarray(-secret.length), chunk]);
    if (before.includes(secret)) return true;
  }
  return false;
}

/** Removes a folder. Resolves to the error code if a part of it cannot be removed. */
export async function tryToRemove(folder: string): Promise<string | undefined> {
  try {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    return undefined;
  } catch (cause) {
    return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  }
}
