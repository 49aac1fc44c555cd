/** The routes `/_standin/accounts/{name}/faults`: the ordered fault rules of an account. */

import * as z from 'zod';
import type { EnteredAccount } from '../../domain/account.ts';
import { accountBytes, bytesOfRules } from '../../domain/account-size.ts';
import { readClock } from '../../domain/clock.ts';
import { restartFaults, setRules, tallyRules, type RuleTally } from '../../faults/registry.ts';
import { RuleInput } from '../../faults/rule-input.ts';
import type { FaultRule, NamedRule } from '../../faults/rule.ts';
import { toSnakeCase } from '../../../lib/spelling.ts';
import { longList } from '../bounded-list.ts';
import { ControlError } from '../control-error.ts';
import { decideAccount, openIfNeeded } from '../account-changes.ts';
import { routesOf, type AccountCall, type ControlRoute, type ControlServices } from '../route.ts';

/** The default limit of a rule, so that a forgotten rule does not disturb later runs. */
const OWN_END = { ttlSeconds: 600, hits: 1000 };

export const MOST_RULES = 1000;

export const TALLY_SHAPE = { seen: z.int(), hits: z.int(), spent: z.boolean(), expired: z.boolean() };
export const RuleView = z.looseObject({ id: z.string(), ...TALLY_SHAPE }).meta({
  description:
    'A fault rule. `seen` is the number of requests that matched the rule. `hits` is the number of requests for which the rule fired. A rule that is `spent` does not fire until its counts are reset. `expired` is true if the time of the rule is over.',
});
const keep = z
  .boolean()
  .default(false)
  .meta({
    description: `With false, a rule without a limit ends after ${OWN_END.ttlSeconds} seconds on the account's clock or after ${OWN_END.hits} hits, whichever comes first. With true, the rule does not end.`,
  });
const Rules = z.object({ rules: z.array(RuleView) });

const route = routesOf('faults');

export const FAULT_ROUTES: readonly ControlRoute[] = [
  route('GET /_standin/accounts/{name}/faults', 'listFaults', {
    summary: "List an account's fault rules",
    answer: { description: 'The fault rules, in the order in which they are evaluated.', schema: Rules },
    view: (call) => decideAccount(call, (account) => rulesView(call.services, account)),
  }),
  route('PUT /_standin/accounts/{name}/faults', 'replaceFaults', {
    summary: "Replace all of an account's fault rules",
    description:
      'An empty list removes all rules. You can send rules that you received in a response from this path. The server ignores the counts in rules that you send. The counts start at 0.',
    body: z.strictObject({ rules: longList(RuleInput, MOST_RULES), keep }),
    answer: { description: 'The rules that are now active.', schema: Rules },
    errors: ['no_room'],
    view: async (call) => {
      requireSupported(call.services, call.body.rules);
      const rules: NamedRule[] = [];
      for (const rule of call.body.rules) rules.push(named(rule, rules, call.body.keep));
      await openIfNeeded(call);
      return replaceRules(call, () => rules);
    },
  }),
  route('POST /_standin/accounts/{name}/faults', 'addFault', {
    summary: 'Add a fault rule at the end of the list',
    body: z.strictObject({ rule: RuleInput, keep }),
    answer: { status: 201, description: 'The added rule, with its id and its limit.', schema: RuleView },
    errors: ['no_room'],
    view: async (call) => {
      const { rule, keep: isKept } = call.body;
      requireSupported(call.services, [rule]);
      await openIfNeeded(call);
      const { rules } = await replaceRules(call, (earlier) => [...earlier, named(rule, earlier, isKept)]);
      return rules.at(-1);
    },
  }),
  route('POST /_standin/accounts/{name}/faults/restart', 'restartFaults', {
    summary: 'Reset the counts of all fault rules',
    description:
      'The server resets the counts of the rules that belong to the account, to its scenarios, or to the settings. Rules, scenarios, generations and credits do not change.',
    answer: { description: "The account's own rules after this change.", schema: Rules },
    view: (call) =>
      decideAccount(call, (account) => {
        restartFaults(account, readClock(account.clock, call.services.context.realNow()));
        return rulesView(call.services, account);
      }),
  }),
  route('DELETE /_standin/accounts/{name}/faults/{id}', 'removeFault', {
    summary: 'Remove a fault rule',
    answer: { description: 'The remaining rules.', schema: Rules },
    errors: ['fault_not_found'],
    view: (call) => {
      const { name, id: wanted } = call.params;
      return replaceRules(call, (rules) => {
        const left = rules.filter(({ id }) => id !== wanted);
        if (left.length < rules.length) return left;
        const ids = rules.length === 0 ? 'none' : rules.map(({ id }) => id).join(', ');
        throw new ControlError(
          'fault_not_found',
          `The account "${name}" has no fault rule "${wanted}". It has ${ids}.`,
        );
      });
    },
  }),
];

/** Rejects rules with effects that a proxy does not support. */
function requireSupported({ context: { service } }: ControlServices, rules: readonly FaultRule[]): void {
  const problem = rules.map(({ effect }) => service?.problemOf(effect)).find((found) => found !== undefined);
  if (problem !== undefined) throw new ControlError('invalid_input', `This rule cannot work in a proxy: ${problem}.`);
}

/** Replaces the rules of an account. Returns the JSON of the new rules. */
async function replaceRules(
  call: AccountCall,
  rulesAfter: (earlier: readonly NamedRule[]) => readonly NamedRule[],
): Promise<z.output<typeof Rules>> {
  const { context } = call.services;
  return decideAccount(call, (account) => {
    const earlier = rulesIn(account);
    const rules = rulesAfter(earlier);
    const added = bytesOfRules(rules.filter((rule) => !earlier.includes(rule)));
    if (rules.length > MOST_RULES || accountBytes(account) + added > context.capacity().bytesPerAccount) {
      const message = `An account can have at most ${MOST_RULES} fault rules, and the rules must fit within the memory limit of the account. Remove unused rules.`;
      throw new ControlError('no_room', message);
    }
    setRules(account, rules, readClock(account.clock, context.realNow()));
    return rulesView(call.services, account);
  });
}

export function rulesView({ context }: ControlServices, account: EnteredAccount): z.output<typeof Rules> {
  const now = readClock(account.clock, context.realNow());
  return { rules: tallyRules(account, { scope: 'own', rules: rulesIn(account) }, now).map(viewOf) };
}

function rulesIn({ faults }: EnteredAccount): readonly NamedRule[] {
  return faults?.rules ?? [];
}

function named(rule: FaultRule, before: readonly NamedRule[], isKept: boolean): NamedRule {
  const taken = new Set(before.map(({ id }) => id));
  if (rule.id !== undefined && taken.has(rule.id)) {
    throw new ControlError('invalid_input', `The id ${rule.id} is used by two rules. Choose another id, or omit it.`);
  }
  const isEndless = rule.limit.hits === undefined && rule.limit.ttlSeconds === undefined;
  const limit = isEndless && !isKept ? OWN_END : rule.limit;
  return { ...rule, limit, id: rule.id ?? freeId(taken) };
}

function freeId(taken: ReadonlySet<string>): string {
  let number = taken.size + 1;
  while (taken.has(`added-${number}`)) number += 1;
  return `added-${number}`;
}

function viewOf({ rule, seen, hits, end }: RuleTally): z.output<typeof RuleView> {
  return { ...toSnakeCase(rule), id: rule.id, seen, hits, spent: end !== undefined, expired: end === 'time' };
}

export type RuleView = z.output<typeof RuleView>;
