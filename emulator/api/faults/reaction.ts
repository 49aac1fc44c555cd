/** Combines the effects of the rules that fired at one injection point: precedence, delays and rates. */

import { lognormal, uniform, type RandomKey } from '../../domain/random.ts';
import type {
  AnswerEffect,
  BreakEffect,
  ContentEffect,
  DelayEffect,
  Effect,
  EffectOf,
  RecordEffect,
} from '../../faults/effect.ts';
import type { FiredRule } from '../../faults/registry.ts';
import type { Account } from '../../domain/account.ts';
import type { ConnectionFaults, ConnectionEnd } from '../connection-faults.ts';

export interface Reaction {
  /** The effect of the first rule of this kind. The same holds for throttle, content and price. */
  answer?: AnswerEffect;
  /** The end of the connection. The order of precedence is drop, reset, cut, stall. */
  end?: BreakEffect | EffectOf<'drop'>;
  throttle?: EffectOf<'throttle'>;
  content?: ContentFault;
  price?: EffectOf<'price'>;
  /** The sum of all delays in milliseconds, on the clock that the setting `wire` names. */
  headersDelayMs: number;
  bodyDelayMs: number;
  readonly records: RecordEffect[];
  readonly outcomes: { readonly rule: string; readonly effect: EffectOf<'outcome'> }[];
  readonly accountChanges: EffectOf<'account'>[];
}

/** The change of a rule to the clip, and how often the rule has fired. */
export interface ContentFault {
  readonly effect: ContentEffect;
  readonly count: number;
}

/** Combines the effects of the rules that fired. */
export function reactionTo(fired: readonly FiredRule[]): Reaction {
  const reaction: Reaction = { headersDelayMs: 0, bodyDelayMs: 0, records: [], outcomes: [], accountChanges: [] };
  for (const rule of fired) add(reaction, rule.effect, rule);
  return reaction;
}

/** The request whose connection has the faults. */
interface FaultyRequest {
  readonly account: Account;
  readonly lifetime: AbortSignal;
}

/** Returns the faults of the connection that carries the response. */
export function toConnectionFaults(reaction: Reaction, call: FaultyRequest): ConnectionFaults {
  return {
    delayMs: toRealMs(call, reaction.headersDelayMs),
    firstByteMs: toRealMs(call, reaction.bodyDelayMs),
    end: reaction.end === undefined ? undefined : toConnectionEnd(reaction.end),
    bytesPerSecond: bytesPerSecondOf(call, reaction.throttle),
    lengthDelta: reaction.content?.effect.lengthDelta ?? 0,
    signal: call.lifetime,
  };
}

/** Returns the end of the connection in the form for the entry points. */
export function toConnectionEnd(effect: BreakEffect | EffectOf<'drop'>): ConnectionEnd {
  if (effect.kind === 'drop') return { kind: 'drop', at: 'start', isChunked: false };
  return { kind: effect.kind, at: effect.at, isChunked: effect.length === 'chunked' };
}

/** Converts a delay to real milliseconds. With the setting `wire: clock`, a frozen clock has no delays. */
export function toRealMs({ account }: Pick<FaultyRequest, 'account'>, ms: number): number {
  if (account.settings.wire === 'real') return ms;
  return account.clock.rate === 0 ? 0 : ms / account.clock.rate;
}

type EffectOfKind<Kind extends Effect['kind']> = Effect & { readonly kind: Kind };
type EffectHandler<Kind extends Effect['kind']> = (
  reaction: Reaction,
  effect: EffectOfKind<Kind>,
  rule: FiredRule,
) => void;

const ENDS: readonly (BreakEffect | EffectOf<'drop'>)['kind'][] = ['drop', 'reset', 'cut', 'stall'];

const breaks: EffectHandler<'reset' | 'cut' | 'stall' | 'drop'> = (reaction, effect) => {
  const isFirst = reaction.end === undefined || ENDS.indexOf(effect.kind) < ENDS.indexOf(reaction.end.kind);
  if (isFirst) reaction.end = effect;
};

/** The handler of each kind of effect. A new kind does not compile without its handler (decision 0013). */
const EFFECT_HANDLERS: { readonly [Kind in Effect['kind']]: EffectHandler<Kind> } = {
  answer: (reaction, effect) => {
    reaction.answer ??= effect;
  },
  delay: (reaction, effect, { randomKey }) => {
    if (effect.before === 'headers') reaction.headersDelayMs += sampled(effect, randomKey);
    else reaction.bodyDelayMs += sampled(effect, randomKey);
  },
  drop: breaks,
  reset: breaks,
  cut: breaks,
  stall: breaks,
  throttle: (reaction, effect) => {
    reaction.throttle ??= effect;
  },
  outcome: (reaction, effect, { rule }) => {
    reaction.outcomes.push({ rule, effect });
  },
  record: (reaction, effect) => {
    reaction.records.push(effect);
  },
  content: (reaction, effect, { count }) => {
    reaction.content ??= { effect, count };
  },
  account: (reaction, effect) => {
    reaction.accountChanges.push(effect);
  },
  price: (reaction, effect) => {
    reaction.price ??= effect;
  },
};

function add<Kind extends Effect['kind']>(reaction: Reaction, effect: EffectOfKind<Kind>, rule: FiredRule): void {
  const apply: EffectHandler<Kind> = EFFECT_HANDLERS[effect.kind];
  apply(reaction, effect, rule);
}

function sampled({ ms }: DelayEffect, draw: RandomKey): number {
  if (typeof ms === 'number') return ms;
  if ('uniform' in ms) return ms.uniform[0] + uniform([...draw, 'delay']) * (ms.uniform[1] - ms.uniform[0]);
  return lognormal([...draw, 'delay'], ms.lognormal.median, ms.lognormal.sigma);
}

function bytesPerSecondOf({ account }: FaultyRequest, throttle: EffectOf<'throttle'> | undefined): number | undefined {
  if (throttle === undefined || account.settings.wire === 'real') return throttle?.bytesPerSecond;
  return account.clock.rate === 0 ? undefined : throttle.bytesPerSecond * account.clock.rate;
}
