/** `npm run shrink`: removes unneeded entries from the allow-lists in `test/`. It never adds entries. */

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { ALLOWED_FILE, allowedLines, judged } from '../test/architecture/allowed.ts';
import { projectAt } from '../test/architecture/project.ts';
import { rules } from '../test/architecture/rules.ts';
import { ALLOWED_PATH, brokenByFile } from '../test/prose/prose.ts';

const project = projectAt(fileURLToPath(new URL('..', import.meta.url)));
const stale = new Set(rules().flatMap((rule) => judged(rule, project, allowedLines()).stale));
const lines = readFileSync(ALLOWED_FILE, 'utf8').split('\n');
writeFileSync(ALLOWED_FILE, lines.filter((line) => !stale.has(line)).join('\n'));
console.log(`${stale.size} lines taken out, ${allowedLines().length} left`);

const found = brokenByFile();
const before = JSON.parse(readFileSync(ALLOWED_PATH, 'utf8')) as Readonly<Record<string, number>>;
const after = Object.entries(before)
  .map(([path, most]): [string, number] => [path, Math.min(most, found.get(path)?.length ?? 0)])
  .filter(([, most]) => most > 0);
writeFileSync(ALLOWED_PATH, `${JSON.stringify(Object.fromEntries(after), null, 2)}\n`);
console.log(`${after.reduce((sum, [, most]) => sum + most, 0)} sentences left in ${after.length} files`);
