/** Runs the kit from the command line: profile, progress, reports and exit status. */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ProfileInput, Report } from '../../conformance/index.ts';
import { mustBeWritable } from '../named-files.ts';
import { withProgress } from '../signals.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { baselineOf, withBaselineWritten } from './baseline-file.ts';
import { flagOf, fromFlags } from './profile-flags.ts';
import { printPlan } from './print-plan.ts';
import { loadKit, readReportFile, requestedFiles, writeReports, type Flags, type Kit } from './write.ts';

const FAULT = 5;

/** Runs the kit, prints the report and writes the files. Returns the exit status. */
export async function runConformance(
  baseUrl: string | undefined,
  flags: Flags,
  { terminal, afterwards = (_, status) => status }: { readonly terminal: Terminal; readonly afterwards?: Afterwards },
): Promise<number> {
  const kit = await loadKit(terminal);
  try {
    const alone = (['seed', 'for'] as const).find(
      (name) => flags['explore'] === undefined && flags[name] !== undefined,
    );
    if (alone !== undefined) throw new UsageError(`--${alone} needs --explore <rounds>`);
    const listed = baselineOf(kit, flags);
    const loaded = await kit.loadProfile(text(flags['profile']), terminal.env, fromFlags(baseUrl, flags));
    const profile = { ...loaded, baseline: [...(loaded.baseline ?? []), ...listed] };
    const { reports, observed } = requestedFiles(kit, flags);
    if (flags['plan'] === true) return printPlan(kit, profile);
    mustBeWritable([...reports.map(({ path }) => path), ...observed]);
    // An unreadable report ends the run before any request.
    const path = text(flags['previous']);
    const previous = path === undefined ? undefined : readReportFile(kit, path, '--previous');
    return await runAgainst(kit, profile, { flags, afterwards, previous });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    if (error instanceof kit.ProfileError) throw new UsageError(respelled(error, flags));
    if (error instanceof kit.JournalError || error instanceof kit.SelectionError) throw new UsageError(error.message);
    terminal.stderr.write(`standin: ${error instanceof Error ? error.message : String(error)}\n`);
    return FAULT;
  }
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
  const journal = journalOf(baseUrl, flags);
  const report = await withProgress(
    kit.createProgress,
    (onEvent, signal) => run(baseUrl, { ...options, onEvent, signal, ...journal }),
    kit.terminal,
  );
  const compared = previous === undefined ? report : { ...report, history: kit.historyOf(report, previous) };
  const judged = withBaselineWritten(kit, compared, flags);
  return afterwards(judged, writeReports(kit, judged, { flags, keys: profile.keys ?? {} }));
}

function journalOf(baseUrl: string, flags: Flags): { journal?: string } {
  if (flags['journal'] === false) return {};
  const digest = createHash('sha256').update(baseUrl).digest('hex').slice(0, 12);
  return { journal: text(flags['journal']) ?? join('.standin', `spend-${digest}.jsonl`) };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
