/** Connections that were closed in place of an answer, by a server that still runs. */

import type { Exchange } from '../client/exchange.ts';

/** Requests that any server has to answer, on which the connection was closed, before others were answered. */
export function hangUps(exchanges: readonly Exchange[]): Exchange[] {
  const last = Math.max(...exchanges.filter(({ response }) => response !== undefined).map(({ at }) => at));
  return exchanges.filter(
    ({ failure, mayHangUp, request, superseded, at, ms }) =>
      (failure?.kind === 'reset' || failure?.kind === 'protocol') &&
      // A storage elsewhere is no part of the API.
      new URL(request.url).pathname.includes('/v1/') &&
      superseded !== true &&
      mayHangUp !== true &&
      at + ms <= last,
  );
}

/** The failure as text. */
export function hangUpText({ failure }: Exchange): string {
  const reason = failure?.message ?? 'no reason';
  return failure?.came === undefined
    ? `a closed connection without a response (${reason})`
    : `a response that is not valid HTTP: ${failure.came} (${reason})`;
}
