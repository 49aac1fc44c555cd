/** A disk that is full, has space again, and is full again, on a small file system of its own. Only root can mount one. */

import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { spawnServer, type SpawnedServer } from '../support/spawned-server.ts';

/** Whatever it says in JSON. */
type Answer = ReturnType<typeof JSON.parse>;

const BODY = JSON.stringify({ model: 'videomodel-2.5', prompt: 'a fox '.repeat(150), duration_seconds: 4 });

async function ask({ url }: SpawnedServer, call: string, body?: string): Promise<{ status: number; body: Answer }> {
  const [method = '', path = ''] = call.split(' ');
  const headers = { authorization: 'Bearer sk_standin_full~latency-manual', 'content-type': 'application/json' };
  const response = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) });
  return { status: response.status, body: await response.json() };
}

/** A file system of 4 MiB, or undefined if this user cannot mount one. */
async function smallDisk(): Promise<string | undefined> {
  const disk = await mkdtemp(join(tmpdir(), 'standin-disk-'));
  const mount = (command: string, ...args: string[]): boolean =>
    spawnSync(command, [...args, disk], { stdio: 'ignore' }).status === 0;
  const isMounted = mount('mount', '-t', 'tmpfs', '-o', 'size=4m', 'tmpfs');
  onTestFinished(async () => {
    if (isMounted) mount('umount', '-l');
    await rm(disk, { recursive: true, force: true });
  });
  return isMounted ? disk : undefined;
}

/** Leaves no byte free. */
async function fill(disk: string): Promise<void> {
  const { bavail, bsize } = await statfs(disk);
  await writeFile(join(disk, 'ballast'), Buffer.alloc(bavail * bsize)).catch(() => undefined);
}

test('with a full disk polls go on, creates get a 503, and nothing acknowledged is lost', async ({ skip }) => {
  const disk = await smallDisk();
  if (disk === undefined) return skip('no file system can be mounted');
  const data = ['--data', join(disk, 'data')];
  const server = await spawnServer(data);
  const ids: string[] = [];
  const create = async (): Promise<number> => {
    const { status, body } = await ask(server, 'POST /v1/videos', BODY);
    if (status === 202) ids.push(body.id);
    return status;
  };
  const createAll = async (count: number): Promise<Set<number>> =>
    new Set(await Promise.all(Array.from({ length: count }, create)));
  const pollAll = async (): Promise<Set<number>> =>
    new Set(await Promise.all(ids.map(async (id) => (await ask(server, `GET /v1/videos/${id}`)).status)));

  for (let round = 1; round <= 3; round += 1) {
    expect(await createAll(20)).toEqual(new Set([202]));
    await fill(disk);
    // A write may still fit into a block that has space left.
    while (!(await createAll(10)).has(503)) expect(ids.length).toBeLessThan(2000);
    for (let attempt = 0; attempt < 4; attempt += 1) {
      const [created, polled] = await Promise.all([createAll(5), pollAll()]);
      expect([created, polled]).toEqual([new Set([503]), new Set([200])]);
      expect((await ask(server, 'GET /_standin/accounts/full')).body.counters.created).toBe(ids.length);
      // The folder is tried again after a while.
      await sleep(350);
      expect(await pollAll()).toEqual(new Set([200]));
    }
    await rm(join(disk, 'ballast'));
    await expect.poll(create, { interval: 50 }).toBe(202);
  }
  const account = (await ask(server, 'GET /_standin/accounts/full')).body;
  expect(account.counters.created).toBe(ids.length);
  await fill(disk);
  await createAll(10);
  server.process.kill('SIGKILL');
  await rm(join(disk, 'ballast'));

  const next = await spawnServer(data);
  for (const id of ids) expect([id, (await ask(next, `GET /v1/videos/${id}`)).status]).toEqual([id, 200]);
  const { counters, ledger } = (await ask(next, 'GET /_standin/accounts/full')).body;
  expect([counters.created, ledger.reserved_usd]).toEqual([ids.length, expect.closeTo(ids.length * 1.12, 6)]);
});
