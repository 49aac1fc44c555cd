/** Defines the kinds of work as requests with checked responses, and measures the rate of a peer. */

import { rateOf, type Load } from '../api/load.ts';
import { createBody, HEADERS } from '../api/workload.ts';
import { measureDownloads } from '../content/load.ts';
import type { Work } from './peer.ts';
import type { Running } from './running.ts';
import { completedId, longClip } from './subject.ts';

/** Repeats the work for this number of seconds. Returns the repetitions per second. */
export type Task = (seconds: number) => Promise<number>;

/** The kinds of work in their order. The work that leaves most data behind is last. */
export const WORK = ['polls', 'download', 'ranges', 'refused creates', 'creates'] as const satisfies readonly Work[];

/** Prepares a task. Unexpected responses are errors. */
export async function prepareTask(running: Running, work: Work, shared: Buffer): Promise<Task> {
  if (work === 'download' || work === 'ranges') return downloadTask(running, work, shared);
  const { origin, pathname } = new URL(running.url);
  if (work === 'polls') {
    const path = `${pathname}/${await completedId(running)}`;
    return requestTask(origin, { method: 'GET', headers: HEADERS, paths: [path], status: 200 });
  }
  const answer =
    work === 'creates'
      ? { body: createBody(4), status: running.peer.accepted ?? 202 }
      : { body: refusedBody(), status: 400 };
  return requestTask(origin, { method: 'POST', headers: HEADERS, paths: [pathname], ...answer });
}

function requestTask(origin: string, load: Load): Task {
  return async (seconds) => {
    const rate = await rateOf(origin, load, seconds);
    if (rate === 0) throw new Error('no response within a window');
    return rate;
  };
}

async function downloadTask(running: Running, kind: 'download' | 'ranges', shared: Buffer): Promise<Task> {
  const { id, bytes } = await longClip(running);
  if (running.peer.makesClips !== true && !bytes.equals(shared)) throw new Error('a download differs from the file');
  const url = `${running.url}/${id}/content`;
  return async (seconds) => (await measureDownloads(url, { kind, size: bytes.length, seconds })).perSecond;
}

/** Returns a body as long as a valid body, but without a prompt. Every peer with validation detects this mistake. */
function refusedBody(): string {
  const { prompt, ...rest } = JSON.parse(createBody(4)) as { prompt: string };
  const image = `https://media.standin.test/image/1280x720.png?${'a'.repeat(prompt.length)}`;
  const request = { ...rest, prompt: '', mode: 'image-to-video', aspect_ratio: 'adaptive', image_urls: [image] };
  const surplus = JSON.stringify(request).length - createBody(4).length;
  return JSON.stringify({ ...request, image_urls: [image.slice(0, -surplus)] });
}
