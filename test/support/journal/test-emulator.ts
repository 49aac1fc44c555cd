/** An emulator for one test, and the requests that tests send to it. */

import { onTestFinished } from 'vitest';

import { createEmulator, type Emulator, type SettingsInput } from '../../../emulator/index.ts';

export interface TestEmulator {
  readonly emulator: Emulator;
  /**
   * Sends a request by `fetch`, with the key `sk_standin_a` unless the headers contain one. Returns the status and
   * JSON.
   */
  readonly ask: (method: string, path: string, options?: AskOptions) => Promise<Asked>;
  /** Creates a generation of four seconds. */
  readonly create: (prompt: string, options?: AskOptions) => Promise<Asked>;
}

export interface AskOptions {
  readonly headers?: Record<string, string>;
  readonly body?: object | string;
}

export interface Asked {
  readonly status: number;
  readonly requestId: string;
  /** The id of the record, if the answer is a record. */
  readonly id: string;
}

/** Opens an emulator with a frozen clock, and closes it at the end of the test. */
export function testEmulator(settings: SettingsInput = {}): TestEmulator {
  const emulator = createEmulator({ clock: 'frozen@2026-01-01T00:00:00Z', latency: 'instant', ...settings });
  onTestFinished(() => emulator.close());
  const ask: TestEmulator['ask'] = async (method, path, { headers = {}, body } = {}) => {
    const response = await emulator.fetch(
      new Request(`http://standin.test${path}`, {
        method,
        headers: { authorization: 'Bearer sk_standin_a', 'content-type': 'application/json', ...headers },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    const [, id = ''] = /"id":"([^"]+)"/.exec(text) ?? [];
    return { status: response.status, requestId: response.headers.get('x-request-id') ?? '', id };
  };
  return {
    emulator,
    ask,
    create: (prompt, { headers, body } = {}) =>
      ask('POST', '/v1/videos', { ...(headers && { headers }), body: body ?? orderOf(prompt) }),
  };
}

/** The cheapest valid create: 0.48 US dollars. */
export function orderOf(prompt: string): object {
  return { model: 'videomodel-2.5', prompt, duration_seconds: 4, resolution: '480p' };
}
