/** Reads the scenario files of the command line: single files, or folders of files. */

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { CaseScenario } from '../../audition/index.ts';
import { FileError, readNamedJson } from '../../lib/named-file.ts';
import type { Kit } from './output.ts';
import { UsageError } from '../terminal.ts';

/** Reads all files, ordered by path. Error messages name the flag. */
export async function readScenarioFiles(kit: Kit, flag: string, paths: readonly string[]): Promise<CaseScenario[]> {
  const files = paths.flatMap((path) => (isFolder(path) ? filesIn(path) : [path]));
  const scenarios: CaseScenario[] = [];
  for (const file of files) {
    const one = await readOne(kit, flag, file);
    const other = scenarios.find(({ name }) => name === one.name);
    if (other !== undefined) {
      throw new UsageError(`${flag}: ${file} and ${other.path} have the same name, "${one.name}". Rename one of them.`);
    }
    scenarios.push(one);
  }
  return scenarios;
}

async function readOne(kit: Kit, flag: string, file: string): Promise<CaseScenario> {
  try {
    return await kit.readOwnScenario(readNamedJson(file), file);
  } catch (cause) {
    if (!(cause instanceof FileError || cause instanceof kit.OwnScenarioError)) throw cause;
    throw new UsageError(`${flag}: ${file} is not a scenario file: ${cause.message}`);
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function filesIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return names.toSorted().map((name) => join(folder, name));
}
