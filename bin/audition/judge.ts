/** Judges a saved run again: `standin audition judge`. */

import type { AuditionOptions, Edition } from '../../audition/index.ts';
import { FileError, readNamedText } from '../../lib/named-file.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { UNWRITTEN } from '../named-files.ts';
import { loadKit, planOutput, printReport, readKnown, writeReports, type OutputFlags } from './output.ts';

export interface JudgeFlags extends OutputFlags {
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly expect?: string;
  readonly edition?: Edition;
}

/** Returns the options that select scenarios and checks. */
export function selectionOf({ only, skip, edition }: JudgeFlags): Pick<AuditionOptions, 'only' | 'skip' | 'edition'> {
  return { ...(only && { only }), ...(skip && { skip }), ...(edition !== undefined && { edition }) };
}

/** Judges a file. Returns the exit status of the new verdicts. */
export async function judgeFile(path: string, flags: JudgeFlags, terminal: Terminal): Promise<number> {
  const kit = await loadKit(terminal);
  const { keep: _keep, ...withoutKeep } = flags;
  try {
    const run = kit.readRun(readNamedText(path, 'report'));
    const isExplored = run.clients.some(({ explored }) => explored !== undefined);
    const known = readKnown(kit, flags.expect, isExplored ? undefined : (run.scenarios ?? []));
    const report = kit.judgeSaved(run, { ...selectionOf(flags), known });
    const isWritten = writeReports(kit, report, planOutput(kit, withoutKeep));
    printReport(kit, report, flags);
    return isWritten ? report.exitStatus : UNWRITTEN;
  } catch (cause) {
    if (cause instanceof kit.SavedRunError)
      throw new UsageError(`${path} is not a saved run: ${cause.message}. Pass the file run.jsonl of --keep.`);
    if (cause instanceof kit.SelectionProblem) throw new UsageError(cause.message);
    if (cause instanceof FileError) throw new UsageError(`${path} cannot be read: ${cause.message}`);
    throw cause;
  }
}
