/** The registry of all fault rules that apply to an account, and their evaluation. The account stores their counts. */

import type { Account } from '../domain/account.ts';
import { bytesOfRules } from '../domain/account-size.ts';
import { NO_COUNT } from '../domain/fault-state.ts';
import type { RandomKey } from '../domain/random.ts';
import type { Evaluation } from '../domain/trace.ts';
import { clearCounts, countName, dropCounts, keepCount, stateOf, type RuleScope } from './counts.ts';
import type { Effect } from './effect.ts';
import {
  evaluateRule,
  hasChance,
  isSpent,
  mismatch,
  takeDrawIndex,
  type MatchFacts,
  type RuleVerdict,
} from './evaluate.ts';
import { rulesOf } from './name-rules.ts';
import { phasesOf, type Phase } from './phases.ts';
import type { NamedRule } from './rule.ts';
import type { ScenarioCatalog } from './scenario.ts';

/** A rule that fired, and its effect. */
export interface FiredRule {
  readonly rule: string;
  readonly effect: Effect;
  /** The number of this request among the matching ones. */
  readonly count: number;
  /** The random key for further draws of the effect. */
  readonly randomKey: RandomKey;
}

/** The facts about a request at its arrival. */
export interface ArrivalFacts {
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
  /** Whether to skip the rules of the server and the account, which were evaluated before. */
  readonly onlyScenarios?: boolean | undefined;
}

export interface EvaluationResult {
  readonly fired: readonly FiredRule[];
  readonly evaluations: readonly Evaluation[];
}

export interface FaultRegistry {
  /** Reports whether any rule could act on a request of this account. */
  hasRulesFor(account: Account, scenarios: readonly string[]): boolean;
  /** Takes the draw indexes of a request at its arrival, so that draws do not depend on durations. */
  takeDrawIndexes(account: Account, arrival: ArrivalFacts): DrawIndexes;
  /** Returns the named rules of a scenario, or an empty list if the scenario is unknown. */
  rulesOfScenario(name: string): readonly NamedRule[];
  /** Evaluates the rules that act in these phases: first of the server, then of the account, then of scenarios. */
  evaluate(account: Account, input: EvaluationInput): EvaluationResult;
}

export interface FaultRegistryOptions {
  /** The rules of the server, for every account. */
  readonly rules: readonly NamedRule[];
  readonly scenarios: ScenarioCatalog;
}

const NOTHING: EvaluationResult = { fired: [], evaluations: [] };
const NO_INDEXES: DrawIndexes = new Map();

/** Creates a registry of the server's rules and the scenarios. */
export function createFaultRegistry({ rules: serverRules, scenarios }: FaultRegistryOptions): FaultRegistry {
  const scenarioRulesOf = rulesByScenario(scenarios);
  const rulesFor = (
    { faults }: Account,
    { scenarios: named, onlyScenarios }: Pick<EvaluationInput, 'scenarios' | 'onlyScenarios'>,
  ): ScopedRule[] => {
    const always = onlyScenarios === true ? [] : [...scoped('all', serverRules), ...scoped('own', faults?.rules ?? [])];
    return [...always, ...scoped('scenario', Array.from(new Set(named)).flatMap(scenarioRulesOf))];
  };
  const hasRulesFor = ({ faults }: Account, named: readonly string[]): boolean =>
    serverRules.length > 0 || named.length > 0 || faults !== undefined;
  return {
    hasRulesFor,
    rulesOfScenario: scenarioRulesOf,
    takeDrawIndexes: (account, arrival) =>
      hasRulesFor(account, arrival.scenarios) ? indexAll(account, rulesFor(account, arrival), arrival) : NO_INDEXES,
    evaluate: (account, input) => {
      if (!hasRulesFor(account, input.scenarios)) return NOTHING;
      // A generation may store the scenario, so later requests need a fault session even if no rule matches now.
      if (input.scenarios.length > 0) stateOf(account);
      return evaluateAll(account, rulesFor(account, input), input);
    },
  };
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
  dropCounts(account, 'own', dropped);
  for (const { id } of added) keepCount(account, `own ${id}`, { count: { ...NO_COUNT, added: now } });
  account.bytes += bytesOfRules(added) - bytesOfRules(dropped);
  state.rules = rules;
  account.changes.hasNewRules = true;
  account.changes.isDirty = true;
}

/** The counts of a rule in an account. */
export interface RuleTally {
  readonly rule: NamedRule;
  readonly seen: number;
  readonly hits: number;
  /** Whether the rule cannot fire again until its counts restart. */
  readonly isSpent: boolean;
}

interface RulesOfScope {
  readonly scope: RuleScope;
  readonly rules: readonly NamedRule[];
}

