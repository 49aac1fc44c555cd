// got, which retries gets by itself. Advised: timeouts, and retries of creates, which then have a key.
import got from 'got';
import { advised, authorization, base, keyHeader, makeClip, patienceMs, Refused } from './make-clip.mjs';

const client = got.extend({
  prefixUrl: base,
  headers: { authorization },
  ...(advised && {
    retry: { limit: 5, methods: ['GET', 'HEAD', 'POST'], maxRetryAfter: patienceMs },
    timeout: { response: patienceMs, socket: patienceMs },
  }),
});

const resultOf = (sending) =>
  sending.catch((error) => {
    const { response } = error;
    throw response === undefined ? error : new Refused(response.statusCode, String(response.rawBody));
  });

await makeClip({
  create: (json) => resultOf(client.post('videos', { json, headers: keyHeader }).json()),
  get: (id) => resultOf(client.get(`videos/${id}`).json()),
  download: (id) => resultOf(client.get(`videos/${id}/content`).buffer()),
});
