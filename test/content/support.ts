/** A server with one finished clip, for tests that download it. */

import { createEmulator, type Emulator, type SettingsInput } from '../../emulator/index.ts';

export interface Download {
  readonly emulator: Emulator;
  readonly url: string;
  readonly headers: { readonly authorization: string };
  readonly bytes: Buffer;
  readonly etag: string;
}

const BODY = { model: 'videomodel-2.5', prompt: 'a wooden boat on a river', duration_seconds: 4, resolution: '480p' };

/** Starts a server, makes a clip and downloads it once. */
export async function startWithClip(settings: SettingsInput = {}): Promise<Download> {
  const emulator = createEmulator({ latency: 'instant', ...settings });
  const { url: base } = await emulator.listen({ port: 0 });
  const headers = { authorization: 'Bearer sk_standin_content' };
  const url = `${base}/v1/videos/${await createVideo(base, headers)}/content`;
  const response = await fetch(url, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { emulator, url, headers, bytes, etag: response.headers.get('etag') ?? '' };
}

/** Creates a generation and returns its id. */
export async function createVideo(base: string, headers: Download['headers'], more: object = {}): Promise<string> {
  const response = await fetch(`${base}/v1/videos`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ...BODY, ...more }),
  });
  const record = (await response.json()) as { readonly id: string };
  return record.id;
}
