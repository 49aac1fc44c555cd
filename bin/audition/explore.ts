/** Handles the flags of `standin audition --explore`, and writes the files of its findings. */

import { existsSync } from 'node:fs';
import type { ExploreOptions, FinishedAudition, FinishedExploration } from '../../audition/index.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { tryToWrite } from '../named-files.ts';
import type { Kit } from './output.ts';
import { readScenarioFiles } from './scenario-files.ts';

export interface ExploreFlags {
  readonly explore?: number;
  readonly seed?: number;
  /** The time limit in seconds. */
  readonly for?: number;
  readonly replay?: string;
}

interface MixedFlags extends ExploreFlags {
  readonly scenarios?: readonly string[];
  readonly watch?: boolean;
  readonly list?: boolean;
  readonly pace?: string;
}

/** Throws a UsageError for flags that contradict each other. */
export function rejectConflicts({ explore, watch, list, scenarios, pace, ...flags }: MixedFlags): void {
  const reject = (flag: string, other: string, why: string): never => {
    throw new UsageError(`${flag} cannot be combined with ${other}, ${why}`);
  };
  if (scenarios !== undefined && watch === true) {
    reject('--scenarios', '--watch', 'because --watch runs only built-in scenarios');
  }
  if (explore === undefined) {
    const needing = (['seed', 'for', 'replay'] as const).find((name) => flags[name] !== undefined);
    if (needing !== undefined) throw new UsageError(`--${needing} needs --explore <rounds>`);
    return;
  }
  if (watch === true) reject('--explore', '--watch', 'because an exploration starts the client');
  if (list === true) reject('--explore', '--list', 'because an exploration has no fixed cases');
  if (scenarios !== undefined) reject('--explore', '--scenarios', 'because an exploration draws its scenarios');
  if (pace === 'real') reject('--explore', '--pace real', 'because an exploration always uses short delays');
}

const FINDINGS = 'findings';

/** Returns the options of an exploration, with the findings in the folder of `--replay`. */
export async function exploreOptions(
  kit: Kit,
  rounds: number,
  { seed, for: seconds, replay }: ExploreFlags,
): Promise<ExploreOptions> {
  const folder = replay ?? FINDINGS;
  const kept = replay !== undefined && existsSync(replay) ? await readScenarioFiles(kit, '--replay', [replay]) : [];
  return { rounds, folder, kept, ...(seed !== undefined && { seed }), ...(seconds !== undefined && { seconds }) };
}

/** Writes the scenario file of each finding. Returns false if a file could not be written. */
export function writeFindings(finished: FinishedAudition | FinishedExploration, terminal: Terminal): boolean {
  if (!('files' in finished)) return true;
  return tryToWrite(finished.files, terminal);
}
