/** Tools for a client with one flaw: the careful client with something of it replaced. */

import { setTimeout as sleep } from 'node:timers/promises';

import type { ClientCall, FunctionAnswer } from '../../../audition/index.ts';
import { carefulClient, type Told } from '../../../docs/examples/clients/careful.ts';
import { GaveUp, type Tools } from '../../../docs/examples/clients/careful-sender.ts';

export interface Flaw {
  /** The check that has to notice it. */
  readonly check: string;
  readonly scenario: string;
  /** Other checks that cannot but notice it, too. */
  readonly also?: readonly string[];
  readonly client: (call: ClientCall) => Promise<FunctionAnswer>;
}

export type Fetch = Tools['fetch'];
type Change = (call: ClientCall) => Partial<Tools>;

export const passOn: Fetch = (url, init) => fetch(url, init);

export function careful(change: Change): Flaw['client'] {
  return (call) => carefulClient(call, change(call));
}

/** Changes what is sent. */
export function sending(alter: (headers: Headers, init: RequestInit) => void): Flaw['client'] {
  return careful(() => ({
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      alter(headers, init);
      return passOn(url, { ...init, headers });
    },
  }));
}

/** Does something of its own at an answer, and then goes on with what it gives back. */
export function meeting(
  meet: (answer: Response, again: () => Promise<Response>, url: string) => Promise<Response>,
): Flaw['client'] {
  return careful(() => ({
    fetch: async (url, init) => meet(await passOn(url, init), () => passOn(url, init), url),
  }));
}

/** Resumes a download that broke off, and appends whatever comes: it compares neither Content-Range nor lengths. */
export const appending = careful(() => ({
  fetch: async (url, init) => {
    const first = await passOn(url, init);
    if (!isContent(url)) return first;
    const pieces: Uint8Array[] = [];
    try {
      for await (const piece of first.body ?? []) pieces.push(piece);
    } catch {
      const headers = new Headers(init.headers);
      headers.set('range', `bytes=${Buffer.concat(pieces).length}-`);
      headers.set('if-range', first.headers.get('etag') ?? '');
      pieces.push(new Uint8Array(await (await passOn(url, { ...init, headers })).arrayBuffer()));
    }
    return new Response(Buffer.concat(pieces), { headers: { 'content-type': 'video/mp4' } });
  },
}));
/** Sends a request that fails again and again. */
export async function repeating(
  answer: Response,
  again: () => Promise<Response>,
  { most, pauseMs }: { readonly most: number; readonly pauseMs: number },
): Promise<Response> {
  let latest = answer;
  for (let tries = 0; !latest.ok && tries < most; tries += 1) {
    await latest.body?.cancel();
    if (pauseMs > 0) await sleep(pauseMs);
    latest = await again();
  }
  return latest;
}

export const isCreate = ({ method }: RequestInit): boolean => method === 'POST';
export const isContent = (url: string): boolean => url.endsWith('/content');

/** Gives up at the first answer of a kind, with a word of its own. */
export function givingUp(isIt: IsIt, answer: FunctionAnswer): Flaw['client'] {
  return async (call) => {
    const change = { fetch: gaveUpAt(isIt) };
    const told = await carefulClient(call, change);
    return told.outcome === 'gave-up' ? { ids: told.ids, outcome: 'gave-up', ...answer } : told;
  };
}

type IsIt = (answer: Response, url: string) => boolean | Promise<boolean>;

function gaveUpAt(isIt: IsIt): Fetch {
  return async (url, init) => {
    const answer = await passOn(url, init);
    if (await isIt(answer.clone(), url)) throw new GaveUp({ message: 'That is enough.' });
    return answer;
  };
}

export const SAID = { outcome: 'gave-up' as const, error: { code: 'connection_failed', message: 'That is enough.' } };

/** A download that breaks off is the last. */
export const onceOnly = oneOf((url) => isContent(url));
/** A create that is not answered is the last. */
export const onceCreated = oneOf((_, init) => isCreate(init));

/** Sends a single request of a kind. */
function oneOf(
  isIt: (url: string, init: RequestInit) => boolean,
): (call: ClientCall, onSent?: (init: RequestInit) => unknown) => Promise<Told> {
  return (call, onSent) => {
    let sent = 0;
    const only: Fetch = (url, init) => {
      if (isIt(url, init)) onSent?.(init);
      sent += isIt(url, init) ? 1 : 0;
      return sent > 1 ? Promise.reject(new GaveUp({ message: 'That is enough.' })) : passOn(url, init);
    };
    return carefulClient(call, { fetch: only });
  };
}
