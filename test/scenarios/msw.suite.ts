/**
 * Connection faults for a client in a process with MSW: the closest possible effect, as docs/scenarios.md describes.
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createEmulator } from '../../emulator/index.ts';
import type { Msw } from '../entry-points/msw-versions.ts';

const BASE = 'https://api.video.test';
const BODY = { model: 'videomodel-2.5', duration_seconds: 4, resolution: '480p', audio: false };

interface Init extends Omit<RequestInit, 'headers'> {
  readonly headers?: Record<string, string>;
}

function ask(scenario: string, path = '', init: Init = {}): Promise<Response> {
  const headers = {
    authorization: `Bearer sk_standin_${scenario}~scenario-${scenario}`,
    'content-type': 'application/json',
    'idempotency-key': 'one',
    ...init.headers,
  };
  return fetch(`${BASE}/v1/videos${path}`, { ...init, headers });
}

function create(scenario: string): Promise<Response> {
  return ask(scenario, '', { method: 'POST', body: JSON.stringify({ ...BODY, prompt: 'A tide pool.' }) });
}

async function completed(scenario: string): Promise<string> {
  const { id } = (await (await create(scenario)).json()) as { id: string };
  await ask(scenario, `/${id}`);
  return id;
}

/** Returns the number of bytes before the body ended, and whether it failed. */
async function read(response: Response): Promise<{ bytes: number; failed: boolean }> {
  let bytes = 0;
  try {
    for await (const chunk of response.body ?? []) bytes += chunk.length;
    return { bytes, failed: false };
  } catch {
    return { bytes, failed: true };
  }
}

export function mswScenariosSuite({ setupServer, videoHandlers }: Msw): void {
  const emulator = createEmulator({ latency: 'instant' });
  const server = setupServer(...videoHandlers({ baseUrl: BASE, emulator }));
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterAll(async () => {
    server.close();
    await emulator.close();
  });

  describe('with MSW', () => {
    test('a reset before the headers is a network error, and the same key finds the generation', async () => {
      await expect(create('accepted_then_reset')).rejects.toThrow(TypeError);
      const again = await create('accepted_then_reset');
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
    });

    test('a reset in the middle fails the body after as many bytes', async () => {
      const id = await completed('content_cut_at_40');
      const cut = await ask('content_cut_at_40', `/${id}/content`);
      const size = Number(cut.headers.get('content-length'));
      expect(await read(cut)).toEqual({ bytes: Math.floor(size * 0.4), failed: true });
      const rest = await ask('content_cut_at_40', `/${id}/content`, {
        headers: { range: `bytes=${Math.floor(size * 0.4)}-` },
      });
      expect(await read(rest)).toEqual({ bytes: size - Math.floor(size * 0.4), failed: false });
    });

    test('a body without its last chunk fails after all of its bytes', async () => {
      const id = await completed('content_416_when_done');
      const cut = await ask('content_416_when_done', `/${id}/content`);
      expect(cut.headers.get('content-length')).toBeNull();
      const { bytes, failed } = await read(cut);
      expect(failed).toBe(true);
      const beyond = await ask('content_416_when_done', `/${id}/content`, { headers: { range: `bytes=${bytes}-` } });
      expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes}`]);
    });

    test('an answer that does not come waits until the client aborts', async () => {
      const signal = AbortSignal.timeout(200);
      const body = JSON.stringify({ ...BODY, prompt: 'A tide pool.' });
      const waiting = ask('accepted_then_timeout', '', { method: 'POST', body, signal });
      await expect(waiting).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }));
      expect((await create('accepted_then_timeout')).headers.get('idempotent-replayed')).toBe('true');
    });

    test('statuses and headers are as on a socket', async () => {
      const refused = await create('retry_after_ms_conflict');
      expect(refused.status).toBe(429);
      expect([refused.headers.get('retry-after'), refused.headers.get('retry-after-ms')]).toEqual(['5', '300']);
    });
  });
}
