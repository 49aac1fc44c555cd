/** What the peers are asked for: completed generations, one of them with a long clip. */

import { createBody, HEADERS } from '../api/workload.ts';
import type { Running } from './running.ts';

/** A clip that a peer serves. */
export interface Clip {
  readonly id: string;
  readonly bytes: Buffer;
}

/** Some 20 MB: a forest has many leaves. */
const LONG_CLIP = { prompt: 'a forest in the rain', duration_seconds: 27, resolution: '1080p' };
const MOST_POLLS = 10;

/** The id of a completed generation: the one that the peer knows, or one that is created and polled. */
export async function completedId({ peer, url }: Running, request: object = {}): Promise<string> {
  if (peer.knownId !== undefined) return peer.knownId;
  const body = JSON.stringify({ ...(JSON.parse(createBody(4)) as object), ...request });
  const created = await fetch(url, { method: 'POST', headers: HEADERS, body });
  const { id } = (await created.json()) as { id: string };
  for (let poll = 0; poll < MOST_POLLS; poll += 1) {
    const { status } = (await (await fetch(`${url}/${id}`, { headers: HEADERS })).json()) as { status: string };
    if (status === 'completed') return id;
  }
  throw new Error(`a generation was not completed after ${MOST_POLLS} polls`);
}

/** Downloads the long clip; where the peer makes clips, it is made now. */
export async function longClip(running: Running): Promise<Clip> {
  const id = await completedId(running, LONG_CLIP);
  const answer = await fetch(`${running.url}/${id}/content`, { headers: HEADERS });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(`a download was answered with ${answer.status}`);
  return { id, bytes };
}
