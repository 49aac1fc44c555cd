/** One shell for one page. Variables last from block to block, and later blocks use the server that a block started. */

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Block } from './blocks.ts';
import { ROOT } from '../support/run.ts';
import { endGroup, inShell, READY, untilReady, type Ran } from './shell.ts';

export interface PageShell {
  readonly run: (block: Block) => Promise<Ran>;
  /** Starts a server. From then on, the documented address leads to this server. */
  readonly serve: (command: string) => Promise<Ran>;
  readonly close: () => void;
}

/** The address of the emulator in pages. */
export const DOCUMENTED = /\bhttp:\/\/127\.0\.0\.1:4242\b/g;
/** A block with a single command that runs until it is ended. */
export const SERVES = /^(npx (--no-install )?)?standin serve[^|&;\n]*$/;
/** Opens the shell in a folder of its own within a linked project. */
export async function openPageShell(project: string, name: string): Promise<PageShell> {
  const folder = join(project, name.replaceAll(/[^\w]/g, '-'));
  await mkdir(folder, { recursive: true });
  // Pages name examples by their paths in the clone.
  await symlink(join(ROOT, 'docs'), join(folder, 'docs'), 'junction');
  const PATH = [join(project, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
  const env = {
    ...process.env,
    PATH,
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
    npm_config_loglevel: 'error',
    STANDIN_PORT: '0',
    // Pages show the output of a local run. In CI, the kit prints less.
    CI: undefined,
  };
  const shell = spawn('bash', ['--noprofile', '--norc'], { cwd: folder, env, stdio: 'pipe' });
  const servers: ChildProcess[] = [];
  let url: string | undefined;
  const place = (text: string): string =>
    text.replaceAll(DOCUMENTED, (said) => url ?? said).replace('npm ci && npm start', 'standin serve');

  const run = async (block: Block): Promise<Ran> => {
    const text = place(block.text);
    if (block.file !== undefined) {
      await writeFile(join(folder, block.file), `${text}\n`);
      return { output: '', failed: false };
    }
    if (block.language !== 'sh') {
      const file = `line-${block.line}.${/from 'vitest'/.test(text) ? 'test.ts' : block.language}`;
      await writeFile(join(folder, file), `${text}\n`);
      return inShell(shell, commandFor(file));
    }
    return SERVES.test(text) ? serve(text) : inShell(shell, text);
  };
  const serve = async (text: string): Promise<Ran> => {
    const server = spawn('bash', ['-c', text], { cwd: folder, env, stdio: 'pipe', detached: true });
    servers.push(server);
    const output = await untilReady(server);
    url = READY.exec(output)?.[1];
    return { output, failed: url === undefined };
  };
  const close = (): void => {
    shell.kill();
    for (const { pid } of servers) endGroup(pid);
  };
  return { run, serve, close };
}

function commandFor(file: string): string {
  // A slow machine may need longer than the ten seconds that Vitest allows a hook.
  if (file.endsWith('.test.ts')) return `vitest run --root . --hookTimeout 120000 --testTimeout 120000 ${file}`;
  if (file.endsWith('.py')) return `python3 ${file}`;
  return file.endsWith('.go') ? `go run ${file}` : `jiti ${file}`;
}
