import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createEmulator, type Emulator } from '../../index.ts';
import { FaultRule } from '../../faults/rule.ts';
import {
  actsWhere,
  effectFields,
  effectKinds,
  partFields,
  phaseChoices,
  ruleProblems,
  valueAt,
  withValue,
} from './rule-form.ts';
import { inCamelCase, withoutDefaults, type JsonObject, type RuleSchema } from './rule-schema.ts';
import { ruleWords } from './rule-words.ts';

let emulator: Emulator;
let schema: RuleSchema;

beforeAll(async () => {
  emulator = createEmulator();
  const response = await emulator.fetch('http://127.0.0.1/_standin/openapi.json');
  const document = (await response.json()) as { components: { schemas: Record<string, RuleSchema> } };
  schema = document.components.schemas['FaultRule'] ?? {};
});
afterAll(() => emulator.close());

/** Whether the server takes the rule. */
async function isTaken(rule: JsonObject): Promise<boolean> {
  const { status } = await emulator.fetch('http://127.0.0.1/_standin/accounts/form/faults', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rule }),
  });
  return status === 201;
}

test('every effect of the schema is offered, each with its own fields', () => {
  const kinds = effectKinds(schema);
  expect(kinds).toEqual([
    'answer',
    'delay',
    'reset',
    'cut',
    'stall',
    'drop',
    'throttle',
    'outcome',
    'record',
    'content',
    'account',
    'price',
  ]);
  expect(effectFields(schema, 'answer').map(({ name, kind }) => [name, kind])).toEqual([
    ['status', 'number'],
    ['code', 'text'],
    ['message', 'text'],
    ['headers', 'map'],
    ['retry_after', 'one-of'],
    ['body', 'one-of'],
    ['content_type', 'text'],
  ]);
  expect(effectFields(schema, 'throttle')).toMatchObject([{ label: 'Bytes per second', isNeeded: true }]);
  expect(effectFields(schema, 'outcome')[0]).toMatchObject({ kind: 'group', path: ['effect', 'fail'] });
  expect(effectFields(schema, 'drop')).toEqual([]);
});

test('conditions are lists of choices, numbers, texts, and yes or no', () => {
  expect(partFields(schema, 'match').map(({ name, kind }) => [name, kind])).toEqual([
    ['operation', 'choices'],
    ['phase', 'choice'],
    ['workflow', 'choices'],
    ['resolution', 'choices'],
    ['prompt', 'text'],
    ['generation', 'text'],
    ['status', 'choices'],
    ['idempotency_key', 'tri-state'],
    ['range', 'tri-state'],
    ['under_path', 'tri-state'],
    ['nth', 'numbers'],
  ]);
});

describe('what the form lets through the server takes, and what it refuses the server refuses', () => {
  test.each<{ rule: JsonObject; says?: string }>([
    {
      rule: {
        effect: { kind: 'answer', status: 429, retry_after: 1 },
        match: { operation: 'create' },
        when: { first: 3 },
      },
    },
    { rule: { effect: { kind: 'reset', at: 0.4 }, match: { operation: ['content'], phase: 'during-download' } } },
    { rule: { effect: { kind: 'delay', ms: { uniform: [1, 2] } } } },
    {
      rule: {
        effect: {
          kind: 'answer',
          retry_after: { date_in_seconds: 3 },
          body: { json: { a: [1] } },
          headers: { 'x-a': 'b' },
        },
      },
    },
    { rule: { effect: { kind: 'outcome', stick: 'running', give_up_seconds: 3600 } } },
    { rule: { effect: { kind: 'outcome', fail: { from: 'running', code: 'no_output' } } } },
    { rule: { effect: { kind: 'answer', status: 99 } }, says: 'must be a whole number from 200 to 599' },
    { rule: { effect: { kind: 'answer', status: 429.5 } }, says: 'must be a whole number' },
    { rule: { effect: { kind: 'nothing' } }, says: 'must be' },
    { rule: { effect: { kind: 'delay' } }, says: 'is needed' },
    { rule: { effect: { kind: 'throttle', bytes_per_second: 0 } }, says: 'at least 1' },
    { rule: { effect: { kind: 'answer' }, match: { operation: ['delete'] } }, says: 'must be' },
    { rule: { effect: { kind: 'answer' }, match: { prompt: '' } }, says: 'must be' },
    { rule: { effect: { kind: 'answer', headers: { 'X Y': 'b' } } }, says: 'must be' },
    { rule: { effect: { kind: 'answer', wrong: 1 } }, says: 'is not known here' },
    {
      rule: { effect: { kind: 'content' }, match: { phase: 'after-reservation' } },
      says: 'must be one of during-download',
    },
    {
      rule: { effect: { kind: 'answer' }, match: { phase: 'before-reservation', status: 'running' } },
      says: 'matches a status',
    },
    {
      rule: { effect: { kind: 'answer' }, match: { phase: 'before-authentication', prompt: 'a' } },
      says: 'are not known yet',
    },
  ])('$rule', async ({ rule, says }) => {
    const [problem] = ruleProblems(schema, rule);
    expect(await isTaken(rule)).toBe(says === undefined);
    if (says === undefined) expect(problem).toBeUndefined();
    else expect(problem?.message).toContain(says);
  });
});

