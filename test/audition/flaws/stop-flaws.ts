/** Flaws in stopping: clients that go on where nothing more comes. */

import { setTimeout as sleep } from 'node:timers/promises';

import { careful, meeting, isContent, passOn, type Flaw } from './flawed-client.ts';

export const STOP_FLAWS: readonly Flaw[] = [
  {
    check: 'polls-slow-down',
    scenario: 'stuck_pending',
    client: careful(() => ({ sleep: () => sleep(500) })),
  },
  {
    check: 'stops-polling-at-the-end',
    scenario: 'skips_running',
    client: meeting(async (answer, again, url) => {
      const isEnd = !isContent(url) && (await answer.clone().text()).includes('"completed"');
      for (let polls = isEnd ? 0 : 5; polls < 5; polls += 1) {
        await sleep(50);
        await (await again()).text();
      }
      return answer;
    }),
  },
  {
    check: 'stops-at-a-refusal',
    scenario: 'key_revoked_mid_poll',
    client: meeting(async (answer, again) => {
      if (answer.status !== 401) return answer;
      await sleep(300);
      return again();
    }),
  },
  {
    check: 'stops-submitting-at-402',
    scenario: 'insufficient_mid_batch',
    client: careful(({ url: base, apiKey, body }) => ({
      fetch: async (url, init) => {
        const answer = await passOn(url, init);
        if (answer.status !== 402 || !Array.isArray(body)) return answer;
        await sleep(300);
        const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
        await passOn(`${base}/v1/videos`, { method: 'POST', headers, body: JSON.stringify(body.at(-1)) });
        return answer;
      },
    })),
  },
];
