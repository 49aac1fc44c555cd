/**
 * `npm run bench:conformance`: runs the default checks over HTTP with instant and fast generations, and `--thorough`
 * with instant generations. It reports seconds and paid creates. Kit and emulator are separate processes, as in normal
 * use. On a busy machine, CPU seconds are more reliable. The same requests to a bare `node:http` server show the
 * machine's speed.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bareSeconds } from './conformance/bare-requests.mjs';

const COMMAND = fileURLToPath(new URL('../dist/bin/standin.js', import.meta.url));
/** The time to completion with `fast`: 1 s pending, 2 s running. The longest chain is a clip and two extensions. */
const CHAIN_SECONDS = 3 * 3;
const RUNS = [
  { latency: 'instant', flags: [], limit: { seconds: 3, creates: 12 } },
  { latency: 'instant', flags: ['--thorough'], limit: { seconds: 6, creates: 45 } },
  { latency: 'fast', flags: [], limit: { seconds: CHAIN_SECONDS + 5, creates: 12 } },
];
/** The first run of each kind has an empty scene cache and a new emulator. Later runs use both again. */
const ROUNDS = ['cold', 'warm', 'warm'];
const GATES = ['--gate', 'document', '--gate', 'http'];
/** The clock ticks per second of CPU time on Linux. */
const TICKS_PER_SECOND = 100;

console.log(
  `${availableParallelism()} cores, load average ${(loadavg()[0] ?? 0).toFixed(1)}, Node ${process.versions.node}`,
);
for (const { latency, flags, limit } of RUNS) {
  const folder = mkdtempSync(join(tmpdir(), 'standin-bench-conformance-'));
  const emulator = await startEmulator(latency, folder);
  try {
    let last;
    for (const round of ROUNDS) {
      const { report, used } = await measured(emulator, { flags, path: join(folder, 'report.json') });
      const { seconds, summary, spend, observations, exchanges, exitCode } = report;
      const watched = Object.keys(observations).length;
      last = report;
      console.log(
        `${[latency, ...flags, round].join(' ')}: ${seconds.toFixed(2)} s (limit ${limit.seconds} s), ${spend.creates - (spend.refunded ?? 0)} paid creates (limit ${limit.creates}), ${exchanges.length} requests, ${summary.checks - watched} checks, ${watched} observations, exit ${exitCode}${used}`,
      );
    }
    const bare = [await bareSeconds(last), await bareSeconds(last), await bareSeconds(last)];
    console.log(
      `the same requests by a bare node:http: ${Math.min(...bare).toFixed(2)} s, the quickest of ${bare.length}`,
    );
  } finally {
    emulator.child.kill();
    await emulator.ended;
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startEmulator(latency, folder) {
  const settings = ['--json', '--port', '0', '--latency', latency, '--cache-folder', join(folder, 'cache')];
  const child = spawn(process.execPath, [COMMAND, 'serve', ...settings], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(child.stdout), 'line');
  return { child, ended: once(child, 'exit'), url: JSON.parse(line).url };
}

/** Runs the kit once. Measures the CPU time of kit, emulator and ffmpeg. */
async function measured({ child, url }, { flags, path }) {
  const before = [ticksOf('self'), ticksOf(child.pid)];
  const report = ['--no-journal', '--report', `json=${path}`];
  const kit = spawn(
    process.execPath,
    [COMMAND, 'conformance', url, '--profile', 'standin', ...GATES, ...report, ...flags],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, CI: 'true' },
    },
  );
  await once(kit, 'exit');
  const after = [ticksOf('self'), ticksOf(child.pid)];
  return { report: JSON.parse(readFileSync(path, 'utf8')), used: usedText(before, after) };
}

function usedText([selfBefore, emulatorBefore], [selfAfter, emulatorAfter]) {
  if (selfAfter === undefined || emulatorAfter === undefined) return '';
  const seconds = (from, to) => ((to - from) / TICKS_PER_SECOND).toFixed(2);
  const kit = seconds(selfBefore.children, selfAfter.children);
  const emulator = seconds(emulatorBefore.own, emulatorAfter.own);
  const ffmpeg = seconds(emulatorBefore.children, emulatorAfter.children);
  return `; of the processor: kit ${kit} s, emulator ${emulator} s, ffmpeg ${ffmpeg} s`;
}

/** Returns the CPU time of a process and its ended children. Returns undefined without `/proc`. */
function ticksOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ').map(Number);
    return { own: fields[11] + fields[12], children: fields[13] + fields[14] };
  } catch {
    return undefined;
  }
}
