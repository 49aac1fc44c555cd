/** `npm run prove`: runs the proof, writes or compares the kill matrix, and exits 0 only if all of it holds. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MUTANTS } from './mutants/mutants.ts';
import { PERSONALITIES } from './personalities/personalities.ts';
import { complaints, killMatrix } from './run/kill-matrix.ts';
import { prove, summaryOf } from './run/prove.ts';
import { openWorkerProcesses } from './run/worker-processes.ts';

const PAGE = resolve('docs/conformance/kill-matrix.md');
const USAGE = 'Usage: npm run prove [-- --write | --verbose]';

const flags = process.argv.slice(2);
const unknown = flags.find((flag) => flag !== '--write' && flag !== '--verbose');
if (unknown !== undefined) {
  process.stderr.write(`${unknown} is not known. ${USAGE}\n`);
  process.exit(2);
}

const started = Date.now();
const isVerbose = flags.includes('--verbose');
const proof = await prove({
  mutants: MUTANTS,
  personalities: PERSONALITIES,
  workers: openWorkerProcesses(join(import.meta.dirname, 'run', 'worker-process.js')),
  onDone: (line) => {
    if (isVerbose) process.stdout.write(`${line}\n`);
  },
});
const { line, holds } = summaryOf(proof);
for (const complaint of complaints(proof)) process.stderr.write(`${complaint}\n`);
const isFresh = keepPage(killMatrix(proof));
if (!isFresh)
  process.stderr.write('docs/conformance/kill-matrix.md is stale: run `npm run prove -- --write` and commit it.\n');
process.stdout.write(`${line}\n`);
if (isVerbose) process.stdout.write(`${((Date.now() - started) / 1000).toFixed(1)} s\n`);
process.exitCode = holds && isFresh ? 0 : 1;

/** Whether the page that is committed says what this proof found. */
function keepPage(page: string): boolean {
  if (flags.includes('--write')) writeFileSync(PAGE, page);
  return readOr(PAGE, '') === page;
}

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
}
