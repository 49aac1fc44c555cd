/**
 * A container engine for tests of Testcontainers: as much of Docker's HTTP API as they use. A container is the command of
 * the Dockerfile as a process of this machine, with the variables of the image. It needs no image.
 */

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../../emulator/transport/free-port.ts';

export interface Image {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly port: number;
}

export interface Engine {
  /** The value of DOCKER_HOST. */
  readonly host: string;
  /** The bodies of all containers that were created. */
  readonly created: readonly CreateBody[];
  /** The number of processes that run. */
  readonly running: () => number;
  readonly close: () => Promise<void>;
}

interface CreateBody {
  readonly Image: string;
  readonly Env?: readonly string[];
  readonly ExposedPorts?: Readonly<Record<string, object>>;
}

const ID = 'c0ffee'.repeat(10).padEnd(64, '0');

/** Starts the engine. `programs` is the PATH on which it finds the command of the image. */
export async function startEngine(name: string, image: Image, programs: string): Promise<Engine> {
  const created: CreateBody[] = [];
  let container: ChildProcess | undefined;
  let port = 0;

  const start = async (): Promise<void> => {
    port = (await freePort(0)) ?? 0;
    const variables = (created.at(-1)?.Env ?? []).map((pair) => pair.split(/=(.*)/s, 2));
    const own = { PATH: programs, HOME: process.env['HOME'], ...image.env, ...Object.fromEntries(variables) };
    const [program = '', ...args] = image.command;
    // The engine maps the port of the image to a free one. Without a network of its own, the process listens on it.
    container = spawn(program, args, { env: { ...own, STANDIN_PORT: String(port) }, stdio: 'ignore' });
  };
  const stop = async (): Promise<void> => {
    if (container === undefined || container.exitCode !== null || container.signalCode !== null) return;
    container.kill();
    await once(container, 'exit');
  };
  const inspect = (): object => {
    const ports = { [`${image.port}/tcp`]: [{ HostIp: '0.0.0.0', HostPort: String(port) }] };
    const isRunning = container !== undefined && container.exitCode === null;
    return {
      Id: ID,
      Name: '/standin',
      Image: name,
      Config: { Image: name, Hostname: 'c0ffee', Labels: {}, Env: [], Tty: false },
      State: { Status: isRunning ? 'running' : 'exited', Running: isRunning, StartedAt: '2026-01-01T00:00:00Z' },
      HostConfig: { PortBindings: {}, NetworkMode: 'bridge' },
      NetworkSettings: { Ports: ports, Networks: { bridge: { IPAddress: '127.0.0.1', Gateway: '127.0.0.1' } } },
    };
  };
  const listed = (): object => ({
    Id: ID,
    Names: ['/standin'],
    State: 'running',
    Ports: [{ IP: '0.0.0.0', PrivatePort: image.port, PublicPort: port, Type: 'tcp' }],
    HostConfig: { NetworkMode: 'bridge' },
    NetworkSettings: { Networks: { bridge: { IPAddress: '127.0.0.1', Gateway: '127.0.0.1' } } },
  });
  const routes: readonly [pattern: RegExp, answer: (body: string) => unknown][] = [
    [/^GET \/_ping$/, () => 'OK'],
    [
      /^GET \/version$/,
      () => ({ Version: '28.0.0', ApiVersion: '1.43', MinAPIVersion: '1.24', Os: 'linux', Arch: 'amd64' }),
    ],
    [
      /^GET \/info$/,
      () => ({
        ServerVersion: '28.0.0',
        OperatingSystem: 'test',
        OSType: 'linux',
        Architecture: 'x86_64',
        MemTotal: 8_000_000_000,
        Labels: [],
      }),
    ],
    [/^GET \/images\/json$/, () => [{ Id: 'sha256:0', RepoTags: [`${name}:latest`], Created: 1_767_225_600 }]],
    [
      new RegExp(`^GET /images/${name}(:latest)?/json$`),
      () => ({ Id: 'sha256:0', RepoTags: [`${name}:latest`], Config: {} }),
    ],
    [/^GET \/networks\/bridge$/, () => ({ Name: 'bridge', IPAM: { Config: [{ Gateway: '127.0.0.1' }] } })],
    [/^GET \/networks$/, () => [{ Name: 'bridge', Id: 'b0', Driver: 'bridge' }]],
    [/^POST \/(?:containers|networks|volumes|images)\/prune$/, () => ({})],
    [/^GET \/containers\/json\?.*c0ffee/, () => [listed()]],
    [/^GET \/containers\/json/, () => []],
    [/^POST \/containers\/create$/, (body) => (created.push(JSON.parse(body) as CreateBody), { Id: ID, Warnings: [] })],
    [/^POST \/containers\/\w+\/start$/, start],
    [/^POST \/containers\/\w+\/(?:stop|kill)$/, stop],
    [/^GET \/containers\/\w+\/json$/, inspect],
    [/^GET \/containers\/\w+\/logs$/, () => ''],
    [/^DELETE \/containers\/\w+$/, stop],
  ];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks = await request.toArray();
    const { pathname, search } = new URL(request.url ?? '', 'http://engine');
    const query = pathname.endsWith('/containers/json') ? search : '';
    const line = `${request.method} ${decodeURIComponent(pathname.replace(/^\/v1\.\d+/, '') + query)}`;
    const found = routes.find(([pattern]) => pattern.test(line));
    if (found === undefined) {
      response
        .writeHead(404, { 'content-type': 'application/json' })
        .end(JSON.stringify({ message: `no route for ${line}` }));
      return;
    }
    const body = await found[1](Buffer.concat(chunks as Buffer[]).toString());
    if (body === undefined) return void response.writeHead(204).end();
    const type = typeof body === 'string' ? 'text/plain' : 'application/json';
    const status = line.endsWith('/create') ? 201 : 200;
    response.writeHead(status, { 'content-type': type }).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    host: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    created,
    running: () => (container !== undefined && container.exitCode === null && container.signalCode === null ? 1 : 0),
    close: async () => {
      await stop();
      server.closeAllConnections();
      server.close();
    },
  };
}
