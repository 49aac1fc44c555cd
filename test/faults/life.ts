/** A server with fault rules, and the life of one generation on it, step by step: what each step saw. */

import { createEmulator, type Emulator, type SettingsInput } from '../../emulator/index.ts';
import { jsonOf, type Seen } from '../scenarios/seen.ts';
import { sendRaw } from '../scenarios/send-raw.ts';

export type Rules = NonNullable<SettingsInput['faults']>;

export interface Life {
  readonly emulator: Emulator;
  create(body?: Record<string, unknown>, headers?: Record<string, string>): Promise<Seen>;
  get(path: string, headers?: Record<string, string>): Promise<Seen>;
  balance(): Promise<number>;
  close(): Promise<void>;
}

export const LABEL = 'life';
const BODY = { model: 'videomodel-2.5', prompt: 'A tide pool.', duration_seconds: 4, resolution: '480p', audio: false };

/** Starts the server; the first poll finds a generation running, the second completed. */
export async function startLife(
  faults: Rules,
  settings: Partial<SettingsInput> = {},
  getPatienceMs = 20_000,
): Promise<Life> {
  const emulator = createEmulator({ faults, latency: 'polls:0,1', ...settings });
  const { port } = await emulator.listen({ port: 0 });
  const common = { authorization: `Bearer sk_standin_${LABEL}` };
  const patience = { patienceMs: 1500, idleMs: 300 };
  return {
    emulator,
    create: (body = {}, headers = {}) =>
      sendRaw(port, {
        method: 'POST',
        path: '/v1/videos',
        headers: { ...common, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ ...BODY, ...body }),
        ...patience,
      }),
    get: (path, headers = {}) =>
      sendRaw(port, {
        method: 'GET',
        path: `/v1/videos/${path}`,
        headers: { ...common, ...headers },
        ...patience,
        patienceMs: getPatienceMs,
      }),
    balance: async () => (await emulator.account(LABEL).ledger()).balance / 1_000_000,
    close: () => emulator.close(),
  };
}

export const STEPS = ['create', 'running', 'completed', 'download'] as const;
export type Step = (typeof STEPS)[number];

/** A create that a fault takes is made again, with the same key, so that the life goes on. */
export async function live(life: Life): Promise<Record<Step, Seen>> {
  const headers = { 'idempotency-key': 'life' };
  const create = await life.create({}, headers);
  const again = create.status === 202 && create.ending === 'whole' ? create : await life.create({}, headers);
  const { id } = jsonOf(again);
  const running = await life.get(id);
  const completed = await life.get(id);
  // A poll that a fault takes before its look does not move the generation.
  while (jsonOf(await life.get(id))['status'] !== 'completed');
  const download = await life.get(`${id}/content`, { range: 'bytes=0-999' });
  return { create, running, completed, download };
}