test.each<[JsonObject, string]>([
  [{ effect: { kind: 'content' }, match: { operation: 'create' } }, 'never acts on create'],
  [{ effect: { kind: 'outcome' }, match: { operation: ['get', 'content'] } }, 'never acts on get or content'],
  [{ effect: { kind: 'answer' }, match: { operation: 'create', phase: 'during-download' } }, 'never acts on create'],
])('a rule that could never act is told so: %j', (rule, says) => {
  expect(ruleProblems(schema, rule)[0]?.message).toContain(says);
});

test('the phases that do not go with an effect are told with the reason', () => {
  const choices = phaseChoices({ effect: { kind: 'content' } });
  expect(choices.filter(({ why }) => why === undefined).map(({ phase }) => phase)).toEqual(['during-download']);
  expect(choices[0]?.why).toContain('must be one of during-download for this effect');
  expect(phaseChoices({}).every(({ why }) => why === undefined)).toBe(true);
  expect(actsWhere({ effect: { kind: 'outcome' } })).toBe('acts on create, in the phase before-reservation');
});

test('fields are set and taken out, with the parts that are empty then', () => {
  const rule = withValue(withValue({}, ['effect', 'kind'], 'answer'), ['effect', 'fail', 'code'], 'x');
  expect(rule).toEqual({ effect: { kind: 'answer', fail: { code: 'x' } } });
  expect(valueAt(rule, ['effect', 'fail', 'code'])).toBe('x');
  expect(withValue(rule, ['effect', 'fail', 'code'], undefined)).toEqual({ effect: { kind: 'answer' } });
  expect(valueAt({}, ['effect', 'fail', 'code'])).toBeUndefined();
});

test('a rule in the spelling of files is the same rule, and free names stay', () => {
  const rule = {
    match: { idempotency_key: true },
    when: { outage: { every_seconds: 9, for_seconds: 3 } },
    effect: { kind: 'record', set: { cost_usd: 1, deep_er: { a_b: 2 } } },
  };
  expect(inCamelCase(schema, rule)).toEqual({
    match: { idempotencyKey: true },
    when: { outage: { everySeconds: 9, forSeconds: 3 } },
    effect: { kind: 'record', set: { cost_usd: 1, deep_er: { a_b: 2 } } },
  });
  expect(FaultRule.safeParse(inCamelCase(schema, rule)).success).toBe(true);
});

test('what is as it would be anyway is left out', () => {
  const rule = {
    enabled: true,
    match: {},
    when: { per: 'account', first: 3 },
    limit: {},
    effect: { kind: 'answer', status: 503, headers: {}, body: 'envelope' },
  };
  expect(withoutDefaults(schema, rule)).toEqual({ when: { first: 3 }, effect: { kind: 'answer' } });
});

test.each<[JsonObject, string]>([
  [
    { match: { operation: 'create' }, when: { first: 3 }, effect: { kind: 'answer', status: 429, retry_after: 1 } },
    'Answers 429 and Retry-After: 1, for create, the first 3.',
  ],
  [
    {
      match: { operation: ['content'], phase: 'during-download' },
      when: { per: 'generation' },
      effect: { kind: 'reset', at: 0.4 },
    },
    'Resets the connection after 40 % of the body, for content where phase during-download, of each generation.',
  ],
  [
    { effect: { kind: 'outcome', stick: 'running', give_up_seconds: 3600 }, limit: { hits: 2, ttl_seconds: 90 } },
    'The generation stays running, fails with generation_timeout after 1 h, for every request, for at most 2 times and 1.5 min.',
  ],
  [{ effect: { kind: 'account', revoke_key: true } }, 'Changes the account: revoke key yes, for every request.'],
])('%j in words', (rule, words) => {
  expect(ruleWords(rule)).toBe(words);
});
