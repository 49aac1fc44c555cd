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

/** Creates two generations with the account `ios`, and polls them. The second generation fails. */
export async function useOtherAccount(url: string): Promise<void> {
  const headers = { authorization: 'Bearer sk_standin_ios', 'content-type': 'application/json' };
  for (const [prompt, status] of [
    ['a lighthouse in a storm', 'running'],
    ['a tram on a rainy street', 'failed'],
  ] as const) {
    const created = await create(url, 'sk_standin_ios', { prompt });
    const { id } = (await created.json()) as { id: string };
    await (await fetch(`${url}/v1/videos/${id}`, { headers })).text();
    const move = `${url}/_standin/accounts/ios/generations/${id}/move`;
    await fetch(move, { method: 'POST', headers, body: JSON.stringify({ status }) });
    await (await fetch(`${url}/v1/videos/${id}`, { headers })).text();
  }
  await (await fetch(`${url}/v1/videos/00000000-0000-4000-8000-000000000000`, { headers })).text();
}
