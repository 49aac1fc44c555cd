import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { Profile } from '../profile/profile.ts';
import type { Exchange } from '../client/exchange.ts';
import { makeGeneration, type Made, type Maker } from './make-generation.ts';

const ID = '99b01c3d-dfcd-44c9-8d7f-edd1c8bfe4ec';
/** The number of polls until the generation is completed. */
const POLLS = 5;

interface Times {
  /** Milliseconds that each request waits for its turn, and then milliseconds that the server takes. */
  readonly turnMs: number;
  readonly serverMs: number;
  /** The status that polls show while the generation runs. */
  readonly running?: unknown;
}

/** Makes a generation within 50 ms, from a server with these times. */
async function make({ turnMs, serverMs, running = 'running' }: Times): Promise<Made> {
  let sent = 0;
  const send: Maker['send'] = async (label, { method }) => {
    await wait(turnMs);
    const status = method === 'POST' ? 'pending' : (sent += 1) > POLLS ? 'completed' : running;
    const text = JSON.stringify({ id: ID, object: 'video.generation', model: 'videomodel-2.5', status, cost_usd: 1 });
    const body = { size: text.length, sha256: '', text };
    const exchange: Exchange = {
      n: 1,
      probe: 'clip.base',
      label,
      key: 'primary',
      at: 0,
      ms: serverMs,
      request: { method, url: '', headers: [] },
      response: { status: method === 'POST' ? 202 : 200, headers: [], body, complete: true },
    };
    return { exchange, bytes: Buffer.from(text) };
  };
  const profile = Profile.parse({ timing: { generationSeconds: 0.05, pollSeconds: 0.001 } });
  const journal = {
    runId: 'run',
    isContinued: false,
    earlier: () => undefined,
    write: () => undefined,
    finish: () => undefined,
  };
  const { signal } = new AbortController();
  return makeGeneration({ probe: 'clip.base', profile, journal, signal, send, progress: () => undefined }, {}, {});
}

test('the time that a request waits for its turn does not count as time of the generation', async () => {
  expect(await make({ turnMs: 40, serverMs: 1 })).toMatchObject({ status: 'completed' });
});

test('a generation that takes longer than the limit ends the wait', async () => {
  expect(await make({ turnMs: 0, serverMs: 20 })).toEqual({
    problem: 'its status was still running after 0.05 s (--generation-timeout)',
  });
});

test('an undocumented status ends the wait after four polls', async () => {
  expect(await make({ turnMs: 0, serverMs: 1, running: 'processing' })).toEqual({
    problem: 'its status is "processing", which is not one of pending, running, completed, failed',
  });
});

test.each([[7], [{ name: 'running' }], [null]])('the status %j ends the wait at once', async (running) => {
  expect(await make({ turnMs: 0, serverMs: 1, running })).toEqual({
    problem: 'its record has no string as `status`',
  });
});
