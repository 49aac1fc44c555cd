/** `npm run shrink`: takes the lines out of `architecture/allowed.txt` that allow nothing any more. It never adds one. */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { ALLOWED_FILE, allowedLines, judged } from '../test/architecture/allowed.ts';
import { projectAt } from '../test/architecture/project.ts';
import { rules } from '../test/architecture/rules.ts';

const project = projectAt(fileURLToPath(new URL('..', import.meta.url)));
const stale = new Set(rules().flatMap((rule) => judged(rule, project, allowedLines()).stale));
const lines = readFileSync(ALLOWED_FILE, 'utf8').split('\n');
writeFileSync(ALLOWED_FILE, lines.filter((line) => !stale.has(line)).join('\n'));
console.log(`${stale.size} lines taken out, ${allowedLines().length} left`);
