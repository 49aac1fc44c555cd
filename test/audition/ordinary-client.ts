/** An ordinary client: a read timeout of half a minute, three attempts, and what it does with its Idempotency-Key. */

import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import type { ClientFunction } from '../../audition/index.ts';

export interface Habits {
  readonly key: 'none' | 'same for all attempts' | 'new for each attempt';
  /** Whether it also repeats requests that were not answered, and not only those with 429 and 5xx. */
  readonly repeatsUnanswered: boolean;
}

type Call = Parameters<ClientFunction>[0];

const READ_TIMEOUT_MS = 30_000;
const ATTEMPTS = 3;

/** Builds a client with these habits. */
export function ordinaryClient(habits: Habits): ClientFunction {
  return async (call) => {
    const send = sender(call, habits);
    const video = await send('/v1/videos', JSON.stringify(call.body));
    const { id } = JSON.parse(video.toString()) as { readonly id: string };
    while (!(await send(`/v1/videos/${id}`)).toString().includes('"completed"')) await sleep(500);
    await writeFile(call.output, await send(`/v1/videos/${id}/content`));
  };
}

function sender({ url, apiKey, signal }: Call, { key, repeatsUnanswered }: Habits) {
  const own = randomUUID();
  return async (path: string, body?: string): Promise<Buffer> => {
    for (let attempt = 1; ; attempt += 1) {
      const headers = new Headers({ authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' });
      if (body !== undefined && key !== 'none') {
        headers.set('idempotency-key', key === 'same for all attempts' ? own : randomUUID());
      }
      const answer = await read(url + path, { headers, ...(body !== undefined && { method: 'POST', body }) }, signal);
      if (Buffer.isBuffer(answer)) return answer;
      const mayRepeat = answer.status === undefined ? repeatsUnanswered : answer.status === 429 || answer.status >= 500;
      if (!mayRepeat || attempt === ATTEMPTS) throw Object.assign(new Error(answer.message), { code: 'failed' });
      await sleep(500 * 2 ** attempt * (0.75 + 0.5 * Math.random()));
    }
  };
}

interface Failed {
  /** Undefined where no whole answer came. */
  readonly status?: number;
  readonly message: string;
}

/** Reads a whole answer. A silence as long as the read timeout ends it. */
async function read(url: string, init: RequestInit, ended: AbortSignal): Promise<Buffer | Failed> {
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(new Error('the read timed out')), READ_TIMEOUT_MS);
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.any([ended, silent.signal]) });
    const pieces: Uint8Array[] = [];
    for await (const piece of answer.body ?? []) {
      timer.refresh();
      pieces.push(piece);
    }
    if (answer.ok) return Buffer.concat(pieces);
    return { status: answer.status, message: `the status was ${answer.status}` };
  } catch (cause) {
    return { message: String(cause) };
  } finally {
    clearTimeout(timer);
  }
}
