/** A careful client: it makes one generation for each intent, waits as required, and delivers a whole file or gives up. */

import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { fetchClip } from './careful-download.ts';
import { GaveUp, Sender, type Tools } from './careful-sender.ts';

/** The task of a driver, from the environment, a line or a call. */
export interface Task {
  readonly url: string;
  readonly apiKey: string;
  readonly goal: string;
  readonly body: unknown;
  readonly output: string;
  readonly deadlineSeconds: number;
}

export interface Told {
  readonly outcome: 'delivered' | 'gave-up' | 'unsupported';
  readonly ids: readonly string[];
  readonly error?: object;
}

/** The generation ended as failed: its cost came back with the poll that saw it. */
class GenerationFailed extends GaveUp {}

type Body = Readonly<Record<string, unknown>>;

interface Video {
  readonly id: string;
  readonly status: string;
  readonly output?: { readonly url?: string };
  readonly error?: { readonly code?: string; readonly message?: string };
}

/** A create that has one Idempotency-Key for all its attempts, and what came of it. */
interface Intent {
  readonly body: Body;
  readonly key: string;
  id?: string;
}

const TOOLS: Tools = {
  fetch: (url, init) => fetch(url, init),
  sleep: async (ms) => pause(ms),
  now: () => performance.now(),
  random: Math.random,
  save: async (path, bytes) => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.part`, bytes);
    await rename(`${path}.part`, path);
  },
};

/** Does what a task asks for; it never throws for what a server does. */
export async function carefulClient(task: Task, tools: Partial<Tools> = {}): Promise<Told> {
  const sender = new Sender(task, { ...TOOLS, ...tools });
  const ids: string[] = [];
  const client = new Client(sender, (id) => ids.push(id));
  try {
    if (task.goal === 'make') await client.make(task.body as Body, task.output);
    else if (task.goal === 'batch') await client.batch(task.body as readonly Body[], task.output);
    else if (task.goal === 'derive') await client.derive(task.body as readonly Body[], task.output);
    else return { outcome: 'unsupported', ids };
    return { outcome: 'delivered', ids };
  } catch (cause) {
    if (cause instanceof GaveUp) return { outcome: 'gave-up', ids, error: cause.toJSON() };
    throw cause;
  }
}

class Client {
  readonly #sender: Sender;
  readonly #onId: (id: string) => unknown;

  constructor(sender: Sender, onId: (id: string) => unknown) {
    this.#sender = sender;
    this.#onId = onId;
  }

  async make(body: Body, output: string): Promise<void> {
    const video = await this.#finish(await this.#create(newIntent(body)));
    await this.#download(video, output);
  }

  /** Sends all creates first. After a 402, a create is sent again only if a refund has arrived. */
  async batch(bodies: readonly Body[], folder: string): Promise<void> {
    const intents = bodies.map(newIntent);
    let trouble = await this.#createAll(intents);
    const done = await this.#finishAll(intents, folder);
    if (trouble?.status === 402 && done.hasRefund) {
      trouble = await this.#createAll(intents.filter(({ id }) => id === undefined));
      await this.#finishAll(intents, folder, done.indexes);
    }
    const error = done.failed ?? trouble;
    if (error !== undefined) throw error;
  }

  async derive([first, second]: readonly Body[], output: string): Promise<void> {
    if (first === undefined || second === undefined) throw new GaveUp({ message: 'There is nothing to derive.' });
    const source = await this.#finish(await this.#create(newIntent(first)));
    const intent = newIntent({ ...second, source_video_ids: [source.id] });
    await this.#download(await this.#finish(await this.#createFrom(intent, source.id)), output);
  }

  /** The source may not be ready where the create is judged: it is polled, and the same create sent again. */
  async #createFrom(intent: Intent, source: string): Promise<string> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await this.#create(intent);
      } catch (cause) {
        if (!(cause instanceof GaveUp) || cause.code !== 'source_video_not_ready' || tries === 3) throw cause;
        await this.#sender.rest(tries);
        await this.#finish(source);
      }
    }
  }

  async #create(intent: Intent): Promise<string> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': intent.key };
    const init = { method: 'POST', headers, body: JSON.stringify(intent.body) };
    const { id } = await this.#sender.json<Video>('/v1/videos', init).catch((cause: unknown) => {
      // With the key, a user can find out the outcome of a create.
      throw cause instanceof GaveUp ? new GaveUp({ ...cause.toJSON(), idempotency_key: intent.key }) : cause;
    });
    intent.id = id;
    this.#onId(id);
    return id;
  }

  /** Creates until one is refused: what was accepted by then is finished all the same. */
  async #createAll(intents: readonly Intent[]): Promise<GaveUp | undefined> {
    for (const intent of intents) {
      try {
        await this.#create(intent);
      } catch (cause) {
        if (cause instanceof GaveUp) return cause;
        throw cause;
      }
    }
    return undefined;
  }

  async #finishAll(
    intents: readonly Intent[],
    folder: string,
    already: ReadonlySet<number> = new Set(),
  ): Promise<{ readonly failed: GaveUp | undefined; readonly hasRefund: boolean; readonly indexes: Set<number> }> {
    const indexes = new Set(already);
    let [failed, hasRefund]: [GaveUp | undefined, boolean] = [undefined, false];
    for (const [index, { id }] of intents.entries()) {
      if (id === undefined || indexes.has(index)) continue;
      indexes.add(index);
      try {
        await this.#download(await this.#finish(id), join(folder, `${index}.mp4`));
      } catch (cause) {
        if (!(cause instanceof GaveUp)) throw cause;
        failed ??= cause;
        hasRefund ||= cause instanceof GenerationFailed;
      }
    }
    return { failed, hasRefund, indexes };
  }

  /** Polls to the end. An unknown status does not end the polls, and an earlier status does not either. */
  async #finish(id: string): Promise<Video> {
    for (let polls = 0, withoutOutput = 0; ; polls += 1) {
      const video = await this.#sender.json<Video>(`/v1/videos/${id}`, { id, graceFor404: 3 });
      if (video.status === 'failed') {
        const { code, message = 'The generation failed.' } = video.error ?? {};
        throw new GenerationFailed({ id, code, message });
      }
      if (video.status === 'completed' && (video.output?.url !== undefined || withoutOutput === 2)) return video;
      if (video.status === 'completed') withoutOutput += 1;
      await this.#sender.restBetweenPolls(polls, id);
    }
  }

  async #download({ id, output }: Video, path: string): Promise<void> {
    const url = output?.url ?? `/v1/videos/${id}/content`;
    await this.#sender.save(path, await fetchClip(this.#sender, { id, url }));
  }
}

function newIntent(body: Body): Intent {
  return { body, key: randomUUID() };
}

async function main(): Promise<void> {
  const { STANDIN_URL = '', STANDIN_API_KEY = '', STANDIN_GOAL = '', STANDIN_BODY = 'null' } = process.env;
  const { STANDIN_OUTPUT = '', STANDIN_DEADLINE_SECONDS = '60' } = process.env;
  const { outcome, ids, error } = await carefulClient({
    url: STANDIN_URL,
    apiKey: STANDIN_API_KEY,
    goal: STANDIN_GOAL,
    body: JSON.parse(STANDIN_BODY),
    output: STANDIN_OUTPUT,
    deadlineSeconds: Number(STANDIN_DEADLINE_SECONDS),
  });
  process.stdout.write(`${JSON.stringify({ id: ids.at(-1), ids, error })}\n`);
  process.exitCode = { delivered: 0, 'gave-up': 1, unsupported: 64 }[outcome];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
