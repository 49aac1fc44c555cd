/** Judges a driver with the published command, and reads the report. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The part of a case in the report that the page shows. */
export interface JudgedCase {
  readonly scenario: string;
  readonly word: string;
  readonly results: readonly {
    readonly id: string;
    readonly level: string;
    readonly judgement: { readonly kind: string; readonly says?: string };
  }[];
  readonly paid: number;
  readonly careful: number;
}

interface Report {
  readonly clients: readonly { readonly untestable?: string; readonly cases: readonly JudgedCase[] }[];
}

const COMMAND = fileURLToPath(new URL('../../dist/bin/standin.js', import.meta.url));
/** The number of parallel cases. With all cases at once, two cores would slow down every case. */
const SIDE_BY_SIDE = process.env['BENCH_PARALLEL'] ?? '16';

/** Judges a driver. Returns the cases of the scenarios that it supports. */
export function judgeDriver(command: readonly string[], only: string | undefined): JudgedCase[] {
  const folder = mkdtempSync(join(tmpdir(), 'standin-bench-clients-'));
  try {
    const path = join(folder, 'report.json');
    const chosen = only === undefined ? [] : ['--only', only];
    const flags = [...chosen, '--parallel', SIDE_BY_SIDE, '--report', `json=${path}`, '--keep', folder];
    const { stderr, status } = spawnSync(process.execPath, [COMMAND, 'audition', ...flags, '--', ...command], {
      encoding: 'utf8',
      maxBuffer: 2 ** 30,
      env: { ...process.env, CI: 'true' },
    });
    if (status !== 0 && status !== 1) throw new Error(`The audition ended with ${status}: ${stderr}`);
    const [client] = (JSON.parse(readFileSync(path, 'utf8')) as Report).clients;
    if (client === undefined) throw new Error('The report has no client.');
    return client.cases.filter(({ word, scenario }) => word !== 'unsupported' && scenario !== 'healthy');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
