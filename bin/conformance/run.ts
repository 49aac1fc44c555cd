/** Runs the kit for the command line: profile, progress, reports, exit code. */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import {
  createProgress,
  listCosts,
  loadProfile,
  ProfileError,
  readProfile,
  run,
  CHECKS,
  selectChecks,
  SelectionError,
  type ProfileInput,
  type Report,
  type RunEvent,
} from '../../conformance/index.ts';
import { parseReportFlag, ReportFlagError, writeReports } from './write.ts';

type Flags = Readonly<Record<string, unknown>>;

const USAGE = 2;
const FAULT = 5;

/** Runs, prints and writes; the result is the exit code. */
export async function runConformance(baseUrl: string | undefined, flags: Flags): Promise<number> {
  try {
    const said = fromFlags(baseUrl, flags);
    const profile = await loadProfile(text(flags['profile']), process.env, said);
    parseReportFlag(text(flags['report']));
    if (flags['plan'] === true) return printPlan(profile);
    return await runAgainst(profile, flags);
  } catch (error) {
    if (error instanceof ProfileError || error instanceof SelectionError || error instanceof ReportFlagError) {
      console.error(error.message);
      return USAGE;
    }
    console.error(error instanceof Error ? error.message : String(error));
    return FAULT;
  }
}

async function runAgainst(profile: ProfileInput, flags: Flags): Promise<number> {
  const { baseUrl, ...options } = profile;
  if (baseUrl === undefined)
    throw new ProfileError('No base URL: give it as argument, in the profile, or as STANDIN_BASE_URL.');
  if (profile.keys?.primary === undefined) throw new ProfileError('No API key: give --key, --profile, or STANDIN_KEY.');
  const report = await withProgress((onEvent, signal) =>
    run(baseUrl, { ...options, onEvent, signal, ...journalOf(baseUrl, flags) }),
  );
  return writeReports(report, flags, profile.keys ?? {});
}

async function withProgress(
  work: (onEvent: (event: RunEvent) => void, signal: AbortSignal) => Promise<Report>,
): Promise<Report> {
  const { stderr } = process;
  const write = (line: string): void => {
    stderr.write(line);
  };
  const progress = createProgress({ isTerminal: stderr.isTTY, width: stderr.columns ?? 80, write });
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    return await work((event) => progress.onEvent(event), stopping.signal);
  } finally {
    progress.end();
    process.removeListener('SIGINT', stop);
    process.removeListener('SIGTERM', stop);
  }
}

function printPlan(input: ProfileInput): number {
  const profile = readProfile(input);
  const plan = listCosts(selectChecks(CHECKS, profile), profile);
  for (const { id, creates, dollars } of plan.checks) {
    const price =
      creates === 0 && dollars === 0 ? 'free' : dollars === undefined ? `${creates} creates` : `${dollars} US dollars`;
    console.log(`${id.padEnd(60)} ${price}`);
  }
  const worst =
    plan.worst === undefined
      ? 'the price is not known (give prices in the profile)'
      : `at most ${plan.worst} US dollars`;
  console.log(
    `\n${plan.checks.length} checks, ${plan.probes} probes; all together ${plan.creates} paid creates, which the checks share: ${worst}.`,
  );
  return 0;
}

function fromFlags(baseUrl: string | undefined, flags: Flags): ProfileInput {
  const keys = {
    primary: 'key',
    other: 'keyOther',
    poor: 'keyPoor',
    once: 'keyOnce',
    revoked: 'keyRevoked',
    watched: 'keyWatched',
  };
  const timing = {
    requestSeconds: 'timeout',
    patienceSeconds: 'patience',
    generationSeconds: 'generationTimeout',
    runSeconds: 'runTimeout',
  };
  const plain = {
    only: 'only',
    skip: 'skip',
    gates: 'gate',
    reuse: 'reuse',
    budget: 'budget',
    thorough: 'thorough',
    hostile: 'hostile',
    provoke: 'provoke',
    concurrency: 'concurrency',
    ratePerSecond: 'rate',
  };
  const prompt = text(flags['failingPrompt']);
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    keys: picked(flags, keys),
    timing: picked(flags, timing),
    ...(prompt === undefined ? {} : { triggers: { failing: { prompt } } }),
    ...picked(flags, plain),
  };
}

/** The flags that were given, under the names of the profile; the profile's schema judges their values. */
function picked(flags: Flags, names: Readonly<Record<string, string>>): Record<string, never> {
  const given = Object.entries(names).filter(([, flag]) => flags[flag] !== undefined);
  return Object.fromEntries(given.map(([name, flag]) => [name, flags[flag] as never]));
}

function journalOf(baseUrl: string, flags: Flags): { journal?: string } {
  if (flags['journal'] === false) return {};
  const digest = createHash('sha256').update(baseUrl).digest('hex').slice(0, 12);
  return { journal: text(flags['journal']) ?? join('.standin', `spend-${digest}.jsonl`) };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
