/** The balancers of the pages on replicas and of compose.replicas.yaml in front of two replicas; skipped where a program is not there. */

import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, type TestContext } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { TEXT_SETTINGS, type Emulator } from '../../emulator/index.ts';
import { freePort } from '../../emulator/transport/free-port.ts';
import { blocksOf } from '../docs/blocks.ts';
import { ROOT } from '../support/run.ts';
import { describeStore, startStore } from '../support/store/store-server.ts';
import { CREATE, openReplicas } from './two-replicas.ts';

const PAGES = ['docs/replicas.md', 'docs/replicas-by-key.md'];
const blocks = (
  await Promise.all(PAGES.map(async (page) => blocksOf(page, await readFile(join(ROOT, page), 'utf8'))))
).flat();
const compose = parse(await readFile(join(ROOT, 'compose.replicas.yaml'), 'utf8'));

function fileOf(name: string): string {
  const block = blocks.find(({ file }) => file === name);
  if (block === undefined) throw new Error(`No page on replicas has ${name}.`);
  return block.text;
}

/** Starts a balancer with this configuration in front of two servers, until the test is over. */
async function balance(program: string, config: string, servers: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'standin-balancer-'));
  const port = String(await freePort(0));
  const [one = '', two = ''] = servers.map((url) => new URL(url).host);
  const own = config
    .replaceAll(/127\.0\.0\.1:8080|listen 80/g, (found) =>
      found.startsWith('listen') ? `listen 127.0.0.1:${port}` : `127.0.0.1:${port}`,
    )
    .replaceAll(/127\.0\.0\.1:4242|one:4242/g, one)
    .replaceAll(/127\.0\.0\.1:4243|two:4242/g, two);
  await writeFile(join(folder, 'config'), `${own}\n`);
  const nginx = [
    '-p',
    folder,
    '-c',
    join(folder, 'config'),
    '-g',
    `daemon off; error_log stderr; pid ${join(folder, 'pid')};`,
  ];
  const child = spawn(program, program === 'nginx' ? nginx : ['-f', join(folder, 'config')], { stdio: 'ignore' });
  onTestFinished(async () => {
    child.kill();
    await rm(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  while (
    !(await fetch(`${url}/_standin/health/live`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`${program} ended with status ${child.exitCode}.`);
    await sleep(20);
  }
  return url;
}

async function ask(url: string, key: string, body?: object): Promise<{ status: number; id?: string }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(url, {
    headers,
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  const answer: { id?: string } = JSON.parse(await response.text());
  return { ...answer, status: response.status };
}

async function listenAll(replicas: readonly Emulator[]): Promise<string[]> {
  return Promise.all(replicas.map(async (replica) => (await replica.listen({ port: 0, host: '127.0.0.1' })).url));
}

/** Skips a test where a program is not there, in CI too: nothing else needs it. */
function skipWithout({ skip }: TestContext, program: string): void {
  const { status } = spawnSync(program, ['-v'], { stdio: 'ignore' });
  skip(status !== 0, `no ${program} is on PATH: apt-get install ${program}`);
}

test.for([
  ['nginx', 'nginx.conf'],
  ['haproxy', 'haproxy.cfg'],
] as const)(
  '%s sends each key to the process of its account, whatever settings it carries',
  async ([program, file], context) => {
    skipWithout(context, program);
    const replicas = openReplicas({ latency: 'manual' });
    const url = await balance(program, fileOf(file), await listenAll(replicas));
    const labels = Array.from({ length: 12 }, (_, at) => `balanced-${at}`);
    for (const label of labels) {
      const { id, status } = await ask(`${url}/v1/videos`, `sk_standin_${label}~seed-7`, CREATE);
      expect(status).toBe(202);
      for (let poll = 0; poll < 3; poll += 1) {
        expect((await ask(`${url}/v1/videos/${id}`, `sk_standin_${label}`)).status).toBe(200);
      }
    }
    const shares = await Promise.all(replicas.map(async ({ journal }) => journal.accounts().length));
    expect(Math.min(...shares)).toBeGreaterThan(0);
  },
);

describeStore('compose.replicas.yaml', () => {
  test('has replicas that answer for each other behind its balancer', async (context) => {
    skipWithout(context, 'nginx');
    const store = await startStore(...compose.services.store.command.slice(1));
    onTestFinished(() => store.stop());
    const replicas = openReplicas({ latency: 'manual', store: store.nextUrl() });
    const url = await balance('nginx', compose.configs.nginx.content.replaceAll('$$', '$'), await listenAll(replicas));
    const { id } = await ask(`${url}/v1/videos`, 'sk_standin_one', CREATE);
    for (let poll = 0; poll < 6; poll += 1)
      expect((await ask(`${url}/v1/videos/${id}`, 'sk_standin_one')).status).toBe(200);
  });

  test('sets variables that exist, as does the example for Kubernetes, whose probes are answered', async () => {
    const known = new Set(TEXT_SETTINGS.map(({ variable }) => variable));
    const [deployment] = parseAllDocuments(fileOf('standin.yaml')).map((document) => document.toJS());
    const [container] = deployment.spec.template.spec.containers;
    const names = [
      ...Object.keys(compose.services.one.environment),
      ...container.env.map(({ name }: { name: string }) => name),
    ];
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    const [replica] = openReplicas({}, 1);
    for (const { httpGet } of [container.readinessProbe, container.livenessProbe]) {
      expect([200, 503]).toContain((await replica?.fetch(`http://localhost${httpGet.path}`))?.status);
    }
  });
});
