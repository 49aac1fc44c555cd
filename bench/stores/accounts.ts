/** Opens accounts with one generation each, over connections that stay open. */

import { Pool } from 'undici';
import { CONNECTIONS } from '../api/load.ts';
import { createBody } from '../api/workload.ts';

const CREATES = 64;

/** Opens this number of accounts. Returns the first account, which is polled later. */
export async function openAccounts(url: string, count: number): Promise<{ readonly key: string; readonly id: string }> {
  const pool = new Pool(url, { connections: CONNECTIONS });
  const body = createBody(4);
  let [next, first] = [0, ''];
  const open = async (): Promise<void> => {
    for (let nth = next++; nth < count; nth = next++) {
      const headers = { authorization: `Bearer ${keyOf(nth)}`, 'content-type': 'application/json' };
      const answer = await pool.request({ method: 'POST', path: '/v1/videos', headers, body });
      const { id } = (await answer.body.json()) as { id: string };
      if (answer.statusCode !== 202) throw new Error(`a create got the status ${answer.statusCode}`);
      if (nth === 0) first = id;
    }
  };
  await Promise.all(Array.from({ length: CREATES }, open));
  await pool.close();
  return { key: keyOf(0), id: first };
}

function keyOf(nth: number): string {
  return `sk_standin_bench-${nth}`;
}
