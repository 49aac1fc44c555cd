/** All fault rules in force, by account, and what each remembers. Weighing is one step that nothing interrupts, so parallel requests count exactly once each. */

import type { DrawKey } from '../domain/draw.ts';
import type { Weighed } from '../domain/trace.ts';
import type { Effect } from './effect.ts';
import { rulesOf } from './name-rules.ts';
import { phasesOf, type Phase } from './phases.ts';
import type { NamedRule } from './rule.ts';
import type { ScenarioCatalogue } from './scenario.ts';
import { hasChance, mismatch, NO_COUNT, takeNumber, weigh, type Facts, type RuleCount, type Verdict } from './weigh.ts';

/** A rule that fired, and what it does. */
export interface Fired {
  readonly rule: string;
  readonly effect: Effect;
  /** Which of the requests that matched it was. */
  readonly count: number;
  /** What further draws of the effect start from. */
  readonly chance: DrawKey;
}

/** What is known of a request when it comes. */
export interface Arrival {
  readonly account: string;
  readonly facts: Pick<Facts, 'operation' | 'generation'>;
  readonly scenarios: readonly string[];
}

/** The numbers that a request took at its arrival, by the rules' places in the account. */
export type Numbers = ReadonlyMap<string, number>;

export interface Occasion extends Arrival {
  /** The name that the account's draws are made with. */
  readonly origin: string;
  readonly seed: number;
  readonly now: number;
  readonly phases: readonly Phase[];
  readonly facts: Facts;
  readonly numbers?: Numbers | undefined;
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
  /** Numbers a request for the rules that leave something to chance. Called as soon as it comes, so that a draw hangs on the order in which requests came, and not on how long each takes. */
  arrive(arrival: Arrival): Numbers;
  /** Weighs every rule that acts at one of these phases, in order: the server's, the account's own, then those of the scenarios. */
  weigh(occasion: Occasion): Outcome;
  /** Whether no rule could act for this account now; said quickly, because almost every request asks. */
  isQuiet(account: string, scenarios: readonly string[]): boolean;
  rules(account: string): readonly NamedRule[];
  /** Puts these rules in the place of the account's own; one that was there before, the very same, goes on counting. The time to live of the others begins now, by the account's clock. */
  setRules(account: string, rules: readonly NamedRule[], now: number): void;
  export(account: string): FaultState;
  import(account: string, state: FaultState): void;
  /** Forgets rules and counts, as when the account was never there. */
  forget(account: string): void;
}

export interface FaultBookOptions {
  /** Rules for every account. */
  readonly rules: readonly NamedRule[];
  readonly scenarios: ScenarioCatalogue;
}

interface Page {
  readonly rules: readonly NamedRule[];
  readonly counts: Map<string, RuleCount>;
}

const NOTHING: Outcome = { fired: [], weighed: [] };
/** A rule that counts for each generation remembers as many; the oldest of these are forgotten first. */
const MOST_COUNTS = 100_000;

/** A book in memory. */
export function createFaultBook({ rules: everywhere, scenarios }: FaultBookOptions): FaultBook {
  const pages = new Map<string, Page>();
  const ofScenario = rulesByScenario(scenarios);
  const page = (account: string): Page => {
    const known = pages.get(account) ?? { rules: [], counts: new Map<string, RuleCount>() };
    pages.set(account, known);
    return known;
  };

  const inForce = (
    own: readonly NamedRule[],
    { scenarios: named, onlyScenarios }: Pick<Occasion, 'scenarios' | 'onlyScenarios'>,
  ): Owned[] => {
    const always = onlyScenarios === true ? [] : [...sheet('all', everywhere), ...sheet('own', own)];
    return [...always, ...sheet('scenario', Array.from(new Set(named)).flatMap(ofScenario))];
  };

  return {
    arrive: (arrival) => {
      const { rules, counts } = page(arrival.account);
      return numberAll(inForce(rules, arrival), counts, arrival);
    },
    weigh: (occasion) => {
      const { account, scenarios: named } = occasion;
      // Scenarios open a page even where none of their rules fits: a generation may carry them further.
      if (named.length === 0 && everywhere.length === 0 && !pages.has(account)) return NOTHING;
      const { rules: own, counts } = page(account);
      return weighAll(inForce(own, occasion), counts, occasion);
    },
    isQuiet: (account, names) => everywhere.length === 0 && names.length === 0 && !pages.has(account),
    rules: (account) => pages.get(account)?.rules ?? [],
    setRules: (account, rules, now) => {
      if (rules.length === 0 && !pages.has(account)) return;
      const { rules: earlier, counts } = page(account);
      forgetCounts(
        counts,
        earlier.filter((rule) => !rules.includes(rule)),
      );
      for (const rule of rules) {
        if (!earlier.includes(rule)) counts.set(`own ${rule.id}`, { ...NO_COUNT, added: now });
      }
      pages.set(account, { rules, counts });
    },
    export: (account) => {
      const { rules = [], counts = new Map<string, RuleCount>() } = pages.get(account) ?? {};
      return { rules, counts: Object.fromEntries(counts) };
    },
    import: (account, { rules, counts }) => {
      pages.set(account, { rules, counts: new Map(Object.entries(counts)) });
    },
    forget: (account) => void pages.delete(account),
  };
}

