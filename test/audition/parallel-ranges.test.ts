/** A client that downloads a clip in parallel parts, and follows a redirect to another origin with each part. */

import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';

import { CLIENT_CHECKS, functionDriver, runAudition, type CaseVerdict, type ClientCall } from '../../audition/index.ts';
import { create, download, poll, small, type Sent, type Small } from './small-evidence.ts';

const PARTS = 40;

/** Makes the clip and downloads it in parts. With `keepsKey`, the other origin gets the key as well. */
async function inParts({ url, apiKey, body, output }: ClientCall, keepsKey: boolean): Promise<void> {
  const authorization = `Bearer ${apiKey}`;
  const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
  const made = await fetch(`${url}/v1/videos`, { method: 'POST', headers, body: JSON.stringify(body) });
  const { id } = (await made.json()) as { readonly id: string };
  const own = `${url}/v1/videos/${id}`;
  while (!(await (await fetch(own, { headers: { authorization } })).text()).includes('"completed"')) await sleep(300);
  const part = async (range: string): Promise<Response> => {
    const redirect = await fetch(`${own}/content`, { headers: { authorization, range }, redirect: 'manual' });
    // Without a fault, the response is not a redirect.
    if (redirect.status !== 302) return redirect;
    const elsewhere = { range, ...(keepsKey && { authorization }) };
    return fetch(redirect.headers.get('location') ?? '', { headers: elsewhere });
  };
  const size = Number((await part('bytes=0-0')).headers.get('content-range')?.split('/')[1]);
  const step = Math.ceil(size / PARTS);
  const parts = Array.from({ length: PARTS }, async (_, index) => {
    const answer = await part(`bytes=${index * step}-${Math.min(size, (index + 1) * step) - 1}`);
    return Buffer.from(await answer.arrayBuffer());
  });
  await writeFile(output, Buffer.concat(await Promise.all(parts)));
}

async function judged(keepsKey: boolean): Promise<CaseVerdict | undefined> {
  const drive = (): ReturnType<typeof functionDriver> => functionDriver((call) => inParts(call, keepsKey), ['make']);
  const { report } = await runAudition({ clients: [{ name: 'parts', drive }], only: ['content_redirect'] });
  return report.clients[0]?.cases.find(({ scenario }) => scenario === 'content_redirect');
}

/** Returns the required checks that a case failed. */
function missedIn(one: CaseVerdict | undefined): string[] | undefined {
  return one?.results.flatMap(({ id, level, judgement }) =>
    level === 'must' && judgement.kind === 'missed' ? [id] : [],
  );
}

describe('a client that is redirected with each of forty parallel ranges', () => {
  test('and leaves its key behind is not broken', async () => {
    const one = await judged(false);
    expect([missedIn(one), one?.outcome.end]).toEqual([[], 'delivered']);
  });

  test('and takes its key along is broken for that alone', async () => {
    expect(missedIn(await judged(true))).toEqual(['key-goes-nowhere-else']);
  });
});

function kindOf(id: string, evidence: Small): string | undefined {
  return CLIENT_CHECKS.find((check) => check.id === id)?.judge(small(evidence)).kind;
}

function redirected(count: number, rangeOf: (index: number) => string): Sent[] {
  return Array.from({ length: count }, (_, index) =>
    download({ status: 302, range: rangeOf(index), arrivedMs: 1000 + 2 * index, connection: index }),
  );
}

const MADE = [create(), poll('completed')];

test('parts that are answered before the next part arrives are not a loop without pauses', () => {
  const sent = [...MADE, ...redirected(8, (index) => `bytes=${index * 10}-${index * 10 + 9}`)];
  expect(kindOf('pauses-between-attempts', { sent })).toBe('kept');
});

test('the same part again and again is a loop without pauses, and so is the rest of it', () => {
  const same = [...MADE, ...redirected(8, () => 'bytes=10-19')];
  expect(kindOf('pauses-between-attempts', { sent: same })).toBe('missed');
  const rest = [...MADE, ...redirected(8, (index) => `bytes=${index}-`)];
  expect(kindOf('pauses-between-attempts', { sent: rest })).toBe('missed');
});
