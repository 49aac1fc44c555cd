/** Two replicas in this process, with a client for each of them. */

import { onTestFinished } from 'vitest';
import { buildEmulator } from '../../emulator/emulator.ts';
import type { Emulator, SettingsInput } from '../../emulator/index.ts';

export const CREATE = { model: 'videomodel-2.5', prompt: 'a fox', duration_seconds: 4, resolution: '480p' } as const;
/** The cost of the test generation in US dollars. */
export const COST = 0.48;

export interface Told {
  readonly status: number;
  readonly headers: Headers;
  // The type depends on the request.
  readonly body: ReturnType<typeof JSON.parse>;
}

export interface AskOptions {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: string;
}

export type Ask = (call: string, options?: AskOptions) => Promise<Told>;

/** A replica, or an object that forwards requests to it. */
interface Fetching {
  fetch(url: string, init: RequestInit): Promise<Response>;
}

/** Returns a client of one replica. */
export function clientOf(emulator: Fetching, label = 'two'): Ask {
  return async (call, { body, headers = {}, key = `sk_standin_${label}` } = {}) => {
    const [method = '', path = ''] = call.split(' ');
    const all = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers };
    const init = { method, headers: all, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await emulator.fetch(`http://localhost${path}`, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  };
}

/** Opens replicas until the end of the test. */
export function openReplicas(settings: SettingsInput, count = 2): Emulator[] {
  const replicas = Array.from({ length: count }, () => buildEmulator({ clock: 'frozen', ...settings }));
  onTestFinished(async () => void (await Promise.all(replicas.map((replica) => replica.close()))));
  return replicas;
}

/** Opens two replicas, and returns a client for each. */
export function openTwo(settings: SettingsInput): readonly [here: Ask, there: Ask, replicas: readonly Emulator[]] {
  const replicas = openReplicas(settings);
  const [here, there] = replicas.map((replica) => clientOf(replica));
  if (here === undefined || there === undefined) throw new Error('There are two replicas.');
  return [here, there, replicas];
}