function rulesByScenario(shelf: ScenarioCatalogue): (name: string) => readonly NamedRule[] {
  const known = new Map<string, readonly NamedRule[]>();
  return (name) => {
    const scenario = known.has(name) ? undefined : shelf.find(name);
    if (scenario !== undefined) known.set(name, rulesOf(scenario));
    return known.get(name) ?? [];
  };
}

/** Whose rule it is: an account's own and one of the server's may bear the same name. */
type Owner = 'all' | 'own' | 'scenario';

interface Owned {
  readonly owner: Owner;
  readonly rule: NamedRule;
}

function sheet(owner: Owner, rules: readonly NamedRule[]): Owned[] {
  return rules.map((rule) => ({ owner, rule }));
}

function weighAll(rules: readonly Owned[], counts: Map<string, RuleCount>, occasion: Occasion): Outcome {
  const fired: Fired[] = [];
  const weighed: Weighed[] = [];
  for (const { owner, rule } of rules) {
    if (!phasesOf(rule).some((phase) => occasion.phases.includes(phase))) continue;
    const reason = mismatch(rule, occasion.facts);
    if (reason !== undefined) {
      weighed.push({ rule: rule.id, fired: false, why: reason });
      continue;
    }
    const verdict = weighOne({ owner, rule }, counts, occasion);
    weighed.push({ rule: rule.id, fired: verdict.fired, why: verdict.why, draw: verdict.draw });
    if (!verdict.fired) continue;
    fired.push({ rule: rule.id, effect: rule.effect, count: verdict.count.seen, chance: verdict.chance });
  }
  return { fired, weighed };
}

function weighOne(
  { owner, rule }: Owned,
  counts: Map<string, RuleCount>,
  { seed, origin, now, facts, numbers }: Occasion,
): Verdict & Pick<Fired, 'chance'> {
  const { operation } = facts;
  const name = nameOf(rule, facts);
  const place = `${owner} ${name}`;
  const draw = [seed, origin, 'fault', name];
  const number = numbers?.get(place);
  const added = counts.get(`${owner} ${rule.id}`)?.added;
  const verdict = weigh(rule, counts.get(place), { now, operation, draw, number, added });
  remember(counts, place, verdict.count);
  return { ...verdict, chance: [...draw, operation, number ?? verdict.count.seen] };
}

function numberAll(rules: readonly Owned[], counts: Map<string, RuleCount>, { facts }: Arrival): Numbers {
  const numbers = new Map<string, number>();
  for (const { owner, rule } of rules) {
    if (!hasChance(rule) || rule.match.operation?.includes(facts.operation) === false) continue;
    const place = `${owner} ${nameOf(rule, facts)}`;
    const { count, number } = takeNumber(counts.get(place) ?? NO_COUNT, facts.operation);
    remember(counts, place, count);
    numbers.set(place, number);
  }
  return numbers;
}

/** A rule that counts for each generation has a name for each. */
function nameOf(rule: NamedRule, { generation = '' }: Arrival['facts']): string {
  return rule.when.per === 'generation' ? `${rule.id}@${generation}` : rule.id;
}

function forgetCounts(counts: Map<string, RuleCount>, rules: readonly NamedRule[]): void {
  const ids = new Set(rules.map(({ id }) => `own ${id}`));
  for (const place of counts.keys()) {
    const [rule = ''] = place.split('@');
    if (ids.has(rule)) counts.delete(place);
  }
}

function remember(counts: Map<string, RuleCount>, place: string, count: RuleCount): void {
  if (counts.size >= MOST_COUNTS && !counts.has(place)) {
    const oldest = oldestOfGeneration(counts);
    if (oldest !== undefined) counts.delete(oldest);
  }
  counts.set(place, count);
}

/** What a rule counts for the whole account came first, and would go first: a rule that has had its one hit would have it again. */
function oldestOfGeneration(counts: ReadonlyMap<string, RuleCount>): string | undefined {
  for (const place of counts.keys()) if (place.includes('@')) return place;
  return undefined;
}
