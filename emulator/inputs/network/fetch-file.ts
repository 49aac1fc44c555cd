/** Fetches a file over HTTPS. It checks and pins the address of each hop, and limits redirects, size and time. */

import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { BodyBuffer } from '../../../lib/body-buffer.ts';
import type { MemoryBudget } from '../../../lib/memory-budget.ts';
import type { Turns } from '../../../lib/turns.ts';
import { answerWith, pinAddress, type AddressGuard } from './pinned-address.ts';
import { FetchRefusal } from './fetch-refusal.ts';

export interface FetchOptions extends AddressGuard {
  /** An additional certificate to trust. */
  readonly ca?: string | undefined;
  /** The timeout for the whole file, including redirects. */
  readonly timeoutMs?: number | undefined;
  /** The memory for all files that are being fetched. */
  readonly budget: MemoryBudget;
  /** Gives each handshake its own turn, because thousands of handshakes in one turn block the event loop. */
  readonly turns: Turns;
}

/** The default timeout of a file. */
export const FETCH_TIMEOUT_MS = 20_000;
/** The memory of a file as a multiple of its bytes, because its buffer doubles when it is full. */
const COPIES = 2;
export const MAX_REDIRECTS = 3;
/** The maximum number of informational responses. Servers send 102 and 103 once or twice. */
export const MOST_INFORMATION = 10;
const REDIRECTS: ReadonlySet<unknown> = new Set([301, 302, 303, 307, 308]);

export interface FetchedFile {
  readonly bytes: Uint8Array;
  /** The SHA-256 of the bytes in hexadecimal. */
  readonly digest: string;
}

/** Fetches a file of fewer than `bytesBelow` bytes. Throws a FetchRefusal if it cannot. */
export async function fetchFile(url: URL, bytesBelow: number, options: FetchOptions): Promise<FetchedFile> {
  const timeoutMs = options.timeoutMs ?? FETCH_TIMEOUT_MS;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await follow(url, signal, options);
    return await readBody(response, bytesBelow, options.budget);
  } catch (error) {
    if (error instanceof FetchRefusal) throw error;
    if (signal.aborted) throw new FetchRefusal(`did not arrive within ${timeoutMs} ms`);
    throw new FetchRefusal(`could not be fetched (${codeOf(error)})`);
  }
}

/** Returns the first response that is not a redirect. */
async function follow(start: URL, signal: AbortSignal, options: FetchOptions): Promise<IncomingMessage> {
  let url = start;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await get(url, signal, options);
    if (!REDIRECTS.has(response.statusCode)) return expectFile(response);
    response.destroy();
    url = toTarget(response.headers.location, url);
  }
  throw new FetchRefusal(`was redirected more than ${MAX_REDIRECTS} times`);
}

async function get(url: URL, signal: AbortSignal, options: FetchOptions): Promise<IncomingMessage> {
  const address = await unlessAborted(pinAddress(url, options), signal);
  await options.turns(() => undefined);
  signal.throwIfAborted();
  const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'standin' };
  const trust = options.ca === undefined ? {} : { ca: options.ca };
  let information = 0;
  return new Promise((resolve, reject) => {
    // Without an agent, the request uses no proxy and reuses no connection that was checked for another name.
    const sent = request(url, { agent: false, lookup: answerWith(address), headers, signal, ...trust })
      .on('response', resolve)
      .on('information', () => {
        information += 1;
        if (information > MOST_INFORMATION)
          sent.destroy(new FetchRefusal(`was answered with more than ${MOST_INFORMATION} informational responses`));
      })
      .on('upgrade', (_, socket) => {
        socket.destroy();
        reject(new FetchRefusal('was answered with status 101'));
      })
      .on('error', reject)
      // This is a safeguard. A request that ends without another event would never settle.
      .on('close', () => reject(new FetchRefusal('was not answered before the connection closed')));
    sent.end();
  });
}

/** Awaits work until the signal aborts, because a DNS lookup cannot be canceled. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    signal.addEventListener(
      'abort',
      () => reject(new FetchRefusal('has a host whose address was not resolved in time')),
      {
        once: true,
      },
    );
    work.then(resolve, reject);
  });
}

function toTarget(location: string | undefined, from: URL): URL {
  if (location === undefined || !URL.canParse(location, from.href))
    throw new FetchRefusal('was redirected without a usable URL');
  return new URL(location, from);
}

function expectFile(response: IncomingMessage): IncomingMessage {
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (response.statusCode === 200 && encoding === 'identity') return response;
  response.destroy();
  throw new FetchRefusal(
    response.statusCode === 200
      ? `has a compressed response (${encoding})`
      : `was answered with status ${response.statusCode}`,
  );
}

async function readBody(response: IncomingMessage, bytesBelow: number, budget: MemoryBudget): Promise<FetchedFile> {
  let taken = 0;
  const take = ({ length }: Uint8Array): void => {
    if (!budget.take(length * COPIES))
      throw new FetchRefusal('was not fetched, because too many other files are arriving');
    taken += length * COPIES;
  };
  try {
    return await collect(response, bytesBelow, take);
  } finally {
    response.destroy();
    budget.giveBack(taken);
  }
}

async function collect(
  response: IncomingMessage,
  bytesBelow: number,
  take: (chunk: Uint8Array) => void,
): Promise<FetchedFile> {
  const body = new BodyBuffer(bytesBelow);
  const hash = createHash('sha256');
  let size = Number(response.headers['content-length'] ?? 0);
  refuseFrom(bytesBelow, size, response);
  size = 0;
  for await (const chunk of response) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a response without an encoding must give bytes');
    size += chunk.length;
    refuseFrom(bytesBelow, size, response);
    take(chunk);
    hash.update(chunk);
    body.add(chunk);
  }
  return { bytes: body.bytes(), digest: hash.digest('hex') };
}

function refuseFrom(bytesBelow: number, size: number, response: IncomingMessage): void {
  if (size < bytesBelow) return;
  response.destroy();
  throw new FetchRefusal(`has at least ${bytesBelow} bytes, but must have fewer`, 'invalid');
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  return 'code' in error ? String(error.code) : error.name;
}
