/** The names of rules in force. Apart from their schema, so that an emulator starts without zod (decision 0009). */

import type { FaultRule, NamedRule } from './rule.ts';
import type { Scenario } from './scenario.ts';

/** Gives a name to each rule that has none: the next free one after its place. */
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

/** The rules of a scenario, named after it. */
export function rulesOf({ name, rules }: Scenario): NamedRule[] {
  return nameRules(rules, '').map((rule) => ({ ...rule, id: `${name}:${rule.id}` }));
}
