/** The built `standin proxy`, in a process of its own. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/run.ts';

export interface ProxyProcess {
  readonly url: string;
  /** Ends it as a user does; resolves to what it printed last. */
  readonly end: () => Promise<{ readonly spent_usd: number; readonly uncertain_usd: number; readonly creates: number }>;
}

/** Starts it in front of a service on this machine. */
export async function startProxy(upstream: string, ...flags: readonly string[]): Promise<ProxyProcess> {
  return startProxyWith(process.env, upstream, ...flags);
}

/** The same, with these variables of the environment. */
export async function startProxyWith(
  env: NodeJS.ProcessEnv,
  upstream: string,
  ...flags: readonly string[]
): Promise<ProxyProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'standin-proxy-'));
  const log = ['--spend-log', join(folder, 'spend.jsonl')];
  const args = ['proxy', '--upstream', upstream, '--allow-private', '--port', '0', '--json', ...log, ...flags];
  const child = spawn(process.execPath, [join(ROOT, 'dist/bin/standin.js'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => JSON.parse(String((await lines.next()).value));
  const { url } = (await next()) as { readonly url: string };
  return {
    url,
    end: async () => {
      const ended = once(child, 'exit');
      child.kill();
      const told = (await next()) as Awaited<ReturnType<ProxyProcess['end']>>;
      await ended;
      await rm(folder, { recursive: true, force: true });
      return told;
    },
  };
}
