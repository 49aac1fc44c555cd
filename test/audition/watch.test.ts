/** `standin audition --watch`: clients that bring their own keys. */

import { expect, test } from 'vitest';

import { terminalText, watchAudition } from '../../audition/index.ts';

const BODY = JSON.stringify({ model: 'videomodel-2.5', prompt: 'a fox', duration_seconds: 4 });

async function create(url: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return (await fetch(`${url}/v1/videos`, { method: 'POST', headers, body: BODY })).status;
}

test('a label that comes with two scenarios is a mistake of the set-up: the case is untestable and says why', async () => {
  const statuses: number[] = [];
  const { report } = await watchAudition({
    signal: new AbortController().signal,
    onReady: ({ url, endUrl }) => {
      const visit = async (): Promise<void> => {
        statuses.push(await create(url, 'sk_standin_shop~scenario-cost_drift'));
        statuses.push(await create(url, 'sk_standin_shop~scenario-skips_running'));
        await fetch(endUrl, { method: 'DELETE' });
      };
      void visit();
    },
  });
  expect(statuses).toEqual([202, 401]);
  const [shop] = report.clients[0]?.cases ?? [];
  expect(shop).toMatchObject({ label: 'shop', word: 'untestable', results: [] });
  expect(shop?.outcome.how).toContain(
    'was rejected: The account of this API key was created with the settings ~scenario-cost_drift',
  );
  expect(report.exitStatus).toBe(3);
  const text = terminalText(report, { color: false, width: 100, verbose: false });
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'the key with the label shop was rejected: The account of this API key was created with the settings ~scenario-cost_drift',
  );
});
