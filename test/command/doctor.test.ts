/** The findings of `standin doctor` on machines that lack something. */

import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';

import { createEmulator } from '../../emulator/index.ts';
import { examine, OLDEST_NODE } from '../../emulator/server/doctor.ts';
import type { DoctorLine, DoctorOptions } from '../../emulator/server/doctor.ts';
import { freePort, LOOPBACK } from '../../emulator/transport/free-port.ts';
import { runStandin } from '../support/run.ts';

async function finding(
  subject: DoctorLine['subject'],
  options: Partial<DoctorOptions>,
): Promise<DoctorLine | undefined> {
  return (await examine(options)).find((one) => one.subject === subject);
}

describe('node', () => {
  test.each(['18.20.8', '20.9.0', '20.18.3'])('%s is too old', async (nodeVersion) => {
    expect(await finding('node', { nodeVersion })).toEqual({
      subject: 'node',
      verdict: 'broken',
      says: `${nodeVersion} is too old; install Node 20.19.0 or newer`,
    });
  });

  test.each(['20.19.0', '20.100.0', '22.1.0', '100.0.0'])('%s will do', async (nodeVersion) => {
    expect(await finding('node', { nodeVersion })).toMatchObject({ verdict: 'ok' });
  });

  test('the oldest version is the one in package.json', async () => {
    const manifest: unknown = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(`${(manifest as { engines: { node: string } }).engines.node}.0`).toBe(`>=${OLDEST_NODE}`);
  });

  test.each(['18.17.0', '20.18.3'])('built, every command on %s only names the version to install', async (version) => {
    const versions = JSON.stringify({ ...process.versions, node: version });
    const pretend = `Object.defineProperty(process, 'versions', { value: ${versions} })`;
    const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(pretend)}` };
    const stderr = `standin: Node ${version} is too old. Install Node ${OLDEST_NODE} or newer.\n`;
    for (const args of [['doctor'], ['serve', '--port', '0'], ['exec', '--', 'true']])
      expect(await runStandin(args, { env })).toEqual({ status: 2, stdout: '', stderr });
  });
});

describe('ffmpeg', () => {
  test('a STANDIN_FFMPEG that does not exist is named together with the remedy', async () => {
    const found = await finding('ffmpeg', { env: { STANDIN_FFMPEG: '/nowhere/ffmpeg' } });
    expect(found).toMatchObject({ verdict: 'broken', says: expect.stringContaining('"/nowhere/ffmpeg"') });
    expect(found?.says).toContain('unset the variable');
  });

  test('the ffmpeg in use is reported with its version, its origin and its path', async () => {
    const found = await finding('ffmpeg', { env: { ...process.env } });
    expect(found).toMatchObject({ verdict: 'ok', says: expect.stringMatching(/^\S+, found by \S+: .*ffmpeg/) });
  });
});

describe('port', () => {
  test('a taken port is a note that names another one, because the emulator can work', async () => {
    const port = (await freePort(0)) ?? 0;
    const server = createServer().listen(port, LOOPBACK);
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const found = await finding('port', { port });
    expect(found).toMatchObject({
      verdict: 'note',
      says: expect.stringMatching(/is taken; start with --port [1-9]\d*/),
    });
  });
});

describe('cache', () => {
  test('a folder that cannot be made is broken and says which variable moves it', async () => {
    const STANDIN_CACHE_FOLDER = fileURLToPath(new URL('doctor.test.ts/below-a-file', import.meta.url));
    expect(await finding('cache', { env: { STANDIN_CACHE_FOLDER } })).toEqual({
      subject: 'cache',
      verdict: 'broken',
      says: `${STANDIN_CACHE_FOLDER} is not writable (ENOTDIR); set STANDIN_CACHE_FOLDER to a writable folder`,
    });
  });
});

describe('data', () => {
  const path = async (): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'standin-doctor-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return join(folder, 'data');
  };

  test('a folder that is not there yet is made later, and not by the doctor', async () => {
    const folder = await path();
    expect(await finding('data', { env: { STANDIN_DATA: folder } })).toEqual({
      subject: 'data',
      verdict: 'ok',
      says: `${folder} will be created or used at the first start`,
    });
    await expect(readdir(folder)).rejects.toThrow('ENOENT');
  });

  test('a folder with data is named with its format, also while a process is at work on it', async () => {
    const folder = await path();
    const emulator = createEmulator({ data: folder });
    onTestFinished(() => emulator.close());
    await emulator.fetch('http://localhost/v1/videos/none', { headers: { authorization: 'Bearer sk_standin_x' } });
    expect(await finding('data', { env: { STANDIN_DATA: folder } })).toMatchObject({
      verdict: 'ok',
      says: `${folder} has data and can be written`,
    });
  });

  test('a folder with other files is broken, with what to do', async () => {
    const folder = await path();
    await mkdir(folder);
    await writeFile(join(folder, 'thesis.txt'), 'years of work');
    expect(await finding('data', { env: { STANDIN_DATA: folder } })).toMatchObject({
      verdict: 'broken',
      says: expect.stringContaining('Choose an empty folder'),
    });
  });

  test('without the setting there is nothing to say', async () => {
    expect(await finding('data', { env: {} })).toBeUndefined();
  });
});
