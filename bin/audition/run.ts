/** Runs an audition from the command line: clients, progress, reports and exit status. */

import type * as audition from '../../audition/index.ts';
import type { FinishedAudition, FinishedExploration } from '../../audition/index.ts';
import { exitSoon, untilSignal, withProgress } from '../signals.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { UNWRITTEN } from '../named-files.ts';
import { clientsOf, type ClientFlags } from './clients.ts';
import { readScenarioFiles } from './scenario-files.ts';
import { exploreOptions, rejectConflicts, writeFindings, type ExploreFlags } from './explore.ts';
import { selectionOf, type JudgeFlags } from './judge.ts';
import { keepRun, loadKit, planOutput, printReport, readKnown, writeReports, type Kit } from './output.ts';

export interface RunFlags extends ClientFlags, JudgeFlags, ExploreFlags {
  readonly scenarios?: readonly string[];
  readonly pace?: 'quick' | 'real';
  readonly parallel?: number;
  readonly list?: boolean;
  readonly watch?: boolean;
  readonly untilIdle?: number | true;
  readonly port?: number;
}

const UNTESTABLE = 3;
const IDLE_SECONDS = 5;

/** Runs an audition, prints the report and writes the files. Returns the exit status. */
export async function runClients(words: readonly string[], flags: RunFlags, terminal: Terminal): Promise<number> {
  const kit = await loadKit(terminal);
  try {
    rejectConflicts(flags);
    const scenarios = flags.scenarios && (await readScenarioFiles(kit, '--scenarios', flags.scenarios));
    if (scenarios?.length === 0) throw new UsageError('--scenarios: the folder contains no scenario file (*.json)');
    const selection = { ...caseOptions(flags), ...(scenarios && { scenarios }) };
    if (flags.list === true) return printList(kit, selection);
    const clients = flags.watch === true ? [] : clientsOf(kit, words, flags);
    const known = readKnown(kit, flags.expect, flags.explore === undefined ? (scenarios ?? []) : undefined);
    kit.planAudition({ ...selection, known });
    const plan = planOutput(kit, flags);
    const exploring = flags.explore === undefined ? undefined : await exploreOptions(kit, flags.explore, flags);
    const play = (options: audition.AuditionOptions): Promise<FinishedAudition | FinishedExploration> =>
      exploring === undefined ? kit.runAudition(options) : kit.exploreAudition({ ...options, explore: exploring });
    const finished =
      flags.watch === true
        ? await watchClients(kit, { ...flags, known })
        : await withProgress(
            kit.createAuditionProgress,
            (onEvent, signal) => play({ ...selection, clients, known, signal, onEvent }),
            terminal,
          );
    const written = [
      writeFindings(finished, terminal),
      keepRun(plan, finished, terminal),
      writeReports(kit, finished.report, plan),
    ].every(Boolean);
    printReport(kit, finished.report, flags);
    exitSoon(terminal);
    return written ? finished.report.exitStatus : UNWRITTEN;
  } catch (cause) {
    if (cause instanceof kit.SelectionProblem || cause instanceof kit.DriverError) throw new UsageError(cause.message);
    if (!(cause instanceof kit.StageError)) throw cause;
    terminal.stderr.write(`standin: ${cause.message}\n`);
    return UNTESTABLE;
  }
}

type Selection = Partial<audition.AuditionOptions>;

function caseOptions({ pace, parallel, ...flags }: RunFlags): Selection {
  return { ...selectionOf(flags), ...(pace && { pace }), ...(parallel && { parallel }) };
}

/** Watches clients until Ctrl-C, a pause or an end request. The run is complete in each case. */
async function watchClients(
  kit: Kit,
  flags: RunFlags & Pick<audition.AuditionOptions, 'known'>,
): Promise<FinishedAudition> {
  const { untilIdle, port, known = [] } = flags;
  const idleSeconds = untilIdle === true ? IDLE_SECONDS : untilIdle;
  const ending = new AbortController();
  void untilSignal().then(() => ending.abort());
  return kit.watchAudition({
    ...caseOptions(flags),
    known,
    signal: ending.signal,
    ...(port !== undefined && { port }),
    idleSeconds,
    onReady: ({ url, endUrl }) => kit.terminal.stderr.write(watchText(url, endUrl)),
  });
}

function watchText(url: string, endUrl: string): string {
  return [
    `Standin listens on ${url}`,
    '',
    '  keys  sk_standin_<label>~scenario-<name>  each key starts a case; choose any label, and a scenario name that --list shows',
    '  end   Ctrl-C, --until-idle, or',
    `        curl -X DELETE -H 'Content-Type: application/json' ${endUrl}`,
    '',
  ].join('\n');
}

function printList({ planAudition, terminal: { stdout } }: Kit, selection: Selection): number {
  const { applicable, leftOut, judging } = planAudition(selection);
  for (const { name, audition } of applicable)
    stdout.write(`${name.padEnd(32)} ${audition.goal.padEnd(9)} ${audition.since}\n`);
  for (const { scenario, why } of leftOut) stdout.write(`${scenario.padEnd(32)} not applicable: ${why}\n`);
  stdout.write('\n');
  for (const { id, level, since, proves } of judging.checks ?? [])
    stdout.write(`${id.padEnd(32)} ${level.padEnd(9)} ${since} ${proves}\n`);
  return 0;
}
