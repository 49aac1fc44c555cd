/**
 * `npm run bench:audition`: runs all auditions of the careful client in one process and in separate processes. It
 * compares the time with the slowest case. Then it explores 200 rounds in one process. Scenarios wait on the clock, so
 * CPU seconds are more reliable on a busy machine.
 */

import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COMMAND = join(ROOT, 'dist', 'bin', 'standin.js');
const LIBRARY = new URL('../dist/audition/index.js', import.meta.url).href;
const CAREFUL = join(ROOT, 'docs', 'examples', 'clients', 'careful.ts');

const ROUNDS = 200;

interface Report {
  readonly seconds: number;
  readonly clients: readonly {
    readonly explored?: { readonly played: number; readonly findings: readonly unknown[] };
    readonly cases: readonly {
      readonly word: string;
      readonly scenario: string;
      readonly outcome: { readonly ranMs: number };
    }[];
  }[];
}

const folder = mkdtempSync(join(tmpdir(), 'standin-bench-audition-'));
try {
  // The client is bundled into one JavaScript file, so that no process compiles it first.
  const client = join(folder, 'careful.mjs');
  run(join(ROOT, 'node_modules', '.bin', 'rolldown'), [CAREFUL, '--platform', 'node', '--file', client]);
  const [one] = loadavg();
  console.log(`${availableParallelism()} cores, load average ${(one ?? 0).toFixed(1)}, Node ${process.versions.node}`);
  // The first run renders the clips. The cache keeps them for the other runs.
  measure('in one process, first run', () => inProcess(client));
  const fixed = measure('in one process', () => inProcess(client));
  explore(client, fixed);
  measure('as processes of Node', () => asProcesses(client));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Compares an exploration with one run of the fixed scenarios. */
function explore(client: string, fixedSeconds: number): void {
  const { seconds, clients } = exploration(client);
  const { played = 0, findings = [] } = clients[0]?.explored ?? {};
  const ratio = (seconds / fixedSeconds).toFixed(1);
  const found = `${findings.length} mistakes`;
  console.log(
    `an exploration of ${ROUNDS} rounds: ${seconds.toFixed(1)} s, ${ratio} times the audition; ${played} played, ${found}`,
  );
}

/** Returns the time in seconds. */
function measure(name: string, play: () => Report): number {
  const { seconds, clients } = play();
  const cases = clients.flatMap((each) => each.cases);
  const slowest = cases.toSorted((a, b) => b.outcome.ranMs - a.outcome.ranMs)[0];
  const slowestSeconds = (slowest?.outcome.ranMs ?? 0) / 1000;
  const sound = cases.filter(({ word }) => word === 'sound').length;
  const beyond = `${(seconds - slowestSeconds).toFixed(1)} s more than its slowest case`;
  const which = `${slowest?.scenario ?? 'none'}, ${slowestSeconds.toFixed(1)} s`;
  console.log(`${name}: ${seconds.toFixed(1)} s, ${beyond} (${which}); ${sound} of ${cases.length} cases sound`);
  return seconds;
}

function inProcess(client: string): Report {
  const code = `
    import { audition } from ${JSON.stringify(LIBRARY)};
    import { carefulClient } from ${JSON.stringify(client)};
    const report = await audition({ client: (call) => carefulClient(call) }).report();
    process.stdout.write(JSON.stringify({ ...report, clients: report.clients.map(({ cases }) => ({ cases: cases.map(
      ({ word, scenario, outcome }) => ({ word, scenario, outcome })) })) }));`;
  return JSON.parse(run(process.execPath, ['--input-type=module', '--eval', code]).stdout) as Report;
}

function exploration(client: string): Report {
  const code = `
    import { exploreAudition, functionDriver } from ${JSON.stringify(LIBRARY)};
    import { carefulClient } from ${JSON.stringify(client)};
    const drive = () => functionDriver((call) => carefulClient(call));
    const { report } = await exploreAudition({ clients: [{ name: 'careful', drive }], explore: { rounds: ${ROUNDS} } });
    const [{ explored }] = report.clients;
    process.stdout.write(JSON.stringify({ seconds: report.seconds, clients: [{ cases: [], explored }] }));`;
  return JSON.parse(run(process.execPath, ['--input-type=module', '--eval', code]).stdout) as Report;
}

function asProcesses(client: string): Report {
  const path = join(folder, 'report.json');
  run(process.execPath, [COMMAND, 'audition', '--report', `json=${path}`, '--', process.execPath, client]);
  return JSON.parse(readFileSync(path, 'utf8')) as Report;
}

function run(program: string, args: readonly string[]): SpawnSyncReturns<string> {
  const done = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 28, env: { ...process.env, CI: 'true' } });
  if (done.error !== undefined) throw done.error;
  // A red case has its own exit status, which is not an error of the benchmark.
  if (done.status !== 0 && done.status !== 1) throw new Error(`${program} ended with ${done.status}: ${done.stderr}`);
  return done;
}
