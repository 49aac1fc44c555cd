/** All fault rules in force, by account, and what each remembers. Weighing is one step that nothing interrupts, so parallel requests count exactly once each. */

import type { Weighed } from '../domain/trace.ts';
import type { Effect } from './effect.ts';
import { phasesOf } from './phases.ts';
import type { NamedRule, Phase } from './rule.ts';
import { rulesOf, type ScenarioShelf } from './scenario.ts';
import { mismatch, weigh, type Facts, type RuleCount } from './weigh.ts';

/** A rule that fired, and what it does. */
export interface Fired {
  readonly rule: string;
  readonly effect: Effect;
  /** Which of the requests that matched it was. */
  readonly count: number;
}

export interface Occasion {
  readonly account: string;
  readonly seed: number;
  readonly now: number;
  readonly phases: readonly Phase[];
  readonly facts: Facts;
  /** The scenarios of the account, the generation and the request, by name. */
  readonly scenarios: readonly string[];
  /** Leaves out the server's rules and the account's own, which were weighed before. */
  readonly onlyScenarios?: boolean | undefined;
}

export interface Outcome {
  readonly fired: readonly Fired[];
  readonly weighed: readonly Weighed[];
}

/** What the rules of an account remember, for snapshots. */
export interface FaultState {
  readonly rules: readonly NamedRule[];
  readonly counts: Readonly<Record<string, RuleCount>>;
}

export interface FaultBook {
  /** Weighs every rule that acts at one of these phases, in order: the server's, the account's own, then those of the scenarios. */
  weigh(occasion: Occasion): Outcome;
  /** Whether no rule could act for this account now; said quickly, because almost every request asks. */
  isQuiet(account: string, scenarios: readonly string[]): boolean;
  rules(account: string): readonly NamedRule[];
  setRules(account: string, rules: readonly NamedRule[]): void;
  export(account: string): FaultState;
  import(account: string, state: FaultState): void;
  /** Forgets rules and counts, as when the account was never there. */
  forget(account: string): void;
}

export interface FaultBookOptions {
  /** Rules for every account. */
  readonly rules: readonly NamedRule[];
  readonly scenarios: ScenarioShelf;
}

interface Page {
  rules: readonly NamedRule[];
  readonly counts: Map<string, RuleCount>;
}

const NOTHING: Outcome = { fired: [], weighed: [] };
/** A rule that counts for each generation remembers as many; the oldest are forgotten first. */
const MOST_COUNTS = 100_000;

/** A book in memory. */
export function createFaultBook({ rules: everywhere, scenarios }: FaultBookOptions): FaultBook {
  const pages = new Map<string, Page>();
  const scenarioRules = new Map<string, readonly NamedRule[]>();

  const ofScenario = (name: string): readonly NamedRule[] => {
    const known = scenarioRules.get(name);
    if (known !== undefined) return known;
    const scenario = scenarios.find(name);
    const rules = scenario === undefined ? [] : rulesOf(scenario);
    scenarioRules.set(name, rules);
    return rules;
  };
  const page = (account: string): Page => {
    const known = pages.get(account);
    if (known !== undefined) return known;
    const fresh: Page = { rules: [], counts: new Map() };
    pages.set(account, fresh);
    return fresh;
  };

  return {
    weigh: (occasion) => {
      const always =
        occasion.onlyScenarios === true ? [] : [...everywhere, ...(pages.get(occasion.account)?.rules ?? [])];
      const rules = [...always, ...Array.from(new Set(occasion.scenarios)).flatMap(ofScenario)];
      if (rules.length === 0) return NOTHING;
      return weighAll(rules, page(occasion.account).counts, occasion);
    },
    isQuiet: (account, names) => everywhere.length === 0 && names.length === 0 && !pages.has(account),
    rules: (account) => pages.get(account)?.rules ?? [],
    setRules: (account, rules) => {
      page(account).rules = rules;
    },
    export: (account) => {
      const { rules, counts } = page(account);
      return { rules, counts: Object.fromEntries(counts) };
    },
    import: (account, { rules, counts }) => {
      pages.set(account, { rules, counts: new Map(Object.entries(counts)) });
    },
    forget: (account) => void pages.delete(account),
  };
}

function weighAll(rules: readonly NamedRule[], counts: Map<string, RuleCount>, occasion: Occasion): Outcome {
  const fired: Fired[] = [];
  const weighed: Weighed[] = [];
  for (const rule of rules) {
    if (!phasesOf(rule).some((phase) => occasion.phases.includes(phase))) continue;
    const reason = mismatch(rule, occasion.facts);
    if (reason !== undefined) {
      weighed.push({ rule: rule.id, fired: false, why: reason });
      continue;
    }
    const place = rule.when.per === 'generation' ? `${rule.id}@${occasion.facts.generation ?? ''}` : rule.id;
    const { count, ...verdict } = weigh(rule, counts.get(place), { now: occasion.now, draw: drawOf(occasion) });
    remember(counts, place, count);
    weighed.push({ rule: rule.id, fired: verdict.fired, why: verdict.why, draw: verdict.draw });
    if (verdict.fired) fired.push({ rule: rule.id, effect: rule.effect, count: count.seen });
  }
  return { fired, weighed };
}

function drawOf({ seed, account, facts }: Occasion): (string | number)[] {
  return [seed, account, 'fault', facts.operation];
}

function remember(counts: Map<string, RuleCount>, place: string, count: RuleCount): void {
  if (counts.size >= MOST_COUNTS && !counts.has(place)) {
    const [oldest] = counts.keys();
    if (oldest !== undefined) counts.delete(oldest);
  }
  counts.set(place, count);
}
