/** `/_standin/accounts/{name}/faults`: the fault rules of one account, in their order. */

import * as z from 'zod';
import { answerJson } from '../../api/record.ts';
import type { Account } from '../../domain/account.ts';
import { readClock } from '../../domain/clock.ts';
import type { FaultState } from '../../faults/fault-book.ts';
import { FaultRule, type NamedRule } from '../../faults/rule.ts';
import { shortList } from '../bounded-list.ts';
import { ControlError } from '../control-error.ts';
import { requireAccount } from '../account-lookup.ts';
import { fieldReader, toSnakeCase } from '../spelling.ts';
import { defineRoute, type ControlServices, type ControlRoute } from '../route.ts';

const TAG = 'faults';
/** Limits of a rule that has none, so that a forgotten rule does not disturb later runs. */
const OWN_END = { ttlSeconds: 600, hits: 1000 };

const MOST_RULES = 1000;

/** A rule with its fields in snake_case or camelCase. */
const RuleInput = z.preprocess(fieldReader(FaultRule), FaultRule);
export const RuleView = z
  .looseObject({ id: z.string(), seen: z.int(), hits: z.int() })
  .meta({ description: 'A fault rule, with how many requests it has seen and how often it fired.' });
const keep = z
  .boolean()
  .default(false)
  .meta({
    description: `Without it, a rule that has no limit of its own ends ${OWN_END.ttlSeconds} seconds of the account's clock after it was added, or after it fired ${OWN_END.hits} times.`,
  });
const Rules = z.object({ rules: z.array(RuleView) });

export const FAULT_ROUTES: readonly ControlRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/_standin/accounts/{name}/faults',
    operationId: 'listFaults',
    tag: TAG,
    summary: "List an account's fault rules",
    answer: { status: 200, description: 'In the order in which they are evaluated.', schema: Rules },
    errors: ['account_not_found'],
    run: async ({ services, params }) => answerRules(services, (await requireAccount(services, params)).name),
  }),
  defineRoute({
    method: 'PUT',
    path: '/_standin/accounts/{name}/faults',
    operationId: 'replaceFaults',
    tag: TAG,
    summary: "Replace all of an account's fault rules",
    description: 'An empty list turns faults off; `{"rules":[{}]}` fails everything with 503. Counters start again.',
    body: z.strictObject({ rules: shortList(RuleInput, MOST_RULES), keep }),
    answer: { status: 200, description: 'The rules as they are in use.', schema: Rules },
    errors: ['account_not_found'],
    run: async ({ services, params, body }) => {
      const account = await requireAccount(services, params);
      const { name } = account;
      const rules = body.rules.reduce<NamedRule[]>((so, rule) => [...so, named(rule, so, body.keep)], []);
      setRules(services, account, rules);
      return answerRules(services, name);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/_standin/accounts/{name}/faults',
    operationId: 'addFault',
    tag: TAG,
    summary: 'Add a fault rule at the end of the list',
    body: z.strictObject({ rule: RuleInput, keep }),
    answer: { status: 201, description: 'The rule as it is in use.', schema: RuleView },
    errors: ['account_not_found'],
    run: async ({ services, params, body }) => {
      const account = await requireAccount(services, params);
      const { name } = account;
      const state = services.context.faults.export(name);
      const rule = named(body.rule, state.rules, body.keep);
      setRules(services, account, [...state.rules, rule]);
      return answerJson(201, viewOf(rule, state));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/_standin/accounts/{name}/faults/{id}',
    operationId: 'removeFault',
    tag: TAG,
    summary: 'Remove a fault rule',
    answer: { status: 200, description: 'The rules that are left.', schema: Rules },
    errors: ['account_not_found', 'fault_not_found'],
    run: async ({ services, params }) => {
      const account = await requireAccount(services, params);
      const { name } = account;
      const rules = services.context.faults.rules(name);
      const left = rules.filter(({ id }) => id !== params.id);
      if (left.length === rules.length) {
        const message = `The account "${name}" has no fault rule "${params.id}". It has ${idsOf(rules)}.`;
        throw new ControlError('fault_not_found', message);
      }
      setRules(services, account, left);
      return answerRules(services, name);
    },
  }),
];

function setRules({ context }: ControlServices, { name, clock }: Account, rules: readonly NamedRule[]): void {
  context.faults.setRules(name, rules, readClock(clock, context.realNow()));
}

function answerRules({ context }: ControlServices, account: string): ReturnType<typeof answerJson> {
  const state = context.faults.export(account);
  return answerJson(200, { rules: state.rules.map((rule) => viewOf(rule, state)) });
}

function named(rule: FaultRule, before: readonly NamedRule[], isKept: boolean): NamedRule {
  const taken = new Set(before.map(({ id }) => id));
  if (rule.id !== undefined && taken.has(rule.id)) {
    throw new ControlError(
      'invalid_input',
      `Two rules cannot have the id ${rule.id}. Choose another, or leave it out.`,
    );
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

function viewOf(rule: NamedRule, { counts }: FaultState): z.output<typeof RuleView> {
  const own = Object.entries(counts).filter(([place]) => ruleOf(place) === rule.id);
  return {
    ...toSnakeCase(rule),
    id: rule.id,
    seen: own.reduce((sum, [, { seen }]) => sum + seen, 0),
    hits: own.reduce((sum, [, { hits }]) => sum + hits, 0),
  };
}

/** The key of a count is `own <rule>`, or `own <rule>@<generation>` for a rule that counts per generation. */
function ruleOf(place: string): string | undefined {
  return /^own ([^@]*)/.exec(place)?.[1];
}

function idsOf(rules: readonly NamedRule[]): string {
  return rules.length === 0 ? 'none' : rules.map(({ id }) => id).join(', ');
}

export type RuleView = z.output<typeof RuleView>;
