/** `jiti scripts/test-times.ts FILE`: prints the slowest test files of several runs, which appended their times to FILE. */

import { readFileSync } from 'node:fs';

import { timesTable, type FileRow } from '../test/support/file-times.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Usage: jiti scripts/test-times.ts FILE');
const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
console.log(timesTable(lines.map((line) => JSON.parse(line) as FileRow)));
