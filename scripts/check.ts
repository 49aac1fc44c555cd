/**
 * `npm run check`: runs all `check:*` scripts of package.json in parallel, in their order there (the longest first). It
 * prints the output of failing scripts. `npm run check -- --without unit` leaves one out.
 */

import { exec } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

interface Check {
  readonly name: string;
  readonly command: string;
}

interface Result {
  readonly name: string;
  readonly passed: boolean;
  readonly output: string;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const AT_ONCE = Math.max(2, availableParallelism());

const ENV = {
  // The compiler and the type-aware linter are Go programs. Garbage collection would take a fifth of their time.
  GOGC: 'off',
  GOMEMLIMIT: '2GiB',
  VITEST_MAX_WORKERS: String(AT_ONCE),
  ...process.env,
  // Commands are found on the PATH, because starting npm takes longer than some of the commands.
  PATH: [join(ROOT, 'node_modules', '.bin'), process.env['PATH']].join(delimiter),
  NO_COLOR: '1',
  FORCE_COLOR: undefined,
};

const results = await runAll(checks(), AT_ONCE);
const failed = results.filter(({ passed }) => !passed);
for (const { name, output } of failed) console.log(`\n=== npm run ${name}\n${output.trim()}`);
const names = failed.map(({ name }) => name).join(', ');
console.log(`\n${results.length - failed.length} passed, ${failed.length} failed${names === '' ? '' : `: ${names}`}`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Returns the checks with their commands. */
function checks(): Check[] {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const { scripts } = manifest as { readonly scripts: Readonly<Record<string, string>> };
  const all = Object.entries(scripts)
    .filter(([name]) => name.startsWith('check:'))
    .map(([name, command]): Check => ({ name, command }));
  const [option, without] = process.argv.slice(2);
  if (option === undefined) return all;
  const left = all.filter(({ name }) => name !== `check:${without}`);
  if (option !== '--without' || left.length === all.length)
    throw new Error('Usage: npm run check [-- --without unit], or another check:* script of package.json');
  return left;
}

async function runAll(all: readonly Check[], atOnce: number): Promise<Result[]> {
  const waiting = [...all];
  const done: Result[] = [];
  const work = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) done.push(await run(one));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return done;
}

function run({ name, command }: Check): Promise<Result> {
  const started = Date.now();
  const options = { maxBuffer: 1 << 26, cwd: ROOT, env: ENV };
  return new Promise((resolve) => {
    const child = exec(command, options, (error, stdout, stderr) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1).padStart(5);
      console.log(`${error === null ? 'ok    ' : 'FAILED'} ${seconds} s  ${name}`);
      resolve({ name, passed: error === null, output: `${stdout}${stderr}` });
    });
    child.stdin?.end();
  });
}
