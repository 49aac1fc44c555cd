import { expect, test } from 'vitest';

import { audition, AuditionFailure } from './index.ts';

/** Makes a clip where nothing goes wrong, and throws the rest of the time. Like the example of `audition`, it ignores goals. */
async function plain({ url, apiKey, body, output }: Parameters<Client>[0]): Promise<void> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const answer = await fetch(url + path, { ...init, headers });
    if (!answer.ok) throw new Error(String(answer.status));
    return answer;
  };
  const made: unknown = await (await ask('/v1/videos', { method: 'POST', body: JSON.stringify(body) })).json();
  const { id } = made as { id: string };
  while (!(await (await ask(`/v1/videos/${id}`)).text()).includes('"completed"'))
    await new Promise((go) => setTimeout(go, 100));
  const { writeFile } = await import('node:fs/promises');
  await writeFile(output, Buffer.from(await (await ask(`/v1/videos/${id}/content`)).arrayBuffer()));
}

type Client = Extract<Parameters<typeof audition>[0]['client'], (...args: never[]) => unknown>;

test('each case of an audition is a test: it passes, or describes the mistake of the client', async () => {
  const { cases, report } = audition({ client: plain, only: ['relative_output_url', 'content_html_200'] });
  const byName = new Map(cases.map((one) => [one.name, one]));
  await expect(byName.get('relative_output_url')?.check()).resolves.toBeUndefined();
  await expect(byName.get('content_html_200')?.check()).rejects.toThrow(AuditionFailure);
  await expect(byName.get('content_html_200')?.check()).rejects.toThrow('the file is not the clip: it has 136 bytes');
  expect((await report()).exitStatus).toBe(1);
});
