/** A Redis or Valkey server for one test, on a free port and in its own folder. */

import { createClient, RESP_TYPES } from '@redis/client';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe } from 'vitest';
import { freePort } from '../../../emulator/transport/free-port.ts';

/** The first program on PATH, unless the variable names one. */
const { STORE_PROGRAM } = process.env;
const PROGRAMS = STORE_PROGRAM === undefined ? ['redis-server', 'valkey-server'] : [STORE_PROGRAM];
const ABSENT = `${PROGRAMS.join(' or ')} is not on PATH`;
const found = PROGRAMS.find((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0);

/** Returns the program. A CI run without one fails. */
function storeProgram(): string {
  if (found === undefined) throw new Error(`${ABSENT}: apt-get install redis-server`);
  return found;
}

/** Describes tests that need a store server. Without a server they are skipped, except in CI. */
export function describeStore(title: string, body: () => void): void {
  const isHere = found !== undefined || process.env['CI'] === 'true';
  const reason = isHere ? '' : ` (skipped: ${ABSENT})`;
  describe.skipIf(!isHere)(`${title}${reason}`, () => {
    body();
  });
}

export interface StoreServer {
  readonly port: number;
  /** The port on which the nodes of a cluster talk to each other. */
  readonly clusterPort: number;
  readonly process: ChildProcess;
  /** Returns the URL of a database that no other test uses. */
  nextUrl(): string;
  /** Deletes all data of a database. */
  empty(url: string): Promise<void>;
  /** Copies a database. The returned function restores the copy into an empty database. */
  copy(url: string): Promise<() => Promise<void>>;
  /** Kills the server. */
  kill(): Promise<void>;
  /** Starts the server again on its port, with its saved data. */
  start(): Promise<void>;
  /** Ends the server, and removes its folder. */
  stop(): Promise<void>;
}

const DATABASES = 2000;

/** The number of attempts. Another process may take a port that was free a moment ago. */
const TRIES = 5;

/** Starts a server. Without arguments, it writes nothing to the disk. */
export async function startStore(...given: readonly string[]): Promise<StoreServer> {
  for (let tried = 1; ; tried += 1) {
    const started = await startOnFreePorts(given).catch((cause: unknown) => {
      if (tried === TRIES) throw cause;
    });
    if (started !== undefined) return started;
  }
}

async function startOnFreePorts(given: readonly string[]): Promise<StoreServer> {
  const folder = await mkdtemp(join(tmpdir(), 'standin-store-'));
  const port = (await freePort(0)) ?? 0;
  const clusterPort = (await freePort(0)) ?? 0;
  const args = given.includes('--cluster-enabled') ? [...given, '--cluster-port', String(clusterPort)] : given;
  let child = await startChild(port, folder, args);
  let database = 0;
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  return {
    port,
    clusterPort,
    get process() {
      return child;
    },
    nextUrl: () => {
      database += 1;
      return `redis://127.0.0.1:${port}/${database}`;
    },
    empty: (url) => withClient(url, async (client) => void (await client.flushDb())),
    copy: async (url) => {
      const copied = await withClient(url, copyAll);
      return () => withClient(url, (client) => putBack(client, copied));
    },
    kill,
    start: async () => {
      child = await startChild(port, folder, args);
    },
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startChild(port: number, folder: string, args: readonly string[]): Promise<ChildProcess> {
  const common = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', ''];
  const own = args.includes('--cluster-enabled') ? args : ['--databases', String(DATABASES), ...args];
  const child = spawn(storeProgram(), [...common, ...own], { stdio: 'ignore' });
  for (;;) {
    if (await answers(port)) return child;
    if (child.exitCode !== null) throw new Error(`The store server ended with status ${child.exitCode}.`);
    await sleep(20);
  }
}

/** Reports whether the server answers. It listens before it has loaded its data. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString().startsWith('+PONG'));
    });
    socket.once('error', () => resolve(false));
  });
}

type Client = Awaited<ReturnType<typeof connectTo>>;

async function connectTo(url: string) {
  return createClient({ url }).connect();
}

async function withClient<Result>(url: string, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = await connectTo(url);
  try {
    return await use(client);
  } finally {
    client.destroy();
  }
}

type Copy = readonly (readonly [key: string, dump: Buffer])[];

async function copyAll(client: Client): Promise<Copy> {
  const bytes = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
  const keys = await client.keys('*');
  const dumps = await Promise.all(keys.map((key) => bytes.dump(key)));
  return keys.map((key, at) => [key, Buffer.from(dumps[at] ?? '')]);
}

async function putBack(client: Client, copied: Copy): Promise<void> {
  for (const [key, dump] of copied) await client.sendCommand(['RESTORE', key, '0', dump, 'REPLACE']);
}
