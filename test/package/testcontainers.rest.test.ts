/** The texts of docs/testcontainers.md agree with the image. If the library is installed, they run against an engine of this test. */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { blocksOf } from '../docs/blocks.ts';
import { hasTool } from '../docs/has-tool.ts';
import { linkProject, type LinkedProject } from '../docs/linked-project.ts';
import { ROOT } from '../support/run.ts';
import { ALL_FROM_REGISTRY, openUserProject } from '../support/user-project.ts';
import { startEngine, type Engine } from './container-engine.ts';
import { readDockerfile } from './dockerfile.ts';

const page = await readFile(join(ROOT, 'docs', 'testcontainers.md'), 'utf8');
const blocks = new Map(blocksOf('docs/testcontainers.md', page).map(({ language, text }) => [language, text]));
const dockerfile = await readDockerfile();
const instruction = (word: string): string => dockerfile.findLast((one) => one.word === word)?.text ?? '';
const image = {
  command: JSON.parse(instruction('CMD')) as string[],
  env: Object.fromEntries(
    instruction('ENV')
      .split(' ')
      .map((pair) => pair.split('=') as [string, string]),
  ),
  port: Number(instruction('EXPOSE')),
};

test.each([...blocks])('the text for %s has the image, its port, and the path of its health', (_, text) => {
  const ports = text.match(/\b\d{4}\b/g)?.filter((number) => number !== '2025') ?? [];
  expect(new Set(ports)).toEqual(new Set([String(image.port)]));
  expect(text).toContain('"standin"'.replaceAll('"', text.includes("'standin'") ? "'" : '"'));
  expect(text).toContain('/_standin/health/ready');
  expect(text).toMatch(/STANDIN_LATENCY.{0,6}instant/);
});

test('there is a text for each of the four languages', () => {
  expect([...blocks.keys()]).toEqual(['ts', 'py', 'go', 'java']);
});

test('the Go text is formatted, and the Python text compiles', ({ skip }) => {
  const isCi = process.env['CI'] === 'true';
  skip(!isCi && !(hasTool('go') && hasTool('python3')), 'go or python3 is missing');
  const formatted = spawnSync('gofmt', { input: `${blocks.get('go')}\n`, encoding: 'utf8' });
  expect([formatted.status, formatted.stdout]).toEqual([0, `${blocks.get('go')}\n`]);
  const program = 'import ast, sys; ast.parse(sys.stdin.read())';
  expect(spawnSync('python3', ['-c', program], { input: blocks.get('py') }).status).toBe(0);
});

describe('with an engine', () => {
  let project: LinkedProject;
  let engine: Engine;
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    project = await linkProject();
    const programs = [join(project.folder, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
    const cache = process.env['STANDIN_CACHE_FOLDER'] ?? join(project.folder, 'clips');
    engine = await startEngine('standin', { ...image, env: { ...image.env, STANDIN_CACHE_FOLDER: cache } }, programs);
    env = { ...process.env, DOCKER_HOST: engine.host, TESTCONTAINERS_RYUK_DISABLED: 'true', STANDIN_URL: undefined };
  });
  afterAll(async () => {
    await engine.close();
    await project.remove();
  });

  /** Not synchronous, because the engine is in this process. */
  async function run(program: string, args: readonly string[], cwd: string): Promise<[number | null, string]> {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
    const [status] = (await once(child, 'close')) as [number | null];
    return [status, said];
  }

  test('the Node text passes, and stops its container', async ({ skip }) => {
    skip(!ALL_FROM_REGISTRY, 'it installs 150 packages (FROM_REGISTRY=full)');
    const user = await openUserProject(['testcontainers@11']);
    onTestFinished(() => user.remove());
    await symlink(join(ROOT, 'node_modules', 'vitest'), join(user.folder, 'node_modules', 'vitest'), 'junction');
    await writeFile(join(user.folder, 'videos.test.ts'), `${blocks.get('ts')}\n`);
    const [status, said] = await run(join(ROOT, 'node_modules', '.bin', 'vitest'), ['run', '--root', '.'], user.folder);
    expect(status, said).toBe(0);
    expect(engine.created.at(-1)?.Env).toContain('STANDIN_LATENCY=instant');
    expect(engine.running()).toBe(0);
  });

  test('the Python text passes, and stops its container', async ({ skip }) => {
    const known = spawnSync('python3', ['-c', 'import pytest, testcontainers.core.wait_strategies']).status === 0;
    skip(!known, 'the Python package testcontainers is missing');
    const folder = await folderWith('test_videos.py', `${blocks.get('py')}\n`);
    const args = ['-m', 'pytest', '-p', 'no:cacheprovider', 'test_videos.py'];
    const [status, said] = await run('python3', args, folder);
    expect(status, said).toBe(0);
    expect(engine.created.at(-1)?.Env).toContain('STANDIN_LATENCY=instant');
    expect(engine.running()).toBe(0);
  });

  test('the Go text passes, and stops its container', async ({ skip }) => {
    const known = spawnSync('go', ['list', 'github.com/testcontainers/testcontainers-go']).status === 0;
    skip(!known, 'the Go package testcontainers-go is missing (GO111MODULE=off, GOPATH)');
    const folder = await folderWith('videos_test.go', `${blocks.get('go')}\n`);
    const [status, said] = await run('go', ['test', '-count=1', '.'], folder);
    expect(status, said).toBe(0);
    expect(engine.created.at(-1)?.Env).toContain('STANDIN_LATENCY=instant');
    expect(engine.running()).toBe(0);
  });

  test('the Java text passes, and stops its container', async ({ skip }) => {
    const known = spawnSync('javap', ['org.testcontainers.junit.jupiter.Testcontainers']).status === 0;
    skip(!known, 'the Java library Testcontainers is missing (CLASSPATH)');
    const folder = await folderWith('VideosTest.java', `${blocks.get('java')}\n`);
    const [compiled, problems] = await run('javac', ['-d', folder, 'VideosTest.java'], folder);
    expect(compiled, problems).toBe(0);
    const launcher = 'org.junit.platform.console.ConsoleLauncher';
    const args = ['-cp', [folder, process.env['CLASSPATH']].join(delimiter), launcher, '--select-class', 'VideosTest'];
    const [status, said] = await run('java', args, folder);
    expect(status, said).toBe(0);
    expect(said).toContain('1 tests successful');
    expect(engine.created.at(-1)?.Env).toContain('STANDIN_LATENCY=instant');
    expect(engine.running()).toBe(0);
  });
});

async function folderWith(file: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'standin-containers-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, file), text);
  return folder;
}
