/** A small client whose types come from the OpenAPI document: create, poll, download. */

import createClient from 'openapi-fetch';
import type { components, paths } from './schema.d.ts';

export type CreateVideoRequest = components['schemas']['CreateVideoRequest'];
export type VideoGeneration = components['schemas']['VideoGeneration'];

export interface Account {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Generates a clip and returns its bytes; `pollMs` is the first pause, which then doubles. */
export async function generate(account: Account, body: CreateVideoRequest, pollMs = 2000): Promise<Uint8Array> {
  const { baseUrl, apiKey } = account;
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${apiKey}` } });

  const created = await client.POST('/v1/videos', { body });
  if (created.error !== undefined) throw new Error(`${created.error.error.code}: ${created.error.error.message}`);
  const path = { id: created.data.id };

  let video: VideoGeneration = created.data;
  for (let pause = pollMs; video.status === 'pending' || video.status === 'running'; pause *= 2) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const polled = await client.GET('/v1/videos/{id}', { params: { path } });
    if (polled.error !== undefined) throw new Error(polled.error.error.message);
    video = polled.data;
  }
  if (video.status === 'failed') throw new Error(`${video.error?.code}: ${video.error?.message}`);

  const content = await client.GET('/v1/videos/{id}/content', { params: { path }, parseAs: 'arrayBuffer' });
  if (content.error !== undefined) throw new Error(content.error.error.message);
  return new Uint8Array(content.data);
}
