// undici with its RetryAgent, which retries gets and resumes downloads. Advised: retries of creates, which then have a key, and timeouts.
import { Agent, interceptors, request, RetryAgent } from 'undici';
import { advised, authorization, base, keyHeader, makeClip, patienceMs, Refused } from './make-clip.mjs';

const agent = advised
  ? new Agent({ headersTimeout: patienceMs, bodyTimeout: patienceMs }).compose(
      interceptors.redirect({ maxRedirections: 2 }),
    )
  : new Agent();
const dispatcher = new RetryAgent(agent, advised ? { maxRetries: 6, methods: ['GET', 'HEAD', 'POST'] } : {});

async function send(path, { headers, ...init } = {}) {
  const { statusCode, body } = await request(base + path, {
    dispatcher,
    headers: { authorization, ...headers },
    ...init,
  });
  if (statusCode >= 300) throw new Refused(statusCode, await body.text());
  return body;
}

await makeClip({
  create: async (body) => {
    const headers = { 'content-type': 'application/json', ...keyHeader };
    return (await send('/videos', { method: 'POST', headers, body: JSON.stringify(body) })).json();
  },
  get: async (id) => (await send(`/videos/${id}`)).json(),
  download: async (id) => Buffer.from(await (await send(`/videos/${id}/content`)).arrayBuffer()),
});
