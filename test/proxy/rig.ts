/** A proxy in this process, in front of any service. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator, type Emulator, type Entry, type SettingsInput } from '../../emulator/index.ts';
import { createProxy, type Proxy, type ProxyOptions } from '../../proxy/index.ts';

export const KEY = 'sk_standin_caller';
export const BODY = {
  model: 'videomodel-2.5',
  prompt: 'a red fox in the snow',
  duration_seconds: 4,
  resolution: '480p',
};
/** The cost of BODY by the default prices. */
export const PRICE = 0.48;

export interface Asking extends RequestInit {
  readonly headers?: Record<string, string>;
}

export interface Rig {
  readonly url: string;
  readonly proxy: Proxy;
  /** Sends a request with the key of the caller. */
  readonly ask: (path: string, init?: Asking) => Promise<Response>;
  readonly create: (headers?: Record<string, string>, body?: object) => Promise<Response>;
  /** Returns the entries of the caller's journal. */
  readonly entries: () => Promise<Entry[]>;
  readonly close: () => Promise<void>;
}

export type RigOptions = Partial<Omit<ProxyOptions, 'upstream'>>;

/** Opens a proxy on loopback. */
export async function openRig(upstream: string, options: RigOptions = {}): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), 'standin-proxy-'));
  const usual = { allowPrivate: true, budget: 100, spendLog: join(folder, 'spend.jsonl'), timeoutSeconds: 10 };
  const remove = async (): Promise<void> => rm(folder, { recursive: true, force: true });
  const proxy = await createProxy({ upstream, ...usual, ...options }).catch(async (cause: unknown) => {
    await remove();
    throw cause;
  });
  const { url } = await proxy.listen({ port: 0 });
  const ask: Rig['ask'] = (path, init = {}) =>
    fetch(url + path, { redirect: 'manual', ...init, headers: { authorization: `Bearer ${KEY}`, ...init.headers } });
  return {
    url,
    proxy,
    ask,
    create: (headers = {}, body = BODY) =>
      ask('/v1/videos', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    entries: async () => {
      const answer = await fetch(`${url}/_standin/accounts/caller/journal`);
      return ((await answer.json()) as { readonly entries: Entry[] }).entries;
    },
    close: async () => {
      await proxy.close();
      await remove();
    },
  };
}

export interface UpstreamEmulator {
  readonly emulator: Emulator;
  readonly url: string;
}

/** Opens an emulator as the service behind the proxy. */
export async function openUpstream(settings: SettingsInput = {}): Promise<UpstreamEmulator> {
  const emulator = createEmulator({ latency: 'polls:1,1', ...settings });
  const { url } = await emulator.listen({ port: 0 });
  return { emulator, url };
}

export interface CreatedRecord {
  readonly id: string;
  readonly status: string;
  readonly cost_usd: number;
}

/** Returns the record of an answer. */
export async function recordOf(answer: Response): Promise<CreatedRecord> {
  return (await answer.json()) as CreatedRecord;
}
