/** Evaluates one rule for one request: whether it matches and whether it fires. Counts and time are arguments. */

import type { Resolution } from '../../contract/dimensions.ts';
import type { OperationName } from '../../contract/error-entry.ts';
import type { Status } from '../../contract/generation.ts';
import type { Workflow } from '../../contract/workflow.ts';
import { NO_COUNT, type RuleCount } from '../domain/account.ts';
import { uniform, type RandomKey } from '../domain/random.ts';
import type { Evaluation } from '../domain/trace.ts';
import type { NamedRule } from './rule.ts';

/** The facts about a request that are known in a phase, for rules to match. */
export interface MatchFacts {
  readonly operation: OperationName;
  readonly generation?: string | undefined;
  readonly workflow?: Workflow | undefined;
  readonly resolution?: Resolution | undefined;
  readonly prompt?: string | undefined;
  readonly status?: Status | undefined;
  readonly idempotencyKey: boolean;
  readonly range: boolean | 'rest';
  readonly underPath: boolean;
}

/** The decision of a rule about one matching request. */
export interface RuleVerdict extends Pick<Evaluation, 'fired' | 'why' | 'draw'> {
  readonly count: RuleCount;
}

/** Returns the reason why a rule does not match a request, or undefined if it matches. */
export function mismatch({ match, enabled }: NamedRule, facts: MatchFacts): string | undefined {
  if (!enabled) return 'it is disabled';
  for (const name of ['operation', 'workflow', 'resolution', 'status'] as const) {
    const wanted: readonly string[] | undefined = match[name];
    const found = facts[name];
    if (wanted !== undefined && (found === undefined || !wanted.includes(found))) {
      return `${name} is ${found ?? 'not known here'}, not ${wanted.join(' or ')}`;
    }
  }
  if (match.prompt !== undefined && facts.prompt?.toLowerCase().includes(match.prompt.toLowerCase()) !== true) {
    return 'the prompt does not contain that text';
  }
  if (match.generation !== undefined && facts.generation !== match.generation.toLowerCase())
    return 'the rule is for another generation';
  for (const name of ['idempotencyKey', 'range', 'underPath'] as const) {
    const found = match[name] === true ? facts[name] !== false : facts[name];
    if (match[name] !== undefined && match[name] !== found) return `${name} is ${facts[name]}`;
  }
  return undefined;
}

export interface MatchedRequest {
  readonly now: number;
  readonly operation: OperationName;
  /** The random key of the rule in its account. The operation and the draw index complete it. */
  readonly randomKey: RandomKey;
  /** The time at which the rule was added. If it is undefined, the lifetime of the rule starts with the first match. */
  readonly added?: number | undefined;
  /** The draw index from the arrival of the request. If it is undefined, the rule takes the next one. */
  readonly index?: number | undefined;
}

/** Reports whether a rule draws random values, so that requests need draw indexes for it. */
export function hasChance({ when, effect }: NamedRule): boolean {
  const isSampled = effect.kind === 'delay' && typeof effect.ms !== 'number';
  return when.probability !== undefined || when.outage !== undefined || isSampled;
}

export function takeDrawIndex(before: RuleCount, operation: OperationName): { count: RuleCount; index: number } {
  const index = (before.drawn[operation] ?? 0) + 1;
  return { count: { ...before, drawn: { ...before.drawn, [operation]: index } }, index };
}

/** Counts a matching request, and decides whether the rule fires for it. */
export function evaluateRule(
  rule: NamedRule,
  before: RuleCount = NO_COUNT,
  { now, operation, randomKey, index, added }: MatchedRequest,
): RuleVerdict {
  const { since = now, seen: earlier, hits } = before;
  const seen = earlier + 1;
  const age = (now - since) / 1000;
  const lived = (now - (added ?? since)) / 1000;
  const unfired = { ...before, since, seen };
  const reason = spent(rule, { hits, lived }) ?? timingMismatch(rule, { seen, age });
  if (reason !== undefined) return { count: unfired, fired: false, why: reason };
  const chance = chanceOf(rule, age);
  if (chance >= 1) return { count: { ...unfired, hits: hits + 1 }, fired: true, why: `request ${seen} that matches` };
  const indexed = index === undefined ? takeDrawIndex(unfired, operation) : { count: unfired, index };
  const draw = uniform([...randomKey, operation, indexed.index]);
  const fired = draw < chance;
  const why = `the random value ${draw.toFixed(4)} is ${fired ? 'below' : 'not below'} ${chance.toFixed(4)}`;
  return { count: { ...indexed.count, hits: hits + (fired ? 1 : 0) }, fired, why, draw };
}

function spent({ limit }: NamedRule, { hits, lived }: { hits: number; lived: number }): string | undefined {
  if (limit.hits !== undefined && hits >= limit.hits) return `its limit of ${hits} hits is reached`;
  if (limit.ttlSeconds !== undefined && lived >= limit.ttlSeconds)
    return `its lifetime of ${limit.ttlSeconds} seconds is over`;
  return undefined;
}

/** Returns what ended a rule until its counts restart, or undefined while it can fire. */
export function ruleEnd(rule: NamedRule, count: RuleCount, now: number): 'time' | 'count' | undefined {
  const { match, when, limit } = rule;
  const { since = now, added = since, seen, hits } = count;
  if (limit.hits !== undefined && hits >= limit.hits) return 'count';
  if (spent(rule, { hits, lived: (now - added) / 1000 }) !== undefined) return 'time';
  if (when.per === 'generation') return undefined;
  if (when.first !== undefined && seen >= (when.after ?? 0) + when.first) return 'count';
  if (match.nth?.every((nth) => nth <= seen) === true) return 'count';
  return when.window !== undefined && (now - since) / 1000 >= when.window.toSeconds ? 'time' : undefined;
}

function timingMismatch({ match, when }: NamedRule, { seen, age }: { seen: number; age: number }): string | undefined {
  if (match.nth?.includes(seen) === false) return `this is request ${seen}, not ${match.nth.join(' or ')}`;
  const place = seen - (when.after ?? 0);
  if (place < 1) return `this is request ${seen}, and the rule fires only after request ${when.after}`;
  if (when.first !== undefined && place > when.first)
    return `it fires only for the first ${when.first === 1 ? 'request' : `${when.first} requests`}`;
  if (when.every !== undefined && place % when.every !== 0) return `it fires only once every ${when.every} requests`;
  if (when.window !== undefined && (age < when.window.fromSeconds || age >= when.window.toSeconds))
    return `its window is ${when.window.fromSeconds} to ${when.window.toSeconds} s, and ${age.toFixed(1)} s have passed`;
  return undefined;
}

/** Returns the probability that a rule fires. It grows at the start of an outage and is 0 between outages. */
function chanceOf({ when }: NamedRule, age: number): number {
  const probability = when.probability ?? 1;
  if (when.outage === undefined) return probability;
  const { everySeconds, forSeconds, rampSeconds } = when.outage;
  const into = everySeconds > 0 ? age % everySeconds : age;
  if (into >= forSeconds) return 0;
  return probability * (rampSeconds > 0 ? Math.min(1, into / rampSeconds) : 1);
}
