/** `npm run lock`: writes package-lock.json anew and takes every address out of it, so that it names no host. */

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../package-lock.json', import.meta.url));

execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], { stdio: 'inherit', shell: true });
const lock: unknown = JSON.parse(readFileSync(FILE, 'utf8'));
writeFileSync(FILE, `${JSON.stringify(withoutAddresses(lock), null, 2)}\n`);

/** npm copies `funding` and `license` addresses from the packages; it needs neither to install. */
function withoutAddresses(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutAddresses);
  const kept = Object.entries(value).filter(
    ([key, held]) => key !== 'funding' && !(typeof held === 'string' && held.includes('://')),
  );
  return Object.fromEntries(kept.map(([key, held]) => [key, withoutAddresses(held)]));
}
