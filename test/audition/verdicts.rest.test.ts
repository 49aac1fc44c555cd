/** Clients with one habit each, and the word that each gets in the scenario that shows it. */

import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';

import { functionDriver, runAudition, type CaseVerdict, type ClientFunction } from '../../audition/index.ts';
import { careful, isCreate, passOn, sending } from './flaws/flawed-client.ts';

interface Row {
  readonly habit: string;
  readonly scenario: string;
  readonly client: ClientFunction;
  readonly word: CaseVerdict['word'];
  /** The checks that judge, and that it misses. */
  readonly missed?: readonly string[];
}

const ROWS: readonly Row[] = [
  {
    habit: 'makes its key from the body',
    scenario: 'idempotency_mismatch',
    client: sending((headers, { body }) => {
      if (typeof body !== 'string') return;
      headers.set('idempotency-key', createHash('sha256').update(body).digest('hex'));
    }),
    word: 'broken',
    missed: ['delivered-file-is-the-clip'],
  },
  {
    habit: 'creates again what was rejected',
    scenario: 'moderated_output',
    client: careful(({ url, apiKey, body }) => ({
      fetch: async (path, init) => {
        const answer = await passOn(path, init);
        if (isCreate(init) || !(await answer.clone().text()).includes('output_content_rejected')) return answer;
        const headers = { authorization: `Bearer ${apiKey}`, 'idempotency-key': randomUUID() };
        await passOn(`${url}/v1/videos`, { method: 'POST', headers, body: JSON.stringify(body) });
        return answer;
      },
    })),
    word: 'broken',
    missed: ['no-second-create'],
  },
];

test.concurrent.each(ROWS)('a client that $habit is $word in $scenario', async ({ scenario, client, word, missed }) => {
  const named = { name: 'client', drive: () => functionDriver(client) };
  const { report } = await runAudition({ clients: [named], only: [scenario] });
  const one = report.clients[0]?.cases.find((judged) => judged.scenario === scenario);
  const ids = one?.results.flatMap(({ id, judgement }) => (judgement.kind === 'missed' ? [id] : []));
  expect([one?.word, ids]).toEqual([word, missed ?? []]);
});
