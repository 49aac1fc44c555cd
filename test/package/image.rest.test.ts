/** The stages of the Dockerfile, run in folders: what the image would contain, for both platforms. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, open, readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLockfile } from '../../scripts/lockfile.ts';
import { ROOT } from '../support/run.ts';
import { FROM_REGISTRY } from '../support/user-project.ts';
import { buildInFolders } from './dockerfile.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standin-image-'));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));

/** `e_machine` of an ELF file. */
async function machineOf(path: string): Promise<number> {
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(20), 0, 20, 0);
  await file.close();
  return buffer.readUInt16LE(18);
}

describe.skipIf(!FROM_REGISTRY).each([
  { arch: 'amd64', cpu: 'x64', machine: 0x3e },
  { arch: 'arm64', cpu: 'arm64', machine: 0xb7 },
])('the image for $arch (only CI builds it: FROM_REGISTRY=1)', ({ arch, cpu, machine }) => {
  test('has the package, its dependencies as locked, and a command', async () => {
    const root = await buildInFolders(folder, { TARGETARCH: arch });
    const modules = join(root, 'opt', 'standin', 'node_modules');
    const { packages } = readLockfile(await readFile(join(ROOT, 'package-lock.json'), 'utf8'));
    for (const name of ['zod', 'commander', 'jiti', 'classic-level', '@redis/client', 'abstract-level']) {
      const text = await readFile(join(modules, name, 'package.json'), 'utf8');
      const { version } = JSON.parse(text) as { readonly version: string };
      expect([name, version]).toEqual([name, packages[`node_modules/${name}`]?.version]);
    }
    expect((await readdir(modules)).filter((name) => /^(vitest|msw|typescript)$/.test(name))).toEqual([]);
    const ffmpeg = join(modules, '@ffmpeg-installer', `linux-${cpu}`, 'ffmpeg');
    expect(await machineOf(ffmpeg)).toBe(machine);
    expect((await stat(ffmpeg)).mode & 0o111).toBe(0o111);
    const command = join(root, 'usr', 'local', 'bin', 'standin');
    expect(await readlink(command)).toBe('../../../opt/standin/dist/bin/standin.js');
    expect(existsSync(join(root, 'opt', 'standin', 'test'))).toBe(false);
    // The script is the same for every platform.
    const { status, stdout } = spawnSync(command, ['exec', '--', 'standin-not-there'], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([127, '']);
  });
});

test('the last stage runs no command', async () => {
  const file = await readFile(join(ROOT, 'Dockerfile'), 'utf8');
  expect(file.slice(file.lastIndexOf('\nFROM '))).not.toMatch(/^RUN /m);
});
