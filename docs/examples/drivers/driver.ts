/**
 * A driver for `standin audition`, for Node: driver.ts
 *
 * It runs as it is. Replace the three functions that say YOUR CLIENT, then delete the client at the end of the file.
 */

import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** One case: where the API is, what to make, and where the file goes. */
interface Case {
  readonly url: string;
  readonly apiKey: string;
  readonly goal: string;
  /** The body of one create, or a list of bodies for `batch` and `derive`. */
  readonly body: unknown;
  readonly output: string;
  /** The client has to end by itself after so many seconds, so its timeouts have to be shorter. */
  readonly deadlineSeconds: number;
  /** The ids of all generations that your client created, for the report. */
  readonly ids: string[];
}

type Body = Readonly<Record<string, unknown>>;

/** Throw it if your client gives up. The report shows its members: code, message, request_id, status, … */
class GaveUp extends Error {
  readonly error: Body;

  constructor(error: Body) {
    super(String(error['message']));
    this.error = error;
  }
}

async function make(one: Case): Promise<void> {
  // YOUR CLIENT: creates a generation from one.body and downloads its clip to the path one.output.
  const client = new SmallClient(one);
  await client.finish(await client.create(one.body as Body), one.output);
}

async function batch(one: Case): Promise<void> {
  // YOUR CLIENT: creates a generation from each body in one.body, and downloads the clips to one.output/0.mp4, 1.mp4, …
  const client = new SmallClient(one);
  const created: string[] = [];
  let trouble: unknown;
  for (const body of one.body as Body[]) {
    try {
      created.push(await client.create(body));
    } catch (cause) {
      // Generations that were accepted before are paid for, so they are finished.
      trouble = cause;
      break;
    }
  }
  for (const [index, id] of created.entries()) {
    await client.finish(id, join(one.output, `${index}.mp4`)).catch((cause: unknown) => (trouble ??= cause));
  }
  if (trouble !== undefined) throw trouble;
}

async function derive(one: Case): Promise<void> {
  // YOUR CLIENT: makes a clip from the first body, then one from the second body with the id of the first as its source.
  const client = new SmallClient(one);
  const [first, second] = one.body as [Body, Body];
  const source = await client.create(first);
  await client.wait(source);
  await client.finish(await client.create({ ...second, source_video_ids: [source] }), one.output);
}

// The protocol. This part stays.

const GOALS = new Map([
  ['make', make],
  ['batch', batch],
  ['derive', derive],
]);

interface Played {
  readonly outcome: 'delivered' | 'gave-up' | 'unsupported';
  readonly ids: readonly string[];
  readonly error?: Body;
}

/** Plays a case. Errors other than GaveUp crash the driver, as they would crash your program. */
async function play(one: Case): Promise<Played> {
  const goal = GOALS.get(one.goal);
  if (goal === undefined) return { outcome: 'unsupported', ids: [] };
  try {
    await goal(one);
    return { outcome: 'delivered', ids: one.ids };
  } catch (cause) {
    if (!(cause instanceof GaveUp)) throw cause;
    return { outcome: 'gave-up', ids: one.ids, error: cause.error };
  }
}

/** Without --lines, Standin starts the driver once for each case. */
async function playOne(): Promise<void> {
  const env = process.env;
  const { outcome, ...said } = await play({
    url: env['STANDIN_URL'] ?? '',
    apiKey: env['STANDIN_API_KEY'] ?? '',
    goal: env['STANDIN_GOAL'] ?? '',
    body: JSON.parse(env['STANDIN_BODY'] ?? 'null'),
    output: env['STANDIN_OUTPUT'] ?? '',
    deadlineSeconds: Number(env['STANDIN_DEADLINE_SECONDS']),
    ids: [],
  });
  process.stdout.write(`${JSON.stringify(said)}\n`);
  process.exitCode = { delivered: 0, 'gave-up': 1, unsupported: 64 }[outcome];
}

/** With --lines, Standin starts the driver once. Each line of standard input is a case, and so is each answer. */
async function playLines(): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const asked = JSON.parse(line) as Case & { readonly case: string };
    void play({ ...asked, ids: [] }).then((played) => {
      process.stdout.write(`${JSON.stringify({ case: asked.case, ...played })}\n`);
    });
  }
}

