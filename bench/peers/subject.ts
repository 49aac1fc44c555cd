/** Prepares the generations to request: completed ones, and one with a long clip. */

import { createBody, HEADERS } from '../api/workload.ts';
import type { Running } from './running.ts';

/** A clip that a peer serves. */
export interface Clip {
  readonly id: string;
  readonly bytes: Buffer;
}

/** A request for a clip of about 20 MB. The many leaves of a forest make the clip large. */
const LONG_CLIP = { prompt: 'a forest in the rain', duration_seconds: 27, resolution: '1080p' };
const MOST_POLLS = 10;

/** Returns the id of a completed generation. If the peer knows none, creates one and polls it. */
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

/** Downloads the long clip. If the peer renders clips, it renders this clip now. */
export async function longClip(running: Running): Promise<Clip> {
  const id = await completedId(running, LONG_CLIP);
  const answer = await fetch(`${running.url}/${id}/content`, { headers: HEADERS });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(`a download got the status ${answer.status}`);
  return { id, bytes };
}
