/**
 * `npm run check`: runs all `check:*` scripts of package.json side by side, in the order in which they stand there (the
 * longest first), and shows the output of those that failed. `npm run check -- --without unit` leaves one out.
 */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

interface Result {
  readonly name: string;
  readonly passed: boolean;
  readonly output: string;
}

const AT_ONCE = Math.max(2, availableParallelism());

const ENV = {
  // The compiler and the linter with types are written in Go, and spend a fifth of their time on garbage otherwise.
  GOGC: '400',
  // Unit tests run beside the other checks, and each worker loads all that they import.
  VITEST_MAX_WORKERS: String(Math.floor(AT_ONCE / 2)),
  ...process.env,
  NO_COLOR: '1',
  FORCE_COLOR: undefined,
};

const results = await runAll(checks(), AT_ONCE);
const failed = results.filter(({ passed }) => !passed);
for (const { name, output } of failed) console.log(`\n=== npm run ${name}\n${output.trim()}`);
const names = failed.map(({ name }) => name).join(', ');
console.log(`\n${results.length - failed.length} passed, ${failed.length} failed${names === '' ? '' : `: ${names}`}`);
process.exitCode = failed.length === 0 ? 0 : 1;

function checks(): string[] {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const { scripts } = manifest as { readonly scripts: Readonly<Record<string, string>> };
  const all = Object.keys(scripts).filter((name) => name.startsWith('check:'));
  const [option, without] = process.argv.slice(2);
  if (option === undefined) return all;
  const left = all.filter((name) => name !== `check:${without}`);
  if (option !== '--without' || left.length === all.length)
    throw new Error('Usage: npm run check [-- --without unit], or another check:* script of package.json');
  return left;
}

async function runAll(names: readonly string[], atOnce: number): Promise<Result[]> {
  const waiting = [...names];
  const done: Result[] = [];
  const work = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) done.push(await run(name));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return done;
}

function run(name: string): Promise<Result> {
  const started = Date.now();
  const options = { maxBuffer: 1 << 26, shell: true, env: ENV };
  return new Promise((resolve) => {
    const child = execFile('npm', ['run', '--silent', name], options, (error, stdout, stderr) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1).padStart(5);
      console.log(`${error === null ? 'ok    ' : 'FAILED'} ${seconds} s  ${name}`);
      resolve({ name, passed: error === null, output: `${stdout}${stderr}` });
    });
    child.stdin?.end();
  });
}
