/** Sends what an app would send. */

interface Sent {
  readonly prompt?: string;
  readonly idempotencyKey?: string;
}

/** One create, as an app would send it. */
export async function create(
  url: string,
  key: string,
  { prompt = 'a boat', idempotencyKey }: Sent = {},
): Promise<Response> {
  return fetch(`${url}/v1/videos`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify({ model: 'videomodel-2.5', prompt, duration_seconds: 4 }),
  });
}
