// The SDK of another service, pointed here by its base URL; its own create sends a form, so its `post` sends the JSON. Advised: a key, more attempts, a timeout.
import OpenAI from 'openai';
import { advised, apiKey, base, keyHeader, makeClip, patienceMs } from './make-clip.mjs';

const client = new OpenAI({ baseURL: base, apiKey, ...(advised && { maxRetries: 6, timeout: patienceMs }) });

/** Its errors have the request's id by another name. */
const told = (sending) =>
  sending.catch((error) => {
    throw Object.assign(error, { request_id: error.requestID });
  });

await makeClip({
  create: (body) => told(client.post('/videos', { body, headers: keyHeader })),
  get: (id) => told(client.videos.retrieve(id)),
  download: async (id) => Buffer.from(await (await told(client.videos.downloadContent(id))).arrayBuffer()),
});
