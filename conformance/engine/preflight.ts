/** Knocks before anything else is sent: is anybody there, does it take the key, and what does it look like? */

import type { Profile } from '../profile/profile.ts';
import { header, jsonOf, type Exchange, type HeaderLine } from '../target/exchange.ts';
import type { Target } from '../target/target.ts';
import { TEXT } from '../checks/lib/bodies.ts';
import { PREFLIGHT } from './evidence.ts';
import type { Report } from './report.ts';

/** Why the run cannot go on; nothing if it can. */
export async function knock(target: Target, unknownId: string, { timing }: Profile): Promise<Report['stopped']> {
  const probe = PREFLIGHT;
  const key = 'primary';
  const get = (await target.send({ probe, label: 'get', method: 'GET', path: `/v1/videos/${unknownId}`, key }))
    .exchange;
  if (get.failure !== undefined)
    return { by: 'target', reason: `${unreachable(get)} Is the base URL right, and does the server run?` };
  if (get.response?.status === 429 || get.response?.status === 503) {
    const reason = `The target answers ${get.response.status} to a single get, and still did after ${timing.patienceSeconds} s of waiting.`;
    return { by: 'target', reason };
  }
  if (get.response?.status !== 401) return undefined;
  const body = JSON.stringify({ ...TEXT, duration_seconds: 3 });
  const headers: HeaderLine[] = [['Content-Type', 'application/json']];
  const post = (await target.send({ probe, label: 'create', method: 'POST', path: '/v1/videos', key, body, headers }))
    .exchange;
  if (post.response?.status !== 401) return undefined;
  return {
    by: 'key',
    reason: 'The target refuses the primary key (401) for get and create alike. Give a valid one with --key.',
  };
}

/** What is odd about the target as a whole, so that a person need not find it out from a hundred failures. */
export function hintsOf(exchanges: readonly Exchange[]): string[] {
  const answers = exchanges.flatMap(({ response }) => (response === undefined ? [] : [response]));
  const hints: string[] = [];
  if (answers.length > 0 && answers.every((answer) => jsonOf(answer) === undefined)) {
    const type = header(answers[0] ?? { headers: [] }, 'content-type') ?? 'no Content-Type';
    hints.push(`No answer was JSON (the first was ${type}): this may not be the API, or not its base URL.`);
  }
  const away = answers.find(({ status }) => status >= 300 && status < 400);
  if (away !== undefined && answers.every(({ status }) => status >= 300 && status < 400)) {
    hints.push(
      `Every answer redirects to ${header(away, 'location') ?? 'nowhere'}: give that as base URL. The key was not sent there.`,
    );
  }
  return hints;
}

function unreachable({ failure, request }: Exchange): string {
  const { origin } = new URL(request.url);
  switch (failure?.kind) {
    case 'unreachable':
      return `Nobody answers at ${origin} (${failure.message}).`;
    case 'timeout':
      return `${origin} takes the request but does not answer. ${failure.message}`;
    case 'reset':
      return `${origin} closes the connection without an answer (${failure.message}).`;
    case 'tls':
      return `No secure connection to ${origin}: ${failure.message}. A certificate of your own is taken with NODE_EXTRA_CA_CERTS=<file>.`.replace(
        '..',
        '.',
      );
    case 'stopped':
      return failure.message;
    case 'protocol':
    case undefined:
      return `${origin} does not answer as an HTTP server (${(failure?.message ?? 'unknown').replace(/\.$/, '')}).`;
  }
}
