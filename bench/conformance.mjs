/**
 * `npm run bench:conformance`: the default selection against the emulator, over HTTP, with instant and with fast generations, and `--thorough`
 * with instant ones: seconds, and how many creates are paid for. Kit and emulator are processes of their own, as whoever runs them has them;
 * on a busy machine their seconds of the processor say more. How fast a machine is shows in the same requests by a bare `node:http`.
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
/** From create to completion under `fast`: 1 s pending, 2 s running. The longest chain: a clip, its extension, an extension of all. */
const CHAIN_SECONDS = 3 * 3;
const RUNS = [
  { latency: 'instant', flags: [], limit: { seconds: 3, creates: 12 } },
  { latency: 'instant', flags: ['--thorough'], limit: { seconds: 6, creates: 45 } },
  { latency: 'fast', flags: [], limit: { seconds: CHAIN_SECONDS + 5, creates: 12 } },
];
/** The first run of each kind fills the empty cache of scenes, and is the first that the emulator answers; later ones find both. */
const ROUNDS = ['cold', 'warm', 'warm'];
const GATES = ['--gate', 'document', '--gate', 'http'];
/** Linux counts CPU time in these. */
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

/** One run of the kit, and what it took of the processor: the kit, the emulator, and its ffmpegs. */
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

/** What a process and its children that have ended have taken of the processor; nothing where there is no `/proc`. */
function ticksOf(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ').map(Number);
    return { own: fields[11] + fields[12], children: fields[13] + fields[14] };
  } catch {
    return undefined;
  }
}
