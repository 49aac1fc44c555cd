/** A shell that stays open between blocks, and servers that are started beside it. */

import type { ChildProcess } from 'node:child_process';

export interface Ran {
  readonly output: string;
  readonly failed: boolean;
}

export const READY = /Standin listens on (http\S+)/;
/** Lines that `standin serve` prints. */
const BANNER_LINES = 6;

/** Any command that fails marks the block as failed, not only its last one. */
export function inShell(shell: ChildProcess, text: string): Promise<Ran> {
  const script = `set -E; failed=0; trap 'failed=1' ERR\n{\n${text}\n} </dev/null 2>&1\nprintf '\\n@@end %s\\n' "$failed"\n`;
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer): void => {
      said += chunk.toString('utf8');
      const [whole, failed] = /\n@@end (\d)\n$/.exec(said) ?? [];
      if (whole === undefined) return;
      shell.stdout?.off('data', hear);
      resolve({ output: said.slice(0, -whole.length), failed: failed !== '0' });
    };
    shell.stdout?.on('data', hear);
    shell.once('exit', () => reject(new Error(`the shell ended while it ran:\n${text}\n${said}`)));
    shell.stdin?.write(script);
  });
}

export function untilReady(server: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    const hear = (chunk: Buffer): void => {
      said += chunk.toString('utf8');
      const banner = said.slice(Math.max(said.search(READY), 0));
      if (READY.test(said) && banner.split('\n').length > BANNER_LINES) resolve(said);
    };
    server.stdout?.on('data', hear);
    server.stderr?.on('data', hear);
    server.once('exit', () => resolve(said));
  });
}

/** The shell, npx and the server that it started. */
export function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM');
  } catch {
    // It has ended by itself.
  }
}
