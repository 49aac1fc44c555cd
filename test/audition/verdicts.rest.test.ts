/** Clients with one habit each, and the word that each gets in the scenario that shows it. No habit rests on time. */

import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { functionDriver, runAudition, type CaseVerdict, type ClientFunction } from '../../audition/index.ts';
import { carefulClient } from '../../docs/examples/clients/careful.ts';
import { GaveUp, refusalOf } from '../../docs/examples/clients/careful-sender.ts';
import {
  appending,
  careful,
  isContent,
  isCreate,
  meeting,
  onceCreated,
  passOn,
  SAID,
  sending,
} from './flaws/flawed-client.ts';
import { ordinaryClient } from './ordinary-client.ts';

/** Gives up at an answer, and tells all that it knows. */
function tellingAll(isIt: (answer: Response, url: string) => boolean): ClientFunction {
  return careful(() => ({
    fetch: async (url, init) => {
      const answer = await passOn(url, init);
      if (!isIt(answer, url)) return answer;
      const id = /videos\/([^/]+)/.exec(url)?.[1];
      throw new GaveUp({ ...refusalOf(answer, await answer.text()), id });
    },
  }));
}

interface Row {
  readonly habit: string;
  readonly scenario: string;
  readonly client: ClientFunction;
  readonly word: CaseVerdict['word'];
  /** The checks that it misses; of a broken client, the musts. */
  readonly missed?: readonly string[];
}

const WRONG_FILE = { client: appending, word: 'broken', missed: ['delivered-file-is-the-clip'] } as const;

