/** Combines the effects of the rules that fired at one injection point: precedence, delays and rates. */

import type { EnteredAccount } from '../../domain/account.ts';
import { lognormal, uniform } from '../../domain/random.ts';
import type { Effect } from '../../faults/effect.ts';
import type { FiredRule } from '../../faults/registry.ts';
import type { ConnectionEnd, ConnectionFaults, EnteredRequest } from '../messages.ts';

/** The combined effects. Delays are in milliseconds on the clock that the setting `wire` names. */
export type Reaction = ReturnType<typeof reactionTo>;
/** The change of a rule to the clip, and how often the rule has fired. */
export type ContentFault = FiredRule<'content'>;

/** The effects that fired, by kind. A new kind does not compile until `reactionTo` lists it (decision 0013). */
type FiredByKind = { readonly [Kind in Effect['kind']]: readonly FiredRule<Kind>[] };

/** Combines the effects of the rules that fired. Only the first effect of most kinds acts. */
export function reactionTo(fired: readonly FiredRule[]) {
  const all = <Kind extends Effect['kind']>(kind: Kind): FiredRule<Kind>[] =>
    fired.filter((rule): rule is FiredRule<Kind> => rule.effect.kind === kind);
  const by: FiredByKind = {
    account: all('account'),
    answer: all('answer'),
    content: all('content'),
    cut: all('cut'),
    delay: all('delay'),
    drop: all('drop'),
    outcome: all('outcome'),
    price: all('price'),
    record: all('record'),
    reset: all('reset'),
    stall: all('stall'),
    throttle: all('throttle'),
  };
  const [end] = [...by.drop, ...by.reset, ...by.cut, ...by.stall];
  return {
    answer: by.answer[0]?.effect,
    end: end && toConnectionEnd(end.effect),
    throttle: by.throttle[0]?.effect,
    content: by.content[0],
    price: by.price[0]?.effect,
    headersDelayMs: totalDelay(by.delay, 'headers'),
    bodyDelayMs: totalDelay(by.delay, 'body'),
    records: by.record.map(({ effect }) => effect),
    generationFaults: by.outcome,
    accountChanges: by.account.map(({ effect }) => effect),
  };
}

function toConnectionEnd(effect: Effect & { readonly kind: 'drop' | 'reset' | 'cut' | 'stall' }): ConnectionEnd {
  if (effect.kind === 'drop') return { kind: 'drop', at: 'start', isChunked: false };
  return { kind: effect.kind, at: effect.at, isChunked: effect.length === 'chunked' };
}

function totalDelay(delays: FiredByKind['delay'], before: 'headers' | 'body'): number {
  return delays.filter(({ effect }) => effect.before === before).reduce((sum, delay) => sum + sampled(delay), 0);
}

function sampled({ effect: { ms }, randomKey }: FiredRule<'delay'>): number {
  if (typeof ms === 'number') return ms;
  const draw = [...randomKey, 'delay'];
  if ('uniform' in ms) return ms.uniform[0] + uniform(draw) * (ms.uniform[1] - ms.uniform[0]);
  return lognormal(draw, ms.lognormal.median, ms.lognormal.sigma);
}

export function toConnectionFaults(reaction: Reaction, { account, lifetime }: EnteredRequest): ConnectionFaults {
  const { headersDelayMs, bodyDelayMs, end, throttle, content } = reaction;
  const rate = delayRate(account);
  return {
    delayMs: toRealMs(account, headersDelayMs),
    firstByteMs: toRealMs(account, bodyDelayMs),
    end,
    bytesPerSecond: throttle === undefined || rate === 0 ? undefined : throttle.bytesPerSecond * rate,
    lengthDelta: content?.effect.lengthDelta ?? 0,
    signal: lifetime,
  };
}

/** Converts a delay to real milliseconds. With the setting `wire: clock`, a frozen clock has no delays. */
export function toRealMs(account: EnteredAccount, ms: number): number {
  const rate = delayRate(account);
  return rate === 0 ? 0 : ms / rate;
}

function delayRate({ settings, clock }: EnteredAccount): number {
  return settings.wire === 'real' ? 1 : clock.rate;
}
