/** Flaws in keeping the key. */

import { writeFile } from 'node:fs/promises';

import { careful, passOn, type Fetch, type Flaw } from './flawed-client.ts';

/** Follows a redirect with all that it sent before. */
const followWithKey: Fetch = async (url, init) => {
  const answer = await passOn(url, { ...init, redirect: 'manual' });
  const { headers = {} } = init;
  return answer.status === 302 ? passOn(answer.headers.get('location') ?? '', { headers }) : answer;
};

export const SECRET_FLAWS: readonly Flaw[] = [
  { check: 'key-goes-nowhere-else', scenario: 'content_redirect', client: careful(() => ({ fetch: followWithKey })) },
  {
    check: 'key-stays-secret',
    scenario: 'skips_running',
    client: careful(({ apiKey }) => ({
      save: async (path, bytes) => {
        await writeFile(`${path}.log`, apiKey);
        await writeFile(path, bytes);
      },
    })),
  },
];
