/** One connection at a time that sends random requests and reads each answer: with its seed, a lane is repeatable. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { readHead } from '../support/raw-http.ts';
import { judge, type Answer } from './judge.ts';
import { createRandom } from './random.ts';
import { anyPlainRequest, type PlainRequest } from './requests.ts';

export interface Lane {
  /** Sends one request and judges its answer. */
  step(): Promise<void>;
  readonly close: () => void;
  /** How often each status was answered. */
  readonly statuses: ReadonlyMap<number, number>;
}

/** Generations that a lane asks about. */
const MOST_IDS = 200;
const LONGEST_MS = 20_000;
/** The label of a key and its set-up, with which none of the accounts of a lane has to be opened. */
const FAMILY = /(fuzz-\w+)\S*/;

/** Opens a lane whose requests reach the accounts `fuzz-…-<name>` only. */
export function openLane(port: number, { seed, name }: { readonly seed: number; readonly name: string }): Lane {
  const random = createRandom(seed);
  const ids: string[] = [];
  const statuses = new Map<number, number>();
  let connection: Connection | undefined;
  let sent = 0;
  const step = async (): Promise<void> => {
    const request = anyPlainRequest(random, ids);
    sent += 1;
    connection ??= await open(port);
    const bytes = toBytes(request, name);
    const answer = await connection.exchange(bytes, request.method === 'HEAD').catch((cause: unknown) => {
      const told = `request ${sent} of lane ${name}: ${request.method} ${request.path.slice(0, 100)}`;
      throw new Error(`${told}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    });
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const id = judge(answer);
    if (id !== undefined) ids[ids.length < MOST_IDS ? ids.length : random.below(MOST_IDS)] = id;
    if (!connection.isOpen()) connection = undefined;
  };
  return { step, close: () => connection?.close(), statuses };
}

function toBytes({ method, path, headers, body }: PlainRequest, lane: string): Buffer {
  const own = { ...headers };
  const { authorization } = own;
  if (authorization !== undefined) own['authorization'] = authorization.replace(FAMILY, `$1-${lane}`);
  const content = typeof body === 'string' ? Buffer.from(body) : body;
  const length = content === undefined ? [] : [`Content-Length: ${content.length}`];
  const lines = Object.entries(own).map(([field, value]) => `${field}: ${value}`);
  const head = [`${method} ${path} HTTP/1.1`, 'Host: localhost', ...lines, ...length, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head), content ?? Buffer.alloc(0)]);
}

interface Connection {
  exchange(bytes: Buffer, isHead: boolean): Promise<Answer>;
  isOpen(): boolean;
  close(): void;
}

async function open(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  // A server that has answered may reset what is still being sent.
  socket.on('error', () => undefined);
  let isEnded = false;
  socket.on('end', () => (isEnded = true));
  return {
    exchange: async (bytes, isHead) => {
      socket.write(bytes);
      const { answer, closes } = await readAnswer(socket, isHead);
      if (closes) {
        isEnded = true;
        socket.destroy();
      }
      return answer;
    },
    isOpen: () => !isEnded && !socket.destroyed,
    close: () => void socket.destroy(),
  };
}

function readAnswer(socket: Socket, isHead: boolean): Promise<{ answer: Answer; closes: boolean }> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const settle = (end: () => void): void => {
      clearTimeout(deadline);
      socket.off('data', add).off('close', closed);
      end();
    };
    const fail = (why: string): void =>
      settle(() => reject(new Error(`${why}; got ${received.toString('latin1', 0, 300)}`)));
    const deadline = setTimeout(() => fail('no answer'), LONGEST_MS);
    const closed = (): void => fail('the connection was closed without an answer');
    const add = (chunk: Buffer): void => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const head = readHead(received);
      if (head === undefined) return;
      const { status, headers, bodyAt } = head;
      const length = isHead ? 0 : Number(headers['content-length'] ?? 0);
      if (received.length < bodyAt + length) return;
      const text = received.toString('utf8', bodyAt, bodyAt + length);
      const answer = { status, headers: { get: (name: string) => headers[name] ?? null }, text, isHead };
      settle(() => resolve({ answer, closes: headers['connection'] === 'close' }));
    };
    socket.on('data', add).on('close', closed);
  });
}
