/**
 * The tests kill processes that work on one data folder. The next process still has all data that a client saw. No
 * charge is repeated, and the ledger is exact.
 */

import { spawn } from 'node:child_process';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';

/** The number of kills, half on each of two folders. CI kills more often. */
const KILLS = Number(process.env['DATA_KILLS'] ?? 4);
const MOST_LINES = 120;
const folders: string[] = [];

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

interface Life {
  /** Differences from the acknowledged state. */
  readonly wrong: readonly string[];
  /** Creates that earlier processes had acknowledged. */
  readonly creates: number;
}

/** Starts a process, and kills it some time after it has printed so many lines. */
async function live(folder: string, run: number, lines: number): Promise<Life> {
  const acknowledged = join(folder, 'acknowledged');
  const args = [new URL('working.mjs', import.meta.url).pathname, join(folder, 'data'), acknowledged, String(run)];
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let [printed, problems] = ['', ''];
  child.stderr.on('data', (data: Buffer) => (problems += data.toString()));
  const enough = new Promise<void>((resolve) => {
    child.stdout.on('data', (data: Buffer) => {
      printed += data.toString();
      if (printed.split('\n').length > lines) resolve();
    });
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await Promise.race([enough, ended]);
  await sleep(Math.random() * 3);
  child.kill('SIGKILL');
  await ended;
  expect(problems).toBe('');
  const [ready = '', ...rest] = printed.split('\n');
  await appendFile(acknowledged, `${rest.join('\n')}\n`);
  const [, wrong, creates]: [string, string[], number] = JSON.parse(ready);
  return { wrong, creates };
}

async function killOften(kills: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'standin-killed-'));
  folders.push(folder);
  await writeFile(join(folder, 'acknowledged'), '');
  let creates = 0;
  for (let run = 0; run <= kills; run += 1) {
    const life = await live(folder, run, 1 + Math.floor(Math.random() * MOST_LINES));
    expect([run, life.wrong]).toEqual([run, []]);
    creates = life.creates;
  }
  return creates;
}

test(`a process that is killed ${KILLS} times while it works loses nothing that it has answered`, async () => {
  const both = await Promise.all([killOften(Math.ceil(KILLS / 2)), killOften(Math.floor(KILLS / 2))]);
  // Each process had acknowledged data that it could lose.
  expect(Math.min(...both)).toBeGreaterThan(KILLS);
});
