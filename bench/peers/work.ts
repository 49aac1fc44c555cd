/** Each kind of work, as requests whose answers are checked, and how much of it a running peer does in a short window. */

import { rateOf, type Load } from '../api/load.ts';
import { createBody, HEADERS } from '../api/workload.ts';
import { measureDownloads } from '../content/load.ts';
import type { Work } from './peer.ts';
import type { Running } from './running.ts';
import { completedId, longClip } from './subject.ts';

/** Does its work for a window of so many seconds; answers how often a second it was done. */
export type Task = (seconds: number) => Promise<number>;

/** In the order in which they are done: what leaves most behind comes last. */
export const WORK = ['polls', 'download', 'ranges', 'refused creates', 'creates'] as const satisfies readonly Work[];

/** Makes a task ready; anything but the right answers will be an error. */
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
    if (rate === 0) throw new Error('no answer within a window');
    return rate;
  };
}

async function downloadTask(running: Running, kind: 'download' | 'ranges', shared: Buffer): Promise<Task> {
  const { id, bytes } = await longClip(running);
  if (running.peer.makesClips !== true && !bytes.equals(shared)) throw new Error('a download is not the file');
  const url = `${running.url}/${id}/content`;
  return async (seconds) => (await measureDownloads(url, { kind, size: bytes.length, seconds })).perSecond;
}

/** As long as a valid body, and without a prompt: the one mistake that every peer with a validation sees. */
function refusedBody(): string {
  const { prompt, ...rest } = JSON.parse(createBody(4)) as { prompt: string };
  const image = `https://media.standin.test/image/1280x720.png?${'a'.repeat(prompt.length)}`;
  const request = { ...rest, prompt: '', mode: 'image-to-video', aspect_ratio: 'adaptive', image_urls: [image] };
  const surplus = JSON.stringify(request).length - createBody(4).length;
  return JSON.stringify({ ...request, image_urls: [image.slice(0, -surplus)] });
}
