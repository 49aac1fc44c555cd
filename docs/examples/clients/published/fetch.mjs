// The fetch of Node: it retries nothing. Advised: a timeout.
import { advised, authorization, base, keyHeader, makeClip, patienceMs, Refused } from './make-clip.mjs';

async function send(path, init) {
  const headers = { authorization, ...init?.headers };
  const response = await fetch(base + path, {
    ...init,
    headers,
    ...(advised && { signal: AbortSignal.timeout(patienceMs) }),
  });
  if (!response.ok) throw new Refused(response.status, await response.text());
  return response;
}

await makeClip({
  create: async (body) => {
    const headers = { 'content-type': 'application/json', ...keyHeader };
    return (await send('/videos', { method: 'POST', headers, body: JSON.stringify(body) })).json();
  },
  get: async (id) => (await send(`/videos/${id}`)).json(),
  download: async (id) => Buffer.from(await (await send(`/videos/${id}/content`)).arrayBuffer()),
});
