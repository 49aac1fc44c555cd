/** An emulator for the tests of the control API, and short ways to call it. */

import { onTestFinished } from 'vitest';
import { createEmulator, type Emulator } from '../../../emulator/index.ts';
import type { SettingsInput } from '../../../emulator/settings/settings-input.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Tests look where they please. */
  readonly body: ReturnType<typeof JSON.parse>;
}

interface CallOptions {
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface Rig {
  readonly emulator: Emulator;
  /** Calls the control API: a method, a path below /_standin, a body. */
  readonly control: (method: string, path: string, body?: unknown) => Promise<Answer>;
  /** Calls the API with a key: `GET /v1/videos/…`. */
  readonly api: (key: string, call: string, options?: CallOptions) => Promise<Answer>;
  /** Creates a generation and returns its id. */
  readonly create: (key: string, headers?: Record<string, string>) => Promise<string>;
}

const BASE = 'http://localhost';
export const REQUEST = { model: 'videomodel-2.5', prompt: 'a red fox', duration_seconds: 4, resolution: '480p' };

/** An emulator that closes with the test; without a socket unless the test opens one. */
export function openRig(settings: SettingsInput = {}): Rig {
  const emulator = createEmulator(settings);
  onTestFinished(() => emulator.close());
  const call = async (request: Request): Promise<Answer> => {
    const response = await emulator.fetch(request);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };
  const api: Rig['api'] = (key, target, { body, headers = {} } = {}) => {
    const [method = '', path = ''] = target.split(' ');
    return call(
      new Request(`${BASE}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
  };
  return {
    emulator,
    api,
    control: (method, path, body) =>
      call(
        new Request(`${BASE}/_standin${path}`, {
          method,
          ...(method !== 'GET' && { headers: { 'content-type': 'application/json' } }),
          ...(body !== undefined && { body: JSON.stringify(body) }),
        }),
      ),
    create: async (key, headers = {}) => (await api(key, 'POST /v1/videos', { body: REQUEST, headers })).body.id,
  };
}
