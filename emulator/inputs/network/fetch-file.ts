/** Fetches a file over HTTPS. It checks and pins the address of each hop, and limits redirects, size and time. */

import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { BodyBuffer } from '../../../lib/body-buffer.ts';
import type { MemoryBudget } from '../../../lib/memory-budget.ts';
import type { Turns } from '../../../lib/turns.ts';
import { raceAbort } from '../../../lib/single-flight.ts';
import type { FoundFile, MediaFile, NotFound } from '../media-file.ts';
import { answerWith, FetchRefusal, pinAddress, type AddressGuard } from './pinned-address.ts';

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

export const FETCH_TIMEOUT_MS = 20_000;
/** The memory of a file as a multiple of its bytes, because its buffer doubles when it is full. */
const COPIES = 2;
export const MAX_REDIRECTS = 3;
/** The maximum number of informational responses. Servers send 102 and 103 once or twice. */
export const MOST_INFORMATION = 10;
const REDIRECTS: ReadonlySet<unknown> = new Set([301, 302, 303, 307, 308]);

/** Fetches a file of fewer than `bytesBelow` bytes. */
export async function fetchFile(url: URL, bytesBelow: number, options: FetchOptions): Promise<FoundFile | NotFound> {
  const timeoutMs = options.timeoutMs ?? FETCH_TIMEOUT_MS;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await follow(url, signal, options);
    return { ok: true, file: await readBody(response, bytesBelow, options.budget) };
  } catch (error) {
    if (error instanceof FetchRefusal) return { ok: false, reason: error.reason, detail: error.message };
    const detail = signal.aborted ? `did not arrive within ${timeoutMs} ms` : `could not be fetched (${codeOf(error)})`;
    return { ok: false, reason: 'fetch_failed', detail };
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
  // A DNS lookup cannot be canceled.
  const address = await raceAbort(pinAddress(url, options), signal).catch((cause: unknown) => {
    throw signal.aborted ? new FetchRefusal('has a host whose address was not resolved in time') : cause;
  });
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

async function readBody(response: IncomingMessage, bytesBelow: number, budget: MemoryBudget): Promise<MediaFile> {
  const body = new BodyBuffer(bytesBelow - 1);
  const hash = createHash('sha256');
  const tooLarge = new FetchRefusal(`has at least ${bytesBelow} bytes, but must have fewer`, 'invalid');
  let taken = 0;
  try {
    if (Number(response.headers['content-length'] ?? 0) >= bytesBelow) throw tooLarge;
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (!budget.take(chunk.length * COPIES))
        throw new FetchRefusal('was not fetched, because too many other files are arriving');
      taken += chunk.length * COPIES;
      if (!body.add(chunk)) throw tooLarge;
      hash.update(chunk);
    }
  } finally {
    response.destroy();
    budget.giveBack(taken);
  }
  const [bytes, digest] = [body.bytes(), hash.digest('hex')];
  const read = async (from: number, length: number): Promise<Uint8Array> => bytes.subarray(from, from + length);
  return { size: bytes.length, stamp: digest, read, digest: async () => digest };
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  return 'code' in error ? String(error.code) : error.name;
}
