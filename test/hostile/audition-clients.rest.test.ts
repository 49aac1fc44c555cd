/** Malicious clients under test: the files that they leave, and the requests that they send to the control API. */

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { functionDriver, processDriver, runAudition } from '../../audition/index.ts';
import { digestFile, filesWith, tryToRemove } from '../../audition/conduct/play-case.ts';
import { carefulClient } from '../../docs/examples/clients/careful.ts';
import { ROOT, runStandin } from '../support/run.ts';

const CLIENT = join(ROOT, 'test', 'hostile', 'hostile-client.mjs');
const GIBIBYTE = 1024 ** 3;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standin-hostile-client-'));
});
// `rm` descends step by step. A path of this length is too long for Node.
afterAll(() => void execFileSync('rm', ['-rf', folder]));

/** Runs a function as a user whom file modes affect. They do not affect root. */
async function asOrdinaryUser<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = process.cwd();
  const isRoot = process.geteuid?.() === 0;
  chmodSync(folder, 0o755);
  process.chdir(folder);
  if (isRoot) process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
    process.chdir(before);
  }
}

describe.skipIf(process.platform === 'win32')('a client that leaves', () => {
  test('a folder whose path is too long to remove has its verdict, and one sentence names the folder', async () => {
    const args = ['audition', '--only', 'skips_running', '--', process.execPath, CLIENT, 'leaves-a-deep-folder'];
    const env = { NO_COLOR: '1', CI: 'true', TMPDIR: folder };
    const { status, stdout, stderr } = await runStandin(args, { env });
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^weak +2 +healthy, skips_running$/m)]);
    const root = (await readdir(folder)).find((name) => name.startsWith('standin-audition-')) ?? '';
    expect(stderr).toBe(
      `The clients left files in ${join(folder, root)} that cannot be removed (ENAMETOOLONG). Remove the folder yourself.\n`,
    );
  });

  test('a read-only folder gets a reason why it stays, and no exception', async () => {
    const path = join(folder, 'read-only');
    mkdirSync(join(path, 'cache'), { recursive: true });
    writeFileSync(join(path, 'cache', 'module'), '');
    chmodSync(join(path, 'cache'), 0o555);
    expect(await asOrdinaryUser(() => tryToRemove('read-only'))).toBe('EACCES');
    expect(await tryToRemove(join(folder, 'nothing'))).toBeUndefined();
  });

  test('a file that nobody may read is judged by what can be seen of it', async () => {
    const path = join(folder, 'closed');
    mkdirSync(path);
    for (const name of ['clip.mp4', 'log']) writeFileSync(join(path, name), 'sk_standin_secret', { mode: 0 });
    writeFileSync(join(path, 'open'), 'sk_standin_secret');
    const seen = asOrdinaryUser(async () => [
      await filesWith('closed', 'sk_standin_secret'),
      await digestFile(join('closed', 'clip.mp4'), 100),
    ]);
    expect(await seen).toEqual([['open'], { sha256: expect.any(String), bytes: 17 }]);
  });
});

test('a client that delivers a file of 400 GiB is broken, and the file is read no further than the clip is long', async () => {
  const drive = (): ReturnType<typeof functionDriver> =>
    functionDriver(async (call) => {
      const told = await carefulClient(call);
      if (told.outcome === 'delivered') truncateSync(call.output, 400 * GIBIBYTE);
      return told;
    });
  const named = { name: 'huge', drive };
  const { report } = await runAudition({ clients: [named], only: ['skips_running'], parallel: 1 });
  const judged = report.clients[0]?.cases.find(({ scenario }) => scenario === 'skips_running');
  expect(judged?.word).toBe('broken');
  expect(JSON.stringify(judged?.results)).toContain(`the file is not the clip: it has ${400 * GIBIBYTE} bytes`);
});

test('a client cannot end its own faults through the control API', async () => {
  const named = { name: 'cheat', drive: () => processDriver([process.execPath, CLIENT, 'ends-its-faults']) };
  const { report } = await runAudition({ clients: [named], only: ['rate_limit_burst_then_ok'] });
  const judged = report.clients[0]?.cases.find(({ scenario }) => scenario === 'rate_limit_burst_then_ok');
  expect(judged?.requests[0]?.faults).toEqual(['rate_limit_burst_then_ok:1']);
  expect(judged?.word).not.toBe('unreached');
});
