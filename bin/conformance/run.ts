/** Runs the kit from the command line: profile, progress, reports and exit status. */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ProfileInput, Report, RunEvent } from '../../conformance/index.ts';
import { whileStoppable } from '../signals.ts';
import { progressStyle, widthOf, type Terminal } from '../terminal.ts';
import { UsageError } from '../usage-error.ts';
import { baselineOf, withBaselineWritten } from './baseline-file.ts';
import { flagOf, fromFlags } from './profile-flags.ts';
import { printPlan } from './print-plan.ts';
import { mustBeWritable, parseReportFlag, readReportFile, writeReports, type Kit } from './write.ts';

type Flags = Readonly<Record<string, unknown>>;

const USAGE = 2;
const FAULT = 5;

/** Runs the kit, prints the report and writes the files. Returns the exit status. */
export async function runConformance(
  baseUrl: string | undefined,
  flags: Flags,
  { terminal, afterwards = (_, status) => status }: { readonly terminal: Terminal; readonly afterwards?: Afterwards },
): Promise<number> {
  const kit: Kit = { ...(await import('../../conformance/index.ts')), terminal };
  try {
    const alone = (['seed', 'for'] as const).find(
      (name) => flags['explore'] === undefined && flags[name] !== undefined,
    );
    if (alone !== undefined) throw new UsageError(`--${alone} needs --explore <rounds>`);
    const listed = baselineOf(kit, flags);
    const loaded = await kit.loadProfile(text(flags['profile']), terminal.env, fromFlags(baseUrl, flags));
    const profile = { ...loaded, baseline: [...(loaded.baseline ?? []), ...listed] };
    parseReportFlag(kit, text(flags['report']));
    if (flags['plan'] === true) return printPlan(kit, profile);
    mustBeWritable(kit, flags);
    const previous = previousOf(kit, flags);
    return await runAgainst(kit, profile, { flags, afterwards, previous });
  } catch (error) {
    if (isUsageError(kit, error)) {
      terminal.stderr.write(
        `standin: ${error instanceof kit.ProfileError ? respelled(error, flags) : error.message}\n`,
      );
      return USAGE;
    }
    terminal.stderr.write(`standin: ${error instanceof Error ? error.message : String(error)}\n`);
    return FAULT;
  }
}

function isUsageError({ JournalError, ProfileError, SelectionError }: Kit, error: unknown): error is Error {
  const kinds = [JournalError, ProfileError, SelectionError, UsageError];
  return kinds.some((kind) => error instanceof kind);
}

/** Replaces the names of profile fields by the flags that set them. */
function respelled({ message, problems }: InstanceType<Kit['ProfileError']>, flags: Flags): string {
  if (problems.length === 0) return message;
  return problems.map(({ path, says }) => `${flagOf(path, flags) ?? path.join('.')}: ${says}`).join('\n');
}

/** Runs after the reports were written, and returns the exit status. */
type Afterwards = (report: Report, status: number) => number;

async function runAgainst(
  kit: Kit,
  profile: ProfileInput,
  { flags, afterwards, previous }: { flags: Flags; afterwards: Afterwards; previous: Report | undefined },
): Promise<number> {
  const { ProfileError, readProfile, run } = kit;
  // The profile is validated first, because a misspelled field may look like a missing one.
  readProfile(profile);
  const { baseUrl, ...options } = profile;
  if (baseUrl === undefined)
    throw new ProfileError('No base URL: pass the base URL as an argument, in the profile, or in STANDIN_URL.');
  if (profile.keys?.primary === undefined)
    throw new ProfileError('No API key: pass --key or --profile, or set STANDIN_API_KEY.');
  const report = await withProgress(kit, (onEvent, signal) =>
    run(baseUrl, { ...options, onEvent, signal, ...journalOf(baseUrl, flags) }),
  );
  const compared = previous === undefined ? report : { ...report, history: kit.historyOf(report, previous) };
  const judged = withBaselineWritten(kit, compared, flags);
  return afterwards(judged, writeReports(kit, judged, { flags, keys: profile.keys ?? {} }));
}

/** Reads the report of an earlier run. An unreadable file ends the run before any request. */
function previousOf(kit: Kit, flags: Flags): Report | undefined {
  const path = text(flags['previous']);
  return path === undefined ? undefined : readReportFile(kit, path, '--previous');
}

async function withProgress(
  { createProgress, terminal }: Kit,
  work: (onEvent: (event: RunEvent) => void, signal: AbortSignal) => Promise<Report>,
): Promise<Report> {
  const { stderr } = terminal;
  const write = (line: string): void => void stderr.write(line);
  const progress = createProgress({ style: progressStyle(terminal), width: widthOf(stderr.columns, 80), write });
  try {
    return await whileStoppable(
      (text) => progress.note(text),
      (signal) => work((event) => progress.onEvent(event), signal),
    );
  } finally {
    progress.end();
  }
}

function journalOf(baseUrl: string, flags: Flags): { journal?: string } {
  if (flags['journal'] === false) return {};
  const digest = createHash('sha256').update(baseUrl).digest('hex').slice(0, 12);
  return { journal: text(flags['journal']) ?? join('.standin', `spend-${digest}.jsonl`) };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
