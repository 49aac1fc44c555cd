/** What the rules that fired at one point do together: which of several effects goes before the others, and what each delay and rate comes to. */

import type { Account } from '../../domain/account.ts';
import { lognormal, uniform, type DrawKey } from '../../domain/random.ts';
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
import type { Wire, WireEnd } from '../wire.ts';

export interface Reaction {
  /** The first that fired. */
  answer?: AnswerEffect;
  /** How the connection ends: of those that fired a drop first, then a reset, a cut, a stall. */
  end?: BreakEffect | EffectOf<'drop'>;
  throttle?: EffectOf<'throttle'>;
  content?: ContentFault;
  price?: EffectOf<'price'>;
  /** Milliseconds by the clock that the account's delays go by, all that fired together. */
  headersDelayMs: number;
  bodyDelayMs: number;
  readonly records: RecordEffect[];
  readonly outcomes: { readonly rule: string; readonly effect: EffectOf<'outcome'> }[];
  readonly accountChanges: EffectOf<'account'>[];
}

/** What a rule does to the clip, and how often it has done so. */
export interface ContentFault {
  readonly effect: ContentEffect;
  readonly count: number;
}

/** What the waits of a request go by, and what ends them. */
export interface WirePace {
  readonly account: Account;
  readonly lifetime: AbortSignal;
}

/** Puts the effects of the rules that fired together. */
export function reactionTo(fired: readonly FiredRule[]): Reaction {
  const reaction: Reaction = { headersDelayMs: 0, bodyDelayMs: 0, records: [], outcomes: [], accountChanges: [] };
  for (const rule of fired) add(reaction, rule.effect, rule);
  return reaction;
}

/** What happens to the connection that carries the answer. */
export function toWire(reaction: Reaction, call: WirePace): Wire {
  return {
    delayMs: onTheWire(call, reaction.headersDelayMs),
    firstByteMs: onTheWire(call, reaction.bodyDelayMs),
    end: reaction.end === undefined ? undefined : toWireEnd(reaction.end),
    bytesPerSecond: pace(call, reaction.throttle),
    lengthDelta: reaction.content?.effect.lengthDelta ?? 0,
    signal: call.lifetime,
  };
}

/** How the connection ends before its time. */
export function toWireEnd(effect: BreakEffect | EffectOf<'drop'>): WireEnd {
  if (effect.kind === 'drop') return { kind: 'drop', at: 'start', isChunked: false };
  return { kind: effect.kind, at: effect.at, isChunked: effect.length === 'chunked' };
}

/** Real milliseconds, or as many as the account's clock needs for them; a frozen clock does not make anybody wait. */
export function onTheWire({ account }: WirePace, ms: number): number {
  if (account.settings.wire === 'real') return ms;
  return account.clock.rate === 0 ? 0 : ms / account.clock.rate;
}

type EffectOfKind<Kind extends Effect['kind']> = Effect & { readonly kind: Kind };
type Carrier<Kind extends Effect['kind']> = (reaction: Reaction, effect: EffectOfKind<Kind>, rule: FiredRule) => void;

const ENDS: readonly (BreakEffect | EffectOf<'drop'>)['kind'][] = ['drop', 'reset', 'cut', 'stall'];

const breaks: Carrier<'reset' | 'cut' | 'stall' | 'drop'> = (reaction, effect) => {
  const isFirst = reaction.end === undefined || ENDS.indexOf(effect.kind) < ENDS.indexOf(reaction.end.kind);
  if (isFirst) reaction.end = effect;
};

/** An effect of a new kind does not compile until it is carried out here. */
const CARRIERS: { readonly [Kind in Effect['kind']]: Carrier<Kind> } = {
  answer: (reaction, effect) => {
    reaction.answer ??= effect;
  },
  delay: (reaction, effect, { chance }) => {
    if (effect.before === 'headers') reaction.headersDelayMs += sampled(effect, chance);
    else reaction.bodyDelayMs += sampled(effect, chance);
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
  const carry: Carrier<Kind> = CARRIERS[effect.kind];
  carry(reaction, effect, rule);
}

function sampled({ ms }: DelayEffect, draw: DrawKey): number {
  if (typeof ms === 'number') return ms;
  if ('uniform' in ms) return ms.uniform[0] + uniform([...draw, 'delay']) * (ms.uniform[1] - ms.uniform[0]);
  return lognormal([...draw, 'delay'], ms.lognormal.median, ms.lognormal.sigma);
}

function pace({ account }: WirePace, throttle: EffectOf<'throttle'> | undefined): number | undefined {
  if (throttle === undefined || account.settings.wire === 'real') return throttle?.bytesPerSecond;
  return account.clock.rate === 0 ? undefined : throttle.bytesPerSecond * account.clock.rate;
}
