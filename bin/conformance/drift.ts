/** Compares two runs, or a run and a committed file: the commands `diff` and `observed`. */

import type { Change, Report } from '../../conformance/index.ts';
import { FileError } from '../../lib/named-file.ts';
import { objectIn, readJsonFile, tryToWrite, UNWRITTEN } from '../named-files.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import type { FailOn } from './flags.ts';
import { runConformance } from './run.ts';
import { loadKit, readReportFile, type Flags, type Kit } from './write.ts';

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
export async function diffFiles(
  paths: readonly [before: string, after: string],
  { failOn }: { readonly failOn: FailOn },
  terminal: Terminal,
): Promise<number> {
  const kit = await loadKit(terminal);
  const { comparedChecks, counted, diffReports } = kit;
  const before = readReportFile(kit, paths[0]);
  const after = readReportFile(kit, paths[1]);
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

export interface ObservedFlags extends Flags {
  /** The committed file. */
  readonly check?: string;
  /** The file for the observations of this run. */
  readonly out?: string;
}

/**
 * Compares or writes the observations of a report or of a new run. Only drift determines the exit status, not the
 * verdicts of the run.
 */
export async function observedOf(source: string, flags: ObservedFlags, terminal: Terminal): Promise<number> {
  if (flags.check === undefined && flags.out === undefined)
    throw new UsageError('observed needs --check <file>, --out <file>, or both.');
  const kit = await loadKit(terminal);
  // An unreadable file must be reported before the run pays for anything.
  const committed = flags.check === undefined ? undefined : committedIn(flags.check);
  const drift = (report: Report): number => compareAndWrite(kit, report, { committed, flags });
  if (!/^https?:/.test(source)) return drift(kit.judge(readReportFile(kit, source)));
  const afterwards = (report: Report, status: number): number => {
    const found = drift(report);
    const isWritten = status === report.exitCode;
    return isWritten ? found : status;
  };
  return runConformance(source, flags, { terminal, afterwards });
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
  const text = `${JSON.stringify(renewed, null, 2)}\n`;
  const isWritten = out === undefined || tryToWrite([{ path: out, text }], kit.terminal);
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

function committedIn(path: string): Record<string, string> {
  return readJsonFile(path, textsIn, (why) => {
    const command = `standin conformance observed <report or base_url> --out ${path}`;
    return `${path} contains no observations: ${why}. To write observations, run \`${command}\`.`;
  });
}

function textsIn(json: unknown): Record<string, string> {
  const entries: [string, unknown][] = Object.entries(objectIn(json));
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
  if (entries.every(isText)) return Object.fromEntries(entries);
  throw new FileError('a value is not a text');
}

function print({ plainLine, terminal }: Kit, ...lines: readonly string[]): void {
  for (const line of lines) terminal.stdout.write(`${plainLine(line)}\n`);
}
