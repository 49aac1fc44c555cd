/** Finds connections that a running server closed in place of a response. */

import type { Exchange } from '../client/exchange.ts';

/** Returns hang-ups on requests that any server must answer, if the server answered later requests. */
export function hangUps(exchanges: readonly Exchange[]): Exchange[] {
  const last = Math.max(...exchanges.filter(({ response }) => response !== undefined).map(({ at }) => at));
  return exchanges.filter(
    ({ failure, mayHangUp, request, superseded, at, ms }) =>
      (failure?.kind === 'reset' || failure?.kind === 'protocol') &&
      // A storage on another origin does not belong to the API.
      new URL(request.url).pathname.includes('/v1/') &&
      superseded !== true &&
      mayHangUp !== true &&
      at + ms <= last,
  );
}

/** Describes the failure. */
export function hangUpText({ failure }: Exchange): string {
  const reason = failure?.message ?? 'no reason';
  return failure?.came === undefined
    ? `a closed connection without a response (${reason})`
    : `a response that is not valid HTTP: ${failure.came} (${reason})`;
}
