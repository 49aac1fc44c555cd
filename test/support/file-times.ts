/** A vitest reporter: prints the slowest test files at the end of a run, and appends all of them to `$TEST_TIMES` if that is set. */

import { appendFileSync } from 'node:fs';
import { experimental_getRunnerTask, type Reporter, type TestModule } from 'vitest/node';

import { cpuSeconds } from './cpu-time.ts';
import type { FileTimes } from './measure-file.ts';

export interface FileRow extends FileTimes {
  readonly path: string;
}

const SHOWN = 15;

export class FileTimesReporter implements Reporter {
  readonly #rows: FileRow[] = [];

  onTestModuleEnd(module: TestModule): void {
    const { times } = experimental_getRunnerTask(module).meta as { readonly times?: FileTimes };
    if (times !== undefined) this.#rows.push({ path: module.relativeModuleId, ...times });
  }

  onTestRunEnd(): void {
    const log = process.env['TEST_TIMES'];
    if (log !== undefined) appendFileSync(log, this.#rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    if (this.#rows.length > 1) process.stdout.write(`\n${timesTable(this.#rows)}\n`);
    process.stdout.write(`CPU time of this run: ${cpuSeconds().toFixed(0)} s\n`);
  }
}

/** Returns the files with the most CPU time as a table, and the sums of all. */
export function timesTable(rows: readonly FileRow[]): string {
  const slowest = rows.toSorted((a, b) => b.cpu - a.cpu || b.wall - a.wall);
  const line = (cpu: number, wall: number, path: string): string =>
    `${cpu.toFixed(1).padStart(8)}${wall.toFixed(1).padStart(8)}  ${path}`;
  const sum = (of: keyof FileTimes): number => rows.reduce((total, row) => total + row[of], 0);
  return [
    'Slowest test files',
    '   CPU s  wall s  file',
    ...slowest.slice(0, SHOWN).map(({ cpu, wall, path }) => line(cpu, wall, path)),
    line(sum('cpu'), sum('wall'), `all ${rows.length} files`),
  ].join('\n');
}