// A small client, so that the driver runs before yours is in place.

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

class SmallClient {
  readonly #case: Case;
  readonly #endsAt: number;

  constructor(one: Case) {
    this.#case = one;
    this.#endsAt = performance.now() + 900 * one.deadlineSeconds;
  }

  async create(body: Body): Promise<string> {
    const key = randomUUID();
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const { id } = await this.#json('/v1/videos', init).catch((cause: unknown) => {
      // With the key, a user can find out whether the create was accepted.
      throw cause instanceof GaveUp ? new GaveUp({ ...cause.error, idempotency_key: key }) : cause;
    });
    this.#case.ids.push(String(id));
    return String(id);
  }

  async wait(id: string): Promise<void> {
    for (let pauseMs = 300; ; pauseMs = Math.min(pauseMs * 1.5, 3000)) {
      const video = await this.#json(`/v1/videos/${id}`);
      if (video['status'] === 'completed') return;
      if (video['status'] === 'failed') throw new GaveUp({ ...(video['error'] as Body), id });
      await this.#pause(pauseMs, { message: 'The generation has not ended in time.', id });
    }
  }

  async finish(id: string, path: string): Promise<void> {
    await this.wait(id);
    const clip = await this.#send(`/v1/videos/${id}/content`, {}, async (response) => {
      const bytes = new Uint8Array(await response.arrayBuffer());
      const isClip = response.headers.get('content-type') === 'video/mp4' && bytes.length > 0;
      if (!isClip) throw new Error('The response is not a clip.');
      return bytes;
    });
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, clip);
  }

  #json(path: string, init: Sent = {}): Promise<Body> {
    return this.#send(path, init, async (response) => (await response.json()) as Body);
  }

  /** Sends a request, and sends it again if that may help. */
  async #send<Value>(path: string, init: Sent, read: (response: Response) => Promise<Value>): Promise<Value> {
    const { url, apiKey, deadlineSeconds } = this.#case;
    const headers = { ...init.headers, authorization: `Bearer ${apiKey}` };
    for (let attempt = 1; ; attempt += 1) {
      let refused: Refused;
      try {
        const timeoutMs = Math.ceil(Math.max(100, Math.min(600 * deadlineSeconds, this.#endsAt - performance.now())));
        const response = await fetch(url + path, { ...init, headers, signal: AbortSignal.timeout(timeoutMs) });
        if (response.ok) return await read(response);
        refused = await refusedBy(response);
      } catch (cause) {
        refused = { error: { message: String(cause), code: 'connection_failed', retryable: true }, waitMs: 0 };
      }
      if (refused.error['retryable'] !== true || attempt === 6) throw new GaveUp(refused.error);
      await this.#pause(Math.max(refused.waitMs, 200 * 2 ** attempt), refused.error);
    }
  }

  async #pause(ms: number, error: Body): Promise<void> {
    const longer = ms * (1 + Math.random() / 4);
    if (longer > this.#endsAt - performance.now()) throw new GaveUp(error);
    await sleep(longer);
  }
}

interface Refused {
  readonly error: Body;
  /** The time that the response asks to wait. */
  readonly waitMs: number;
}

async function refusedBy(response: Response): Promise<Refused> {
  const { status, headers } = response;
  const text = await response.text();
  const after = headers.get('retry-after') ?? '';
  const untilMs = Date.parse(after) - Date.parse(headers.get('date') ?? '');
  const said = /^\s*\{/.test(text) ? ((JSON.parse(text) as { readonly error?: Body }).error ?? {}) : {};
  return {
    error: {
      code: said['code'],
      message: said['message'] ?? `The server answered ${status}.`,
      request_id: said['request_id'],
      status,
      retryable: [408, 425, 429, 500, 502, 503, 504].includes(status),
    },
    waitMs: /^\d+$/.test(after) ? Number(after) * 1000 : untilMs || 0,
  };
}

await (process.env['STANDIN_GOAL'] === undefined ? playLines() : playOne());
