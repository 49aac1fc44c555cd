/** Compares two runs, or a run and a committed file: the commands `diff` and `observed`. */

import type { Change, Report } from '../../conformance/index.ts';
import { readNamedJson, toFileError } from '../../lib/named-file.ts';
import { UsageError } from '../usage-error.ts';
import { tryToWrite, UNWRITTEN } from '../write-file.ts';
import type { FailOn } from './flags.ts';
import { runConformance } from './run.ts';
import type { Kit } from './write.ts';

const NOTHING_COMPARED = 3;
const DRIFT = 6;

const COUNTS: Readonly<Record<FailOn, (change: Change) => boolean>> = {
  fail: ({ kind }) => kind === 'regression',
  observed: ({ kind }) => kind === 'regression' || kind === 'observation',
  any: () => true,
};
const TITLES: Readonly<Record<Change['kind'], string>> = {
  regression: 'FAILS NOW',
  observation: 'OBSERVED',
  verdict: 'CHANGED',
  removed: 'GONE',
  added: 'NEW',
};

/** Prints the changes between two reports, regressions first. Returns the exit status. */
export function printDiff(kit: Kit, [before, after]: readonly [Report, Report], failOn: FailOn): number {
  const { comparedChecks, counted, diffReports, terminal } = kit;
  const compared = comparedChecks(before, after);
  if (compared === 0) {
    terminal.stderr.write('The two reports have no check in common. Write both reports with the same --only.\n');
    return NOTHING_COMPARED;
  }
  const changes = diffReports(before, after);
  for (const { id, kind, proves, ...change } of changes) {
    const absent = '(not in this report)';
    print(kit, `${TITLES[kind]} ${id}`, `  ${proves}`);
    print(kit, `  before: ${change.before || absent}`, `  after:  ${change.after || absent}`, '');
  }
  const counting = changes.filter(COUNTS[failOn]).length;
  const others = changes.length > counting ? `, ${counting} of which --fail-on ${failOn} counts` : '';
  const summary = changes.length === 0 ? 'No difference' : counted(changes.length, 'difference') + others;
  terminal.stdout.write(`${summary}; ${counted(compared, 'check')} compared.\n`);
  return counting === 0 ? 0 : DRIFT;
}

export interface ObservedFlags extends Readonly<Record<string, unknown>> {
  /** The committed file. */
  readonly check?: string;
  /** The file for the observations of this run. */
  readonly out?: string;
}

/** Runs the kit, then compares its observations. Only drift determines the exit status, not the verdicts of the run. */
export function runObserved(kit: Kit, baseUrl: string, flags: ObservedFlags): Promise<number> {
  // An unreadable file must be reported before the run pays for anything.
  const committed = committedFor(flags);
  const afterwards = (report: Report, status: number): number => {
    const drift = compareAndWrite(kit, report, { committed, flags });
    const isWritten = status === report.exitCode;
    return isWritten ? drift : status;
  };
  return runConformance(baseUrl, flags, { terminal: kit.terminal, afterwards });
}

/** Compares the observations of a report, and writes them. */
export function checkObserved(kit: Kit, report: Report, flags: ObservedFlags): number {
  return compareAndWrite(kit, report, { committed: committedFor(flags), flags });
}

interface Comparison {
  readonly committed: Record<string, string> | undefined;
  readonly flags: ObservedFlags;
}

function compareAndWrite(kit: Kit, report: Report, { committed, flags: { check = '', out } }: Comparison): number {
  const lasting = kit.lastingObservations(report.observations);
  if (Object.keys(lasting).length === 0) {
    kit.terminal.stderr.write('The run made no observations, so the command did not compare or write a file.\n');
    return NOTHING_COMPARED;
  }
  const { status, unseen } =
    committed === undefined ? { status: 0, unseen: {} } : compare(kit, report, { committed, path: check });
  // A run that ended early observes only some values, so the rest of the committed file is kept.
  const renewed = kit.lastingObservations({ ...unseen, ...lasting });
  const isWritten = out === undefined || tryToWrite(out, `${JSON.stringify(renewed, null, 2)}\n`, kit.terminal);
  return isWritten ? status : UNWRITTEN;
}

/** The maximum number of checks in one line. */
const MOST_NAMED = 12;

function compare(
  kit: Kit,
  { observations, results }: Report,
  { committed, path }: { readonly committed: Record<string, string>; readonly path: string },
): { readonly status: number; readonly unseen: Record<string, string> } {
  const { drifted, compared, unseen } = kit.driftOf(committed, observations);
  const kept = Object.fromEntries(Object.entries(committed).filter(([id]) => unseen.includes(id)));
  for (const { id, before, after } of drifted) {
    const proves = results.find((result) => result.id === id)?.proves ?? '';
    const earlier = before === undefined ? '(not in the file)' : `"${before}"`;
    print(kit, `OBSERVED ${id}`, `  ${proves}`, `  before: ${earlier}`, `  after:  "${after}"`, '');
  }
  if (unseen.length > 0) print(kit, `Not observed in this run: ${listed(unseen)}.`);
  if (compared === 0) {
    kit.terminal.stderr.write(`${path} contains none of the observations of this run. The command compared nothing.\n`);
    return { status: NOTHING_COMPARED, unseen: kept };
  }
  const summary = drifted.length === 0 ? 'No drift' : `${kit.counted(drifted.length, 'observation')} drifted`;
  kit.terminal.stdout.write(`${summary}; observations compared with ${path}: ${compared}.\n`);
  return { status: drifted.length === 0 ? 0 : DRIFT, unseen: kept };
}

function listed(ids: readonly string[]): string {
  const rest = ids.length - MOST_NAMED;
  return rest <= 0 ? ids.join(', ') : `${ids.slice(0, MOST_NAMED).join(', ')} and ${rest} more`;
}

function committedFor({ check }: ObservedFlags): Record<string, string> | undefined {
  return check === undefined ? undefined : committedIn(check);
}

function committedIn(path: string): Record<string, string> {
  const unusable = (reason = ''): UsageError =>
    new UsageError(
      `${path} contains no observations${reason}. To write observations, run \`standin conformance observed <report or base_url> --out ${path}\`.`,
    );
  try {
    const found = readNamedJson(path);
    const entries = typeof found === 'object' && found !== null ? Object.entries(found) : [];
    if (!Array.isArray(found) && entries.every(([, value]) => typeof value === 'string'))
      return Object.fromEntries(entries) as Record<string, string>;
  } catch (cause) {
    throw unusable(`: ${toFileError(cause).message}`);
  }
  throw unusable();
}

function print({ plainLine, terminal }: Kit, ...lines: readonly string[]): void {
  for (const line of lines) terminal.stdout.write(`${plainLine(line)}\n`);
}