const ROWS: readonly Row[] = [
  { habit: 'appends a part that is too short', scenario: 'content_range_short', ...WRONG_FILE },
  { habit: 'appends a part from elsewhere', scenario: 'content_range_elsewhere', ...WRONG_FILE },
  { habit: 'appends a part of another total', scenario: 'content_range_total', ...WRONG_FILE },
  { habit: 'appends what a 416 brings', scenario: 'content_416_too_early', ...WRONG_FILE },
  {
    habit: 'does not look into the clip',
    scenario: 'content_empty_200',
    client: ordinaryClient({ key: 'same for all attempts', repeatsUnanswered: false }),
    word: 'broken',
    missed: ['delivered-file-is-the-clip'],
  },
  {
    habit: 'polls on after 404',
    scenario: 'poll_404_for_good',
    client: meeting(async (answer, again) => {
      for (let tries = 0; tries < 7; tries += 1) {
        if (answer.status !== 404) return answer;
        await sleep(4000);
        await (await again()).text();
      }
      return answer;
    }),
    word: 'broken',
    missed: ['stops-at-a-refusal'],
  },
  {
    habit: 'creates again what it cannot download',
    scenario: 'content_expired',
    client: async (call) => {
      const told = await carefulClient(call);
      return told.outcome === 'gave-up' ? carefulClient(call) : told;
    },
    word: 'broken',
    missed: ['no-second-create'],
  },
  {
    habit: 'downloads what has failed',
    scenario: 'fails_in_pending',
    client: careful(() => ({
      fetch: async (url, init) => {
        const answer = await passOn(url, init);
        if (!(await answer.clone().text()).includes('"failed"')) return answer;
        for (let tries = 0; tries < 4; tries += 1) await sleep(300).then(() => passOn(`${url}/content`, init));
        return answer;
      },
    })),
    word: 'broken',
    missed: ['stops-polling-at-the-end'],
  },
  {
    habit: 'puts its key into its URLs',
    scenario: 'skips_running',
    client: careful(({ apiKey }) => ({ fetch: (url, init) => passOn(`${url}?api_key=${apiKey}`, init) })),
    word: 'broken',
    missed: ['key-stays-secret'],
  },
  {
    habit: 'sends its key in another header to the address of a redirect',
    scenario: 'content_redirect',
    client: careful(({ apiKey }) => ({
      fetch: async (url, init) => {
        const answer = await passOn(url, { ...init, redirect: 'manual' });
        if (answer.status !== 302) return answer;
        return passOn(answer.headers.get('location') ?? '', { headers: { 'x-api-key': apiKey } });
      },
    })),
    word: 'broken',
    missed: ['key-goes-nowhere-else'],
  },
  {
    habit: 'adds its key to the address of a redirect',
    scenario: 'content_redirect',
    client: careful(({ apiKey }) => ({
      fetch: async (url, init) => {
        const answer = await passOn(url, { ...init, redirect: 'manual' });
        return answer.status === 302 ? passOn(`${answer.headers.get('location') ?? ''}&key=${apiKey}`, {}) : answer;
      },
    })),
    word: 'broken',
    missed: ['key-stays-secret'],
  },
  {
    habit: 'searches a record for a word',
    scenario: 'extra_and_missing_fields',
    client: careful(() => ({
      fetch: async (url, init) => {
        const answer = await passOn(url, init);
        if (isCreate(init) || isContent(url)) return answer;
        const text = await answer.text();
        return Response.json({
          ...(JSON.parse(text) as object),
          status: text.includes('failed') ? 'failed' : 'running',
        });
      },
    })),
    word: 'broken',
    missed: ['delivers'],
  },
  {
    habit: 'stops after five polls',
    scenario: 'slow_generation',
    client: careful(() => {
      let polls = 0;
      return {
        fetch: async (url, init) => {
          if (!isCreate(init) && !isContent(url) && (polls += 1) > 5) throw new GaveUp({ message: 'Too many polls.' });
          return passOn(url, init);
        },
      };
    }),
    word: 'broken',
    missed: ['delivers'],
  },
  {
    habit: 'ends its batch at the first failure',
    scenario: 'fails_in_batch',
    client: careful(() => {
      let isOver = false;
      return {
        fetch: async (url, init) => {
          if (isOver) throw new GaveUp({ message: 'A generation has failed.' });
          const answer = await passOn(url, init);
          isOver = !isContent(url) && (await answer.clone().text()).includes('"failed"');
          return answer;
        },
      };
    }),
    word: 'broken',
    missed: ['finishes-what-was-accepted'],
  },
  {
    habit: 'creates again what it cannot poll',
    scenario: 'poll_503_for_good',
    client: async (call) => {
      const told = await carefulClient(call);
      return told.outcome === 'gave-up' ? carefulClient({ ...call, deadlineSeconds: 8 }) : told;
    },
    word: 'broken',
    missed: ['no-second-create'],
  },
  {
    habit: 'does not encode its prompt as UTF-8',
    scenario: 'healthy',
    client: careful(() => ({
      fetch: (url, init) => {
        const { body } = init;
        return passOn(url, typeof body === 'string' ? { ...init, body: body.replaceAll(/[^\x20-\x7e]/g, '?') } : init);
      },
    })),
    word: 'broken',
    missed: ['creates-what-was-asked'],
  },
  {
    habit: 'gives up at the first 429 of its creates',
    scenario: 'rate_limit_no_header',
    client: tellingAll(({ status }) => status === 429),
    word: 'gave-up',
    missed: ['tries-again'],
  },
  {
    habit: 'gives up at the first 429 of its polls',
    scenario: 'poll_rate_limited',
    client: tellingAll(({ status }) => status === 429),
    word: 'gave-up',
    missed: ['tries-again'],
  },
  {
    habit: 'takes 404 as final and tells the id',
    scenario: 'poll_404_once',
    client: tellingAll(({ status }) => status === 404),
    word: 'gave-up',
  },
  {
    habit: 'gives up after a poll that found the generation at last',
    scenario: 'poll_404_once',
    client: tellingAll((answer, url) => answer.status === 200 && !isContent(url)),
    word: 'broken',
    missed: ['delivers'],
  },
  {
    habit: 'names the key of a create whose outcome it does not know',
    scenario: 'accepted_then_reset',
    client: async (call) => {
      let key: string | null = null;
      const told = await onceCreated(call, (init) => (key = new Headers(init.headers).get('idempotency-key')));
      return told.outcome === 'gave-up' ? { ...SAID, ids: [], error: { message: `No answer to ${key}.` } } : told;
    },
    word: 'gave-up',
    missed: ['tries-again'],
  },
  ...['content_redirect', 'relative_output_url'].map((scenario) => ({
    habit: 'builds a wrong URL of the relative one',
    scenario,
    client: careful(({ url: base }) => ({
      fetch: (url: string, init: RequestInit) =>
        passOn(isContent(url) ? `${new URL(base).origin}/videos/content${new URL(url).pathname}` : url, init),
    })),
    word: 'broken' as const,
    missed: ['delivers'],
  })),
  {
    habit: 'names a source before it has completed',
    scenario: 'edit_ignores_duration',
    client: careful(() => ({
      fetch: async (url, init) => {
        const answer = await passOn(url, init);
        if (isCreate(init) || isContent(url)) return answer;
        const record = (await answer.json()) as object;
        return Response.json({ output: { url: '/v1' }, ...record, status: 'completed' }, { status: answer.status });
      },
    })),
    word: 'broken',
    missed: ['delivers'],
  },
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

async function play({ scenario, client, word }: Row): Promise<unknown> {
  const named = { name: 'client', drive: () => functionDriver(client) };
  const { report } = await runAudition({
    clients: [named],
    only: [scenario === 'healthy' ? 'skips_running' : scenario],
  });
  const one = report.clients[0]?.cases.find((judged) => judged.scenario === scenario);
  const missed = one?.results.flatMap(({ id, level, judgement }) =>
    judgement.kind === 'missed' && (level === 'must' || word !== 'broken') ? [id] : [],
  );
  return [one?.word, missed];
}

test.concurrent.each(ROWS)('a client that $habit is $word in $scenario', async (row) => {
  expect(await play(row)).toEqual([row.word, row.missed ?? []]);
});
