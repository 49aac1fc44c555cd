/** A client's requests by global fetch, for suites in which MSW answers them. */

import { expect } from 'vitest';

const KEY = 'sk_standin_msw~latency-instant';
export const CREATE = {
  model: 'videomodel-2.5',
  prompt: 'a red fox in the snow',
  duration_seconds: 4,
  resolution: '480p',
};

export interface Ask {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export interface Video {
  readonly id: string;
  readonly status: string;
  readonly output?: { readonly url: string };
}

export const headersOf = (key = KEY): Record<string, string> => ({
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
});

export function ask(url: string, { method = 'GET', headers = headersOf(), body }: Ask = {}): Promise<Response> {
  return fetch(url, { method, headers, ...(body !== undefined && { body }) });
}

export async function create(base: string, key = KEY): Promise<Video> {
  const response = await ask(`${base}/v1/videos`, {
    method: 'POST',
    headers: headersOf(key),
    body: JSON.stringify(CREATE),
  });
  expect(response.status).toBe(202);
  return (await response.json()) as Video;
}
