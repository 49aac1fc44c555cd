/** Clients with one habit each, and the word that each gets in the scenario that shows it. */

import { createHash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';

import { functionDriver, runAudition, type CaseVerdict, type ClientFunction } from '../../audition/index.ts';
import { careful, isContent, isCreate, passOn, sending } from './flaws/flawed-client.ts';

interface Row {
  readonly habit: string;
  readonly scenario: string;
  readonly client: ClientFunction;
  readonly word: CaseVerdict['word'];
  /** The checks that judge, and that it misses. */
  readonly missed?: readonly string[];
}

/** Resumes a download that broke off, and appends whatever comes: it compares neither Content-Range nor lengths. */
const appending = careful(() => ({
  fetch: async (url, init) => {
    const first = await passOn(url, init);
    if (!isContent(url)) return first;
    const pieces: Uint8Array[] = [];
    try {
      for await (const piece of first.body ?? []) pieces.push(piece as Uint8Array);
    } catch {
      const headers = new Headers(init.headers);
      headers.set('range', `bytes=${Buffer.concat(pieces).length}-`);
      headers.set('if-range', first.headers.get('etag') ?? '');
      pieces.push(new Uint8Array(await (await passOn(url, { ...init, headers })).arrayBuffer()));
    }
    return new Response(Buffer.concat(pieces), { headers: { 'content-type': 'video/mp4' } });
  },
}));
const WRONG_FILE = { client: appending, word: 'broken', missed: ['delivered-file-is-the-clip'] } as const;

const ROWS: readonly Row[] = [
  { habit: 'appends a part that is too short', scenario: 'content_range_short', ...WRONG_FILE },
  { habit: 'appends a part from elsewhere', scenario: 'content_range_elsewhere', ...WRONG_FILE },
  { habit: 'appends a part of another total', scenario: 'content_range_total', ...WRONG_FILE },
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
