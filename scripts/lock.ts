/** `npm run lock`: rewrites package-lock.json without host names and with the binaries of all platforms. */

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { readLockfile, withAllPlatforms, withoutAddresses } from './lockfile.ts';

const FILE = fileURLToPath(new URL('../package-lock.json', import.meta.url));

execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], { stdio: 'inherit', shell: true });
const lock = readLockfile(readFileSync(FILE, 'utf8'));
writeFileSync(FILE, `${JSON.stringify(withAllPlatforms(withoutAddresses(lock)), null, 2)}\n`);