/** Sums the counts of each rule over the generations. */
export function tallyRules({ faults }: Account, { scope, rules }: RulesOfScope, now: number): RuleTally[] {
  const sums = new Map(rules.map(({ id }) => [`${scope} ${id}`, { seen: 0, hits: 0 }]));
  // One pass over the counts, because an account may have 1,000 rules and 100,000 counts.
  for (const [key, { seen, hits }] of faults?.counts ?? []) {
    for (const name of namesCountedIn(key)) {
      const sum = sums.get(name);
      if (sum === undefined) continue;
      sum.seen += seen;
      sum.hits += hits;
    }
  }
  return rules.map((rule) => {
    const name = `${scope} ${rule.id}`;
    const { seen, hits } = sums.get(name) ?? { seen: 0, hits: 0 };
    return { rule, seen, hits, isSpent: isSpent(rule, faults?.counts.get(name) ?? NO_COUNT, now) };
  });
}

/** Returns the possible rules of a count: the whole key, and each part before an `@`, which a generation follows. */
function namesCountedIn(key: string): string[] {
  const names = [key];
  for (let at = key.indexOf('@'); at >= 0; at = key.indexOf('@', at + 1)) names.push(key.slice(0, at));
  return names;
}

/** Restarts the counts of scenarios, so that a spent scenario acts again. */
export function restartScenarios(account: Account, rules: readonly NamedRule[]): void {
  if (account.faults !== undefined) dropCounts(account, 'scenario', rules);
}

/** Restarts all counts of an account: for its own rules, for scenarios and for the rules of the server. */
export function restartFaults(account: Account, now: number): void {
  const { faults } = account;
  if (faults === undefined) return;
  clearCounts(account);
  for (const { id } of faults.rules) keepCount(account, `own ${id}`, { count: { ...NO_COUNT, added: now } });
}

function rulesByScenario(catalog: ScenarioCatalog): (name: string) => readonly NamedRule[] {
  const known = new Map<string, readonly NamedRule[]>();
  return (name) => {
    const scenario = known.has(name) ? undefined : catalog.find(name);
    if (scenario !== undefined) known.set(name, rulesOf(scenario));
    return known.get(name) ?? [];
  };
}

interface ScopedRule {
  readonly scope: RuleScope;
  readonly rule: NamedRule;
}

function scoped(scope: RuleScope, rules: readonly NamedRule[]): ScopedRule[] {
  return rules.map((rule) => ({ scope, rule }));
}

function evaluateAll(account: Account, rules: readonly ScopedRule[], input: EvaluationInput): EvaluationResult {
  const fired: FiredRule[] = [];
  const evaluations: Evaluation[] = [];
  for (const { scope, rule } of rules) {
    if (!phasesOf(rule).some((phase) => input.phases.includes(phase))) continue;
    const reason = mismatch(rule, input.facts);
    if (reason !== undefined) {
      evaluations.push({ rule: rule.id, fired: false, why: reason });
      continue;
    }
    const verdict = evaluateOne(account, { scope, rule }, input);
    const { fired: hasFired, why, draw, count } = verdict;
    const isCounted = hasFired && draw === undefined;
    evaluations.push({ rule: rule.id, fired: hasFired, why, draw, seen: isCounted ? count.seen : undefined });
    if (hasFired) fired.push({ rule: rule.id, effect: rule.effect, count: count.seen, randomKey: verdict.randomKey });
  }
  return { fired, evaluations };
}

function evaluateOne(
  account: Account,
  { scope, rule }: ScopedRule,
  { now, facts, indexes, isFull }: EvaluationInput,
): RuleVerdict & Pick<FiredRule, 'randomKey'> {
  const { operation } = facts;
  const name = countName(rule, facts.generation);
  const key = `${scope} ${name}`;
  const { counts } = stateOf(account);
  const draw = [account.settings.seed, account.origin, 'fault', name];
  const index = indexes?.get(key);
  const added = counts.get(`${scope} ${rule.id}`)?.added;
  const verdict = evaluateRule(rule, counts.get(key), { now, operation, draw, index, added });
  keepCount(account, key, { ...verdict, isFull });
  return { ...verdict, randomKey: [...draw, operation, index ?? verdict.count.seen] };
}

function indexAll(account: Account, rules: readonly ScopedRule[], { facts, isFull }: ArrivalFacts): DrawIndexes {
  const indexes = new Map<string, number>();
  for (const { scope, rule } of rules) {
    if (!hasChance(rule) || rule.match.operation?.includes(facts.operation) === false) continue;
    const key = `${scope} ${countName(rule, facts.generation)}`;
    const { count, index } = takeDrawIndex(account.faults?.counts.get(key) ?? NO_COUNT, facts.operation);
    keepCount(account, key, { count, isFull });
    indexes.set(key, index);
  }
  return indexes;
}
