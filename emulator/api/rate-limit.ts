/** The gate in front of an operation: whether the account's rate admits one more request, told in the headers of the IETF draft. */

import type { OperationName } from '../../contract/error-entry.ts';
import type { Admission, Limits, Rate } from '../domain/limits.ts';
import type { ApiContext, Call } from './context.ts';
import { Refusal } from './refusal.ts';

export interface Gate {
  readonly refusal?: Refusal;
  /** For every answer behind the gate, admitted or not. */
  readonly headers?: Record<string, string>;
}

/** Takes one request out of the account's rate. */
export async function passGate(
  { store }: ApiContext,
  { account, operation, now }: Call,
  limits: Limits,
): Promise<Gate> {
  const rate = limits.rates[operation];
  const admission = await store.admit(account.name, operation, { rate, now });
  const headers = headersOf(operation, rate, admission);
  if (admission.admitted) return { headers };
  const retryAfter = String(Math.max(1, Math.ceil(admission.retryMs / 1000)));
  const message = `Too many requests: ${rate.perMinute} a minute are allowed here, ${rate.burst} at once. Wait ${retryAfter} seconds, then try again.`;
  return { headers, refusal: new Refusal('rate_limited', { message, headers: { 'retry-after': retryAfter } }) };
}

function headersOf(
  operation: OperationName,
  { perMinute, burst }: Rate,
  { remaining, retryMs }: Admission,
): Record<string, string> {
  return {
    'ratelimit-policy': `"${operation}";q=${perMinute};w=60, "${operation}-burst";q=${burst};w=${Math.ceil((burst * 60) / perMinute)}`,
    ratelimit: `"${operation}-burst";r=${remaining};t=${Math.ceil(retryMs / 1000)}`,
  };
}
