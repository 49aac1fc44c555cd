/**
 * Preflight requests: does the target answer, and does it accept the key? And hints if it looks like the wrong server.
 */

import type { Profile } from '../profile/profile.ts';
import { header, jsonOf, type Exchange, type HeaderLine } from '../client/exchange.ts';
import type { Client } from '../client/client.ts';
import { PREFLIGHT } from './evidence.ts';
import { isOdd, otherService } from './other-service.ts';
import type { Report } from './report.ts';

export interface Knock {
  readonly unknownId: string;
  readonly profile: Profile;
  readonly invalidCreate: object;
}

/** Why the run cannot go on; nothing if it can. */
export async function knock(client: Client, { unknownId, profile, invalidCreate }: Knock): Promise<Report['stopped']> {
  const probe = PREFLIGHT;
  const key = 'primary';
  const get = (await client.send({ probe, label: 'get', method: 'GET', path: `/v1/videos/${unknownId}`, key }))
    .exchange;
  if (get.failure !== undefined)
    return { by: 'target', reason: `${unreachable(get)} Is the base URL right, and does the server run?` };
  if (get.response !== undefined && isBusy(get.response)) {
    const asked = header(get.response, 'retry-after');
    const wait = asked === undefined ? '' : ` It asks to wait (Retry-After: ${asked}).`;
    const reason = `The target answers ${get.response.status} to a single get, and the patience of ${profile.timing.patienceSeconds} s does not outlast that.${wait} Wait longer with --patience, send less at once with --rate and --concurrency, or come back later.`;
    return { by: 'target', reason };
  }
  if (!isRefusal(get) && !isOdd(get)) return undefined;
  const body = JSON.stringify(invalidCreate);
  const headers: HeaderLine[] = [['Content-Type', 'application/json']];
  const create = { probe, label: 'create', method: 'POST', path: '/v1/videos', key, body, headers } as const;
  const post = (await client.send(create)).exchange;
  const elsewhere = await otherService(client, { get, post, create });
  if (elsewhere !== undefined) return { by: 'url', reason: elsewhere };
  if (!isRefusal(get) || get.response?.status !== post.response?.status) return undefined;
  const reason =
    get.response?.status === 401
      ? 'Give a valid one with --key.'
      : 'Give one that may use this API with --key, from an address that the target lets in.';
  return {
    by: 'key',
    reason: `The target refuses the primary key (${get.response?.status}) for get and create alike. ${reason}`,
  };
}

/** Of the key, whatever is asked for: a firewall, or a key that lacks a permission, gets 403. */
function isRefusal({ response }: Exchange): boolean {
  return response?.status === 401 || response?.status === 403;
}

/** What is odd about the target as a whole: one hint in place of a hundred failures. */
export function hintsOf(exchanges: readonly Exchange[]): string[] {
  const answered = exchanges.flatMap(({ request, response }) =>
    response === undefined || isBusy(response) ? [] : [{ request, response }],
  );
  const [first] = answered;
  if (first === undefined) return [];
  const hints: string[] = [];
  if (answered.every(({ response }) => jsonOf(response) === undefined)) {
    const type = header(first.response, 'content-type') ?? 'no Content-Type';
    hints.push(`No answer was JSON (the first was ${type}): this may not be the API, or not its base URL.`);
  }
  if (answered.every(({ response: { status } }) => status >= 300 && status < 400)) hints.push(redirectHint(first));
  return hints;
}

/** A proxy may have answered in place of the server. */
function isBusy({ status }: { readonly status: number }): boolean {
  return status === 429 || status === 503;
}

function redirectHint({
  request,
  response,
}: {
  request: Exchange['request'];
  response: NonNullable<Exchange['response']>;
}): string {
  const location = header(response, 'location') ?? '';
  const target = URL.canParse(location, request.url) ? new URL(location, request.url) : undefined;
  if (target === undefined) return 'Every answer is a redirect that names no place to go.';
  if (target.href === request.url) return 'Every answer redirects to the very URL that was asked for.';
  return target.origin === new URL(request.url).origin
    ? `Every answer is a redirect, the first to ${location}: the base URL may lack a path.`
    : `Every answer redirects to another origin, the first to ${location}: give that as base URL. The key was not sent there.`;
}

function unreachable({ failure, request }: Exchange): string {
  const { origin } = new URL(request.url);
  switch (failure?.kind) {
    case 'unreachable':
      return `Nobody answers at ${origin} (${failure.message}).`;
    case 'timeout':
      return `${origin} takes the request but does not answer. ${failure.message}`;
    case 'reset':
      return `${origin} closes the connection without an answer (${failure.message}).${origin.startsWith('http:') ? ' It may want https://.' : ''}`;
    case 'tls':
      return `No secure connection to ${origin} (${failure.message.replace(/\.$/, '')}).${certificateHint(failure.message)}`;
    case 'stopped':
      return failure.message;
    case 'protocol':
    case undefined:
      return `${origin} does not answer as an HTTP server${failure?.came === undefined ? '' : `, but with ${failure.came}`} (${(failure?.message ?? 'unknown').replace(/\.$/, '')}).`;
  }
}

function certificateHint(message: string): string {
  return /certificate|verify|altname/i.test(message)
    ? ' A certificate of your own is taken with NODE_EXTRA_CA_CERTS=<file>.'
    : '';
}
