/** The rate limit before an operation, with the headers of the IETF draft. */

import { changeAccount } from '../domain/account.ts';
import { admit, type Limits } from '../domain/limits.ts';
import type { Call } from './call.ts';
import { decide } from '../domain/decide.ts';
import { Refusal } from './refusal.ts';

interface RateVerdict {
  readonly refusal?: Refusal;
  /** The headers of every response, even of a refusal. */
  readonly headers?: Record<string, string>;
}

/** Counts a request against the account's rate. */
export async function limitRate(call: Call, limits: Limits): Promise<RateVerdict> {
  const { operation, now } = call;
  const rate = limits.rates[operation];
  const admission = await decide(call, (account) => {
    const found = admit(rate, account.fullAt[operation], now);
    changeAccount(account, { fullAt: { ...account.fullAt, [operation]: found.fullAt } });
    return found;
  });
  if (admission === undefined) return {};
  const { perMinute, burst } = rate;
  const { admitted, remaining, retryMs } = admission;
  const headers = {
    'ratelimit-policy': `"${operation}";q=${perMinute};w=60, "${operation}-burst";q=${burst};w=${Math.ceil((burst * 60) / perMinute)}`,
    ratelimit: `"${operation}-burst";r=${remaining};t=${Math.ceil(retryMs / 1000)}`,
  };
  if (admitted) return { headers };
  const retryAfter = String(Math.max(1, Math.ceil(retryMs / 1000)));
  const message = `Too many requests: the limit is ${perMinute} per minute, with bursts of up to ${burst}. Wait ${retryAfter} seconds, then retry.`;
  return { headers, refusal: new Refusal('rate_limited', { message, headers: { 'retry-after': retryAfter } }) };
}
