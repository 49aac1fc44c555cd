/** A client that does what the service's errors ask of it: it waits as it is told, keeps its Idempotency-Key, and resumes downloads. */

import { randomUUID } from 'node:crypto';

export interface Options {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** How it waits; tests may count instead. */
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
}

export interface Video {
  readonly id: string;
  readonly status: string;
  readonly error?: { readonly code: string; readonly message: string };
}

const ATTEMPTS = 8;
const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 60_000;

/** Creates a generation. However often it has to ask, there is one, because every attempt carries the same key. */
export async function create(options: Options, body: unknown): Promise<Video> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const answer = await send(options, '/v1/videos', { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as Video;
}

/** Polls until the generation has ended. */
export async function finish(options: Options, id: string): Promise<Video> {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    const video = (await (await send(options, `/v1/videos/${id}`, {})).json()) as Video;
    if (video.status === 'failed') throw new Error(`${video.error?.code}: ${video.error?.message}`);
    if (video.status === 'completed') return video;
    await wait(options, pause);
  }
}

/** Downloads the clip; where a connection breaks, it goes on from there, as long as the clip is still the same one. */
export async function download(options: Options, id: string): Promise<Buffer> {
  let parts: Buffer[] = [];
  let etag: string | undefined;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const have = parts.reduce((sum, part) => sum + part.length, 0);
    const headers = new Headers();
    if (have > 0 && etag !== undefined) headers.set('range', `bytes=${have}-`);
    if (have > 0 && etag !== undefined) headers.set('if-range', etag);
    const answer = await send(options, `/v1/videos/${id}/content`, { headers });
    // 200 to a request for a range: it is another clip by now, or ranges are not to be had. Either way it is all of it.
    if (answer.status === 200) parts = [];
    etag = answer.headers.get('etag') ?? undefined;
    if (await readInto(parts, answer)) return whole(parts, answer);
    await wait(options, FIRST_PAUSE);
  }
  throw new Error(`the download of ${id} broke off ${ATTEMPTS} times`);
}

/** Sends until there is an answer worth having: 429, 503 and broken connections are tried again, other refusals are not. */
async function send(options: Options, path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${options.apiKey}`);
  for (let attempt = 1, pause = FIRST_PAUSE; ; attempt += 1, pause *= 2) {
    const answer = await fetch(options.baseUrl + path, { ...init, headers }).catch(() => undefined);
    if (answer?.ok) return answer;
    if (answer !== undefined && answer.status !== 429 && answer.status !== 503) throw await refusal(answer);
    if (attempt === ATTEMPTS)
      throw answer === undefined ? new Error(`no connection to ${path}`) : await refusal(answer);
    await answer?.body?.cancel();
    await wait(options, Math.max(retryAfter(answer), Math.min(pause, LONGEST_PAUSE)));
  }
}

/** Milliseconds that the service asked for, as seconds or as a date; 0 when it asked for nothing that can be read. */
function retryAfter(answer: Response | undefined): number {
  const said = answer?.headers.get('retry-after') ?? '';
  const until = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - Date.now();
  return Number.isNaN(until) ? 0 : until;
}

/** Whether the body came to its end. */
async function readInto(parts: Buffer[], { body }: Response): Promise<boolean> {
  try {
    for await (const part of body ?? []) parts.push(Buffer.from(part));
    return true;
  } catch {
    return false;
  }
}

/** A body that ends early without an error is caught by its length. */
function whole(parts: readonly Buffer[], { headers }: Response): Buffer {
  const clip = Buffer.concat(parts);
  const said = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? headers.get('content-length') ?? clip.length;
  if (clip.length !== Number(said)) throw new Error(`${clip.length} of ${said} bytes came`);
  return clip;
}

async function refusal(answer: Response): Promise<Error> {
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  return new Error(`${answer.status} ${error.code}: ${error.message}`);
}

async function wait({ sleep }: Options, milliseconds: number): Promise<void> {
  await (sleep?.(milliseconds) ?? new Promise((resolve) => setTimeout(resolve, milliseconds)));
}
