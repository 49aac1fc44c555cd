// ky, which retries gets by itself and has a timeout of ten seconds. Advised: retries of creates, which then have a key.
import ky from 'ky';
import { advised, authorization, base, keyHeader, makeClip, patienceMs, Refused } from './make-clip.mjs';

const client = ky.create({
  headers: { authorization },
  ...(advised && {
    timeout: patienceMs * 1.6,
    retry: { limit: 5, methods: ['get', 'head', 'post'], retryOnTimeout: true, jitter: true },
  }),
});

const resultOf = (sending) =>
  sending.catch(async (error) => {
    const { response, data } = error;
    throw response === undefined
      ? error
      : new Refused(response.status, typeof data === 'string' ? data : JSON.stringify(data));
  });

await makeClip({
  create: (json) => resultOf(client.post(`${base}/videos`, { json, headers: keyHeader }).json()),
  get: (id) => resultOf(client.get(`${base}/videos/${id}`).json()),
  download: async (id) => Buffer.from(await resultOf(client.get(`${base}/videos/${id}/content`).arrayBuffer())),
});
