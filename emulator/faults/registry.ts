/** The registry of all fault rules that apply to an account, and their evaluation. The account stores their counts. */

import { NO_COUNT, type Account, type EnteredAccount } from '../domain/account.ts';
import { bytesOfRules } from '../domain/account-size.ts';
import type { RandomKey } from '../domain/random.ts';
import type { Evaluation } from '../domain/trace.ts';
import { countName, dropCounts, keepCount, ruleOfCount, stateOf, type RulesOfScope } from './counts.ts';
import type { Effect } from './effect.ts';
import { evaluateRule, hasChance, mismatch, ruleEnd, takeDrawIndex, type MatchFacts } from './evaluate.ts';
import { phasesOf, type Phase } from './phases.ts';
import type { FaultRule, NamedRule } from './rule.ts';
import type { Scenario, ScenarioCatalog } from './scenario.ts';

/** A rule that fired, and its effect. */
export interface FiredRule<Kind extends Effect['kind'] = Effect['kind']> {
  readonly rule: string;
  readonly effect: Effect & { readonly kind: Kind };
  /** The number of this request among the matching ones. */
  readonly count: number;
  /** The random key for further draws of the effect. */
  readonly randomKey: RandomKey;
}

/** The facts about a request at its arrival. */
interface ArrivalFacts {
  readonly facts: Pick<MatchFacts, 'operation' | 'generation'>;
  /** The scenarios of the account, the generation and the request, by name. */
  readonly scenarios: readonly string[];
  /** Whether no memory is left. A new count of a generation then replaces the oldest. */
  readonly isFull?: boolean | undefined;
}

/** The draw indexes that a request took at its arrival, by the key of the count. */
export type DrawIndexes = ReadonlyMap<string, number>;

export interface EvaluationInput extends ArrivalFacts {
  readonly now: number;
  readonly phases: readonly Phase[];
  readonly facts: MatchFacts;
  readonly indexes?: DrawIndexes | undefined;
  /** The scenarios that became known in these phases. Their rules for the arrival are evaluated, too. */
  readonly revealed?: readonly string[];
}

export interface EvaluationResult {
  readonly fired: readonly FiredRule[];
  readonly evaluations: readonly Evaluation[];
}

export class FaultRegistry {
  readonly #serverRules: readonly NamedRule[];
  readonly #catalog: ScenarioCatalog;
  readonly #rulesByScenario = new Map<string, readonly NamedRule[]>();

  constructor(serverRules: readonly NamedRule[], catalog: ScenarioCatalog) {
    this.#serverRules = serverRules;
    this.#catalog = catalog;
  }

  /** Reports whether any rule could act on a request of this account. */
  hasRulesFor({ faults }: EnteredAccount, scenarios: readonly string[]): boolean {
    return this.#serverRules.length > 0 || scenarios.length > 0 || faults !== undefined;
  }

  /** Returns the named rules of a scenario, or an empty list if the scenario is unknown. */
  rulesOfScenario(name: string): readonly NamedRule[] {
    const known = this.#rulesByScenario.get(name);
    const scenario = known === undefined ? this.#catalog.find(name) : undefined;
    if (scenario === undefined) return known ?? [];
    const rules = rulesOf(scenario);
    this.#rulesByScenario.set(name, rules);
    return rules;
  }

  /** Takes the draw indexes of a request at its arrival, so that draws do not depend on durations. */
  takeDrawIndexes(account: Account, { facts, scenarios, isFull }: ArrivalFacts): DrawIndexes {
    const indexes = new Map<string, number>();
    for (const { scope, rules } of this.#rulesFor(account, scenarios)) {
      for (const rule of rules) {
        if (!hasChance(rule) || rule.match.operation?.includes(facts.operation) === false) continue;
        const key = `${scope} ${countName(rule, facts.generation)}`;
        const { count, index } = takeDrawIndex(account.faults?.counts.get(key) ?? NO_COUNT, facts.operation);
        keepCount(account, key, { count, isFull });
        indexes.set(key, index);
      }
    }
    return indexes;
  }

