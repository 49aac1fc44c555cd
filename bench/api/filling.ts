/** Fills an emulator with pending generations over open connections, and measures their memory. */

import autocannon from 'autocannon';
import { CONNECTIONS } from './load.ts';
import type { ServerProcess } from './server-process.ts';
import { createBody, HEADERS } from './workload.ts';

export interface Filled {
  /** A thousand ids, spread over the account. */
  readonly ids: readonly string[];
  readonly bytesEach: number;
}

/** The number of creates before the measurement. They fill code caches, tables and the journal. */
const WARM = 1000;
const SAMPLE = 1000;

/** Creates this number of generations. */
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
    if (status !== 202) throw new Error(`${url} responded to a create with status ${status}: ${body}`);
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
