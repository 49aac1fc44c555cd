/** Preflight requests, which show whether the target answers and accepts the key. They also detect a wrong server. */

import { header, jsonOf, type Exchange, type HeaderLine } from '../client/exchange.ts';
import { keyFlag } from '../client/keys.ts';
import { isBusy, PREFLIGHT, type Answered } from './evidence.ts';
import { isOdd, otherService } from './other-service.ts';
import type { Run } from './open-run.ts';
import type { Report } from './report.ts';

/** Returns the reason why the run cannot go on, or undefined. */
export async function preflight(run: Run): Promise<Report['stopped']> {
  const { client, unknownId, setup } = run;
  const { profile, cheapestCreate } = setup;
  const probe = PREFLIGHT;
  const key = 'primary';
  const get = (await client.send({ probe, label: 'get', method: 'GET', path: `/v1/videos/${unknownId}`, key }))
    .exchange;
  if (get.failure !== undefined)
    return {
      by: 'target',
      reason: `${unreachable(get)} Check that the base URL is correct and the server is running.`,
    };
  if (get.response !== undefined && isBusy({ response: get.response })) {
    const asked = header(get.response, 'retry-after');
    const wait = asked === undefined ? '' : ` The response has Retry-After: ${asked}.`;
    const reason = `For ${profile.timing.patienceSeconds} s (--patience), the run repeated a single get request. The response was always ${get.response.status}.${wait} Raise --patience, lower --rate and --concurrency, or run again later.`;
    return { by: 'target', reason };
  }
  if (!isRefusal(get) && !isOdd(get)) return rejectedKey(run);
  const body = JSON.stringify({ ...cheapestCreate, duration_seconds: 3 });
  const headers: HeaderLine[] = [['Content-Type', 'application/json']];
  const create = { probe, label: 'create', method: 'POST', path: '/v1/videos', key, body, headers } as const;
  const post = (await client.send(create)).exchange;
  const elsewhere = await otherService(client, { get, post, create });
  if (elsewhere !== undefined) return { by: 'url', reason: elsewhere };
  if (!isRefusal(get)) return rejectedKey(run);
  if (get.response?.status !== post.response?.status) return undefined;
  const reason =
    get.response?.status === 401
      ? 'Pass a valid key with --key.'
      : 'Use --key to pass a key that has access to this API. Perhaps the target accepts only certain IP addresses.';
  return {
    by: 'key',
    reason: `The target rejects the primary key: it returns ${get.response?.status} for a get request and a create request. ${reason}`,
  };
}

/** The keys that must be valid. The checks of the second key of an account judge whether it works. */
const VALID_KEYS = ['other', 'poor', 'once', 'watched'] as const;

/** Returns the reason to stop if the target rejects another key, which shows nothing about owners or credits. */
async function rejectedKey({ client, unknownId, profile }: Run): Promise<Report['stopped']> {
  const names = VALID_KEYS.filter((name) => profile.keys[name] !== undefined);
  const get = { probe: PREFLIGHT, method: 'GET', path: `/v1/videos/${unknownId}` };
  const sent = await Promise.all(names.map((key) => client.send({ ...get, label: `get by ${key} key`, key })));
  const rejected = names.filter((_, at) => sent[at]?.exchange.response?.status === 401);
  if (rejected.length === 0) return undefined;
  const flags = rejected.map(keyFlag).join(' and ');
  const reason = `The target accepts the primary key, but not the value of ${flags}: it returns 401 for a get request. Pass a valid key, or omit ${flags}.`;
  return { by: 'key', reason };
}

/** Returns whether the key is rejected for every request. A firewall, or a key without a permission, gets 403. */
function isRefusal({ response }: Exchange): boolean {
  return response?.status === 401 || response?.status === 403;
}

/** Returns hints if the target as a whole looks wrong: one hint in place of a hundred failures. */
export function hintsOf(exchanges: readonly Exchange[]): string[] {
  const all = exchanges.filter(
    (one): one is Answered => one.response !== undefined && !isBusy({ response: one.response }),
  );
  const [first] = all;
  if (first === undefined) return [];
  const type = header(first.response, 'content-type') ?? 'no Content-Type';
  const noJson = `No response was JSON (the first was ${type}). Perhaps the base URL is wrong, or belongs to another API.`;
  return [
    ...(all.every(({ response }) => jsonOf(response) === undefined) ? [noJson] : []),
    ...(all.every(({ response: { status } }) => status >= 300 && status < 400) ? [redirectHint(first)] : []),
  ];
}

function redirectHint({ request, response }: Answered): string {
  const location = header(response, 'location') ?? '';
  const target = URL.canParse(location, request.url) ? new URL(location, request.url) : undefined;
  if (target === undefined) return 'Every response is a redirect, and its Location header is missing or invalid.';
  if (target.href === request.url) return 'Every response redirects to the requested URL itself.';
  return target.origin === new URL(request.url).origin
    ? `Every response is a redirect, the first to ${location}. Perhaps the base URL lacks a path.`
    : `Every response redirects to another origin, the first to ${location}. Use this origin in the base URL. The kit did not send the key to this origin.`;
}

function unreachable({ failure, request }: Exchange): string {
  const { origin } = new URL(request.url);
  switch (failure?.kind) {
    case 'unreachable':
      return `No server responds at ${origin} (${failure.message}).`;
    case 'timeout':
      return `${origin} accepts the connection but does not respond. ${failure.message}`;
    case 'reset':
      return `${origin} closes the connection without a response (${failure.message}).${origin.startsWith('http:') ? ' Perhaps the base URL must begin with https://.' : ''}`;
    case 'tls':
      return `No secure connection to ${origin} (${failure.message.replace(/\.$/, '')}).${certificateHint(failure.message)}`;
    case 'stopped':
    case 'dropped':
      return failure.message;
    case 'protocol':
    case undefined:
      return `${origin} does not respond as an HTTP server${failure?.came === undefined ? '' : `, but with ${failure.came}`} (${(failure?.message ?? 'unknown').replace(/\.$/, '')}).`;
  }
}

function certificateHint(message: string): string {
  return /certificate|verify|altname/i.test(message)
    ? ' To trust your own certificate, set NODE_EXTRA_CA_CERTS=<file>.'
    : '';
}