  /** Evaluates the rules that act in these phases: first of the server, then of the account, then of scenarios. */
  evaluate(account: Account, input: EvaluationInput): EvaluationResult {
    const { now, phases, facts, indexes, isFull, scenarios, revealed = [] } = input;
    const { operation } = facts;
    const all: FiredRule[] = [];
    const evaluations: Evaluation[] = [];
    // A generation may store the scenario, so later requests need a fault session even if no rule matches now.
    if (scenarios.length + revealed.length > 0) stateOf(account);
    const late = { scope: 'scenario', rules: this.#rulesOfAll(revealed), isLate: true } as const;
    for (const { scope, rules, isLate } of [...this.#rulesFor(account, scenarios), late]) {
      for (const rule of rules) {
        const acts = phasesOf(rule).some((at) => phases.includes(at) || (isLate && at === 'before-authentication'));
        const reason = acts ? mismatch(rule, facts) : undefined;
        const { id, effect } = rule;
        if (reason !== undefined) evaluations.push({ rule: id, fired: false, why: reason });
        if (!acts || reason !== undefined) continue;
        const name = countName(rule, facts.generation);
        const key = `${scope} ${name}`;
        const { counts } = stateOf(account);
        const randomKey = [account.settings.seed, account.randomName, 'fault', name];
        const index = indexes?.get(key);
        const added = counts.get(`${scope} ${id}`)?.added;
        const verdict = evaluateRule(rule, counts.get(key), { now, operation, randomKey, index, added });
        const { count, fired, why, draw } = verdict;
        keepCount(account, key, { count, isFull });
        const { seen } = count;
        const kind = fired ? effect.kind : undefined;
        evaluations.push({ rule: id, fired, why, draw, seen: fired && draw === undefined ? seen : undefined, kind });
        if (fired) all.push({ rule: id, effect, count: seen, randomKey: [...randomKey, operation, index ?? seen] });
      }
    }
    return { fired: all, evaluations };
  }

  #rulesFor({ faults }: Account, scenarios: readonly string[]): readonly RulesOfScope[] {
    return [
      { scope: 'all', rules: this.#serverRules },
      { scope: 'own', rules: faults?.rules ?? [] },
      { scope: 'scenario', rules: this.#rulesOfAll(scenarios) },
    ];
  }

  #rulesOfAll(scenarios: readonly string[]): readonly NamedRule[] {
    return Array.from(new Set(scenarios)).flatMap((name) => this.rulesOfScenario(name));
  }
}

/**
 * Replaces the account's own rules. A rule that remains (the same object) keeps its counts. The lifetime of the other
 * rules starts now.
 */
export function setRules(account: Account, rules: readonly NamedRule[], now: number): void {
  if (rules.length === 0 && account.faults === undefined) return;
  const state = stateOf(account);
  const dropped = state.rules.filter((rule) => !rules.includes(rule));
  const added = rules.filter((rule) => !state.rules.includes(rule));
  dropCounts(account, { scope: 'own', rules: dropped });
  beginLifetimes(account, added, now);
  account.bytes += bytesOfRules(added) - bytesOfRules(dropped);
  state.rules = rules;
  account.changes.hasNewRules = true;
  account.changes.isDirty = true;
}

function beginLifetimes(account: Account, rules: readonly NamedRule[], now: number): void {
  for (const { id } of rules) keepCount(account, `own ${id}`, { count: { ...NO_COUNT, added: now } });
}

/** Restarts the counts of scenarios, so that a spent scenario acts again. */
export function restartScenarios(account: Account, rules: readonly NamedRule[]): void {
  if (account.faults !== undefined) dropCounts(account, { scope: 'scenario', rules });
}

/** Restarts all counts of an account: for its own rules, for scenarios and for the rules of the server. */
export function restartFaults(account: Account, now: number): void {
  if (account.faults === undefined) return;
  dropCounts(account);
  beginLifetimes(account, account.faults.rules, now);
}

export interface RuleTally {
  readonly rule: NamedRule;
  readonly seen: number;
  readonly hits: number;
  /** The reason why the rule cannot fire again until its counts restart. */
  readonly end: ReturnType<typeof ruleEnd>;
}

/** Sums the counts of each rule over the generations. */
export function tallyRules({ faults }: EnteredAccount, { scope, rules }: RulesOfScope, now: number): RuleTally[] {
  const sums = new Map<string, { seen: number; hits: number }>();
  // One pass over the counts, because an account may have 1,000 rules and 100,000 counts.
  for (const [key, count] of faults?.counts ?? []) {
    const { seen, hits } = sums.get(ruleOfCount(key)) ?? NO_COUNT;
    sums.set(ruleOfCount(key), { seen: seen + count.seen, hits: hits + count.hits });
  }
  return rules.map((rule) => {
    const name = `${scope} ${rule.id}`;
    const { seen, hits } = sums.get(name) ?? NO_COUNT;
    return { rule, seen, hits, end: ruleEnd(rule, faults?.counts.get(name) ?? NO_COUNT, now) };
  });
}

/** Assigns an id to each rule without one: the next free number from its position on. */
export function nameRules(rules: readonly FaultRule[], prefix: string): NamedRule[] {
  const taken = new Set(rules.map(({ id }) => id));
  return rules.map((rule, at) => {
    if (rule.id !== undefined) return { ...rule, id: rule.id };
    let number = at + 1;
    while (taken.has(`${prefix}${number}`)) number += 1;
    taken.add(`${prefix}${number}`);
    return { ...rule, id: `${prefix}${number}` };
  });
}

/** Returns the rules of a scenario, whose ids start with its name. */
export function rulesOf({ name, rules }: Scenario): NamedRule[] {
  return nameRules(rules, '').map((rule) => ({ ...rule, id: `${name}:${rule.id}` }));
}
