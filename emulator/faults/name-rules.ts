/** The names of rules. The schema is in another file, so that an emulator starts without zod (decision 0009). */

import type { FaultRule, NamedRule } from './rule.ts';
import type { Scenario } from './scenario.ts';

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
