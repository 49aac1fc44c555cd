/**
 * One run of the kit against the emulator, shared by all test files of a run: README's own command. The first file that
 * asks for it makes it, in the temporary folder of the run; the others wait.
 */

import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { readReport, type Report } from '../../conformance/index.ts';
import { blocksOf, type Block } from '../docs/blocks.ts';
import { linkProject } from '../docs/linked-project.ts';
import { openPageShell } from '../docs/page-shell.ts';
import type { Ran } from '../docs/shell.ts';
import { ROOT } from './run.ts';

export interface RecordedRun extends Ran {
  readonly report: Report;
}

/** A run as the file keeps it, with the JSON text of its report. */
interface Recording extends Ran {
  readonly report: string;
}

/** README's block that judges an emulator, and the JSON report that it writes. */
const KIT_BLOCK = /standin conformance \$STANDIN_URL --profile standin .*\bjson=([\w.]+)/;

export function isKitBlock({ text }: Block): boolean {
  return KIT_BLOCK.test(text);
}

/** Returns the output and the report of the run, which at most one test file makes. */
export async function recordedRun(): Promise<RecordedRun> {
  const folder = join(tmpdir(), 'recorded-run');
  const made = join(folder, 'run.json');
  const isFirst = (await mkdir(folder, { recursive: true })) !== undefined;
  if (isFirst) {
    await writeFile(`${made}.part`, JSON.stringify(await record().catch(asFailure)));
    await rename(`${made}.part`, made);
  }
  while (!existsSync(made)) await setTimeout(100);
  const { report, ...ran } = JSON.parse(await readFile(made, 'utf8')) as Recording;
  return { ...ran, report: readReport(report) };
}

async function record(): Promise<Recording> {
  const block = blocksOf('README.md', await readFile(join(ROOT, 'README.md'), 'utf8')).find(isKitBlock);
  if (block === undefined) throw new Error('README.md has no block that judges an emulator and writes a JSON report');
  const project = await linkProject();
  const shell = await openPageShell(project.folder, 'recorded');
  try {
    const ran = await shell.run(block);
    const report = join(project.folder, 'recorded', KIT_BLOCK.exec(block.text)?.[1] ?? '');
    return { ...ran, report: await readFile(report, 'utf8').catch(() => '') };
  } finally {
    shell.close();
    await project.remove();
  }
}

/** Without a report every waiting test fails too, and README's test shows the error. */
function asFailure(error: unknown): Recording {
  return { output: String(error), failed: true, report: '' };
}
