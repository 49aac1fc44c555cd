/** `npm run bench:content`: compares downloads and ranges of a clip with a bare node:http server of the same file. */

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureDownloads, type Download, type Window } from './content/load.ts';
import { median, spread } from './api/statistics.ts';

interface Target {
  readonly url: string;
  readonly stop: () => void;
}

const ROUNDS = 7;
const HEADERS = { authorization: 'Bearer sk_standin_bench' };
const children = new Set<ChildProcess>();
const here = fileURLToPath(new URL('.', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'standin-bench-'));
try {
  await compare('warm in memory', { memoryMebibytes: 512, goals: { download: 1.5, ranges: 2 } });
} finally {
  for (const child of children) child.kill();
  await rm(folder, { recursive: true, force: true });
}

async function compare(
  title: string,
  { memoryMebibytes, goals }: { memoryMebibytes: number; goals: Record<'download' | 'ranges', number> },
): Promise<void> {
  const file = join(folder, 'clip.mp4');
  const emulator = await start('emulator-server.mjs', [String(memoryMebibytes), join(folder, 'cache')]);
  const whole = await fetch(emulator.url, { headers: HEADERS });
  await writeFile(file, Buffer.from(await whole.arrayBuffer()));
  const bare = await start('bare-file-server.mjs', [file]);
  const size = Number(whole.headers.get('content-length'));
  console.log(`\nclip of ${(size / 1e6).toFixed(1)} MB, ${title}`);
  for (const kind of ['download', 'ranges'] as const) {
    const ratios: number[] = [];
    const rates: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const [ours, theirs] = await inTurn(round, { emulator, bare }, { kind, size });
      ratios.push(ours.perSecond / theirs.perSecond);
      rates.push(ours.perSecond);
    }
    const verdict = median(ratios) >= goals[kind] ? 'met' : 'MISSED';
    const unit = kind === 'download' ? 'downloads/s' : 'ranges of 64 KiB/s';
    console.log(
      `${kind.padEnd(9)} ${median(ratios).toFixed(2)} of bare (${spread(ratios, 2)}), ${median(rates).toFixed(0)} ${unit}; goal ${goals[kind]}: ${verdict}`,
    );
  }
  emulator.stop();
  bare.stop();
}

/** Alternates which server goes first in a round. */
async function inTurn(
  round: number,
  { emulator, bare }: { emulator: Target; bare: Target },
  download: Download,
): Promise<readonly [Window, Window]> {
  if (round % 2 === 0) {
    const ours = await measureDownloads(emulator.url, download);
    return [ours, await measureDownloads(bare.url, download)];
  }
  const theirs = await measureDownloads(bare.url, download);
  return [await measureDownloads(emulator.url, download), theirs];
}

async function start(script: string, args: readonly string[]): Promise<Target> {
  const child = spawn(process.execPath, [join(here, 'content', script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: line.toString().trim(), stop: () => void child.kill() };
}
