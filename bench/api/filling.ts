/** Fills an emulator with pending generations the way users do, over connections that stay open, and weighs them. */

import autocannon from 'autocannon';
import { CONNECTIONS } from './load.ts';
import type { ServerProcess } from './server-process.ts';
import { createBody, HEADERS } from './workload.ts';

export interface Filled {
  /** A thousand ids from all over the account. */
  readonly ids: readonly string[];
  readonly bytesEach: number;
}

/** What the first thousand bring with them (code, tables, a full journal) does not grow with their number. */
const WARM = 1000;
const SAMPLE = 1000;

/** Creates so many. */
export async function fill(server: ServerProcess, count: number): Promise<Filled> {
  const ids: string[] = [];
  const step = Math.ceil(count / SAMPLE);
  let created = 0;
  const take = (body: string): void => {
    if (created % step === 0) ids.push((JSON.parse(body) as { id: string }).id);
    created += 1;
  };
  const warm = Math.min(count, WARM);
  await create(server, warm, take);
  const before = await server.memory();
  const rest = count - warm;
  if (rest > 0) await create(server, rest, take);
  return { ids, bytesEach: rest > 0 ? ((await server.memory()) - before) / rest : 0 };
}

async function create({ url }: ServerProcess, amount: number, take: (body: string) => void): Promise<void> {
  const onResponse = (status: number, body: string): void => {
    if (status !== 202) throw new Error(`${url} answered a create with ${status}: ${body}`);
    take(body);
  };
  const request = {
    method: 'POST' as const,
    path: '/v1/videos',
    headers: { ...HEADERS },
    body: createBody(4),
    onResponse,
  };
  await autocannon({ url, connections: CONNECTIONS, amount, requests: [request] });
}
