/** Connections that were closed in place of an answer, by a server that still runs. */

import type { Exchange } from '../client/exchange.ts';

/** Probes whose requests a server may answer by closing the connection: too large, too many, or no valid HTTP. */
const ROUGH =
  /^(authentication\.(odd|credentials|long-keys)|http\.(socket|forms|bare|connections|shared-connections)|limits\.flood|create\.(body\.hostile\..*|idempotency-key\.lengths|prompt\.length\.large-body))$/;

/** Whether a server may close the connection on the requests of a probe. */
export function isRough(probe: string): boolean {
  return ROUGH.test(probe);
}

/** Requests that any server has to answer, on which the connection was closed, before others were answered. */
export function hangUps(exchanges: readonly Exchange[]): Exchange[] {
  const last = Math.max(...exchanges.filter(({ response }) => response !== undefined).map(({ at }) => at));
  return exchanges.filter(
    ({ failure, probe, request, superseded, at, ms }) =>
      (failure?.kind === 'reset' || failure?.kind === 'protocol') &&
      // A storage elsewhere is no part of the API.
      new URL(request.url).pathname.includes('/v1/') &&
      superseded !== true &&
      !isRough(probe) &&
      at + ms <= last,
  );
}

/** The failure as text. */
export function hangUpText({ failure }: Exchange): string {
  const reason = failure?.message ?? 'no reason';
  return failure?.came === undefined
    ? `a connection that was closed without one (${reason})`
    : `an answer that is not valid HTTP: ${failure.came} (${reason})`;
}
