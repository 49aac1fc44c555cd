/**
 * Follows README like a new user: clones the repository into an empty folder and downloads an MP4. Needs git and curl.
 */

import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blocksOf } from '../test/docs/blocks.ts';
import { countFrames } from '../test/docs/count-frames.ts';
import { toComparable, toPattern } from '../test/docs/same-output.ts';
import { endGroup, inShell, READY, untilReady } from '../test/docs/shell.ts';
import { ROOT } from '../test/support/run.ts';

const FRAMES = 120;

const folder = mkdtempSync(join(tmpdir(), 'standin-first-hour-'));
const clone = join(folder, 'standin');
const started = Date.now();
try {
  execFileSync('git', ['clone', '--quiet', ROOT, clone]);
  tell('cloned');
  await follow(await readFile(join(clone, 'README.md'), 'utf8'));
  const clip = await readFile(join(clone, 'fox.mp4'));
  const frames = await countFrames(clip);
  if (clip.toString('latin1', 4, 8) !== 'ftyp' || frames !== FRAMES) throw new Error(`fox.mp4 has ${frames} frames`);
  tell(`fox.mp4 is an MP4 of ${clip.length} bytes and ${frames} frames`);
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

/** Runs the blocks up to the download of the clip. The blocks after it are for different kinds of users. */
async function follow(readme: string): Promise<void> {
  const blocks = blocksOf('README.md', readme).filter(({ notRun }) => notRun === undefined);
  const last = blocks.findIndex(({ text }) => text.includes('-o fox.mp4'));
  const [start, ...rest] = blocks.slice(0, last + 1);
  if (start === undefined || rest.length === 0) throw new Error('README does not lead from npm start to fox.mp4');
  const server = spawn('bash', ['-c', start.text], { cwd: clone, stdio: 'pipe', detached: true });
  const shell = spawn('bash', ['--noprofile', '--norc'], { cwd: clone, stdio: 'pipe' });
  try {
    const banner = await untilReady(server);
    if (!READY.test(banner)) throw new Error(`${start.text}\n${banner}`);
    compare(start.text, banner.slice(banner.search(READY)), start.output);
    for (const { text, output } of rest) {
      const ran = await inShell(shell, text);
      if (ran.failed) throw new Error(`${text}\n${ran.output}`);
      compare(text, ran.output, output);
    }
  } finally {
    shell.kill();
    endGroup(server.pid);
  }
}

function compare(command: string, said: string, shown: string | undefined): void {
  if (shown !== undefined && !toPattern(shown).test(toComparable(said))) {
    throw new Error(`${command}\nprinted\n${said}\ninstead of the output in README:\n${shown}`);
  }
  tell(command.split('\n').at(-1) ?? '');
}

function tell(what: string): void {
  console.log(`${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s  ${what}`);
}
