import { afterAll, beforeAll, expect, test } from 'vitest';

import { createEmulator, type Emulator } from '../../index.ts';
import { draftFrom, draftOf, draftProblems, kindNamed, shownFields, toRule, type RuleValues } from './rule-draft.ts';
import { asObject, writtenRule, type JsonObject } from './rule-json.ts';
import { RULE_KINDS } from './rule-kinds.ts';
import { ruleWords, spentWords } from './rule-words.ts';

let emulator: Emulator;
beforeAll(() => {
  emulator = createEmulator();
});
afterAll(() => emulator.close());

/** The rule of a draft with some fields filled in. */
function ruleOf(kind: string, values: RuleValues = {}): JsonObject {
  const draft = draftOf(kind);
  return toRule({ ...draft, values: { ...draft.values, ...values } });
}

async function add(rule: JsonObject): Promise<{ readonly status: number; readonly body: JsonObject }> {
  const response = await emulator.fetch('http://127.0.0.1/_standin/accounts/drafts/faults', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rule, keep: true }),
  });
  return { status: response.status, body: (await response.json()) as JsonObject };
}

/** Every kind as it is offered, and with each of its options. */
const OFFERED = RULE_KINDS.flatMap((kind) => [
  [kind.name, {}] as const,
  ...kind.fields.flatMap(({ name, options = [] }) =>
    options.map((_, at) => [kind.name, { [name]: String(at) }] as const),
  ),
]);

test.each(OFFERED)(
  'the server accepts a rule of the kind %s with %o, and the rule reads back as it was written',
  async (kind, values) => {
    const rule = ruleOf(kind, values);
    const { status, body } = await add(rule);
    expect(status).toBe(201);
    const { id: _id, ...written } = writtenRule(body);
    expect(written).toEqual(rule);
  },
);

test.each(OFFERED)('a kind acts on the operations that it names: %s with %o', async (kind, values) => {
  for (const operation of kindNamed(kind).operations) {
    expect(ruleOf(kind, { ...values, operation })).toMatchObject({ match: { operation } });
    expect((await add(ruleOf(kind, { ...values, operation }))).status).toBe(201);
  }
});

test('fields of an option that is not chosen are neither shown nor sent', () => {
  const names = (values: RuleValues): string[] => shownFields(kindNamed('break'), values).map(({ name }) => name);
  expect(names({ how: '0', when: '2' })).toEqual(['how', 'when', 'at']);
  expect(names({ how: '0', when: '0' })).toEqual(['how', 'when']);
  expect(names({ how: '3', when: '2' })).toEqual(['how']);
  expect(ruleOf('break', { how: '3', operation: 'all' })).toEqual({ effect: { kind: 'drop' } });
  expect(ruleOf('break')).toEqual({ match: { operation: 'content' }, effect: { kind: 'reset', at: 0.4 } });
});

test.each([
  ['answer', {}, 'create'],
  ['break', {}, 'content'],
  ['record', {}, 'get'],
  ['record', { operation: 'create' }, 'create'],
  ['content', { operation: 'all' }, 'content'],
  ['answer', { operation: 'all' }, undefined],
])('a rule of the kind %s with %o acts on the operation %s', (kind, values, operation) => {
  expect(asObject(ruleOf(kind, values)['match'])['operation']).toBe(operation);
});

test('requests and counts become match and when', () => {
  const values = { operation: 'get', prompt: ' fox ', first: '2', after: '1', chance: '25', per_generation: 'yes' };
  expect(ruleOf('answer', { ...values, id: 'busy' })).toEqual({
    id: 'busy',
    match: { operation: 'get', prompt: 'fox' },
    when: { first: 2, after: 1, probability: 0.25, per: 'generation' },
    effect: { kind: 'answer', status: 503 },
  });
  expect(ruleOf('fail', { operation: 'get' })).toMatchObject({ match: { operation: 'create' } });
});

test.each([
  ['answer', { status: '' }, { status: 'Fill this in.' }],
  ['answer', { status: '99' }, { status: 'Use a whole number from 200 to 599.' }],
  ['answer', { first: '1.5' }, { first: 'Use a whole number of at least 1.' }],
  ['answer', { id: 'flaky polls' }, { id: 'Use 1 to 100 letters, digits or . _ : -' }],
  ['record', { set: '[1]' }, { set: 'Use a JSON object.' }],
  ['slow', { ms: 'soon' }, { ms: 'Use a number from 0 to 86,400.' }],
  ['slow', { where: '2', ms: 'soon' }, {}],
])('%s with %o has the problems %o', (kind, values, problems) => {
  const draft = draftOf(kind);
  expect(draftProblems({ ...draft, values: { ...draft.values, ...values } })).toEqual(problems);
});

test('another kind keeps the requests and the counts', () => {
  const { values } = draftOf('slow', { status: '429', operation: 'get', first: '3' });
  expect(values).toMatchObject({ operation: 'get', first: '3', ms: '10' });
  expect(values).not.toHaveProperty('status');
});

test('a rule from elsewhere is edited as JSON, without what the server filled in', async () => {
  const { body } = await add({ effect: { kind: 'answer', status: 429, headers: { 'x-a': '1' } } });
  expect(JSON.parse(draftFrom(body, 'x').json ?? '')).toEqual({
    id: body['id'],
    effect: { kind: 'answer', status: 429, headers: { 'x-a': '1' } },
  });
});

test.each([
  [
    { effect: { kind: 'answer', status: 429, retry_after: 2 }, match: { operation: 'create' }, when: { first: 3 } },
    'Answers 429 with Retry-After: 2 to the first 3 creates.',
  ],
  [
    {
      effect: { kind: 'answer', status: 503 },
      match: { operation: 'get', prompt: 'fox' },
      when: { first: 2 },
      limit: { ttl_seconds: 600, hits: 1000 },
    },
    'Answers 503 to the first 2 polls whose prompt contains "fox". Expires after 10 min.',
  ],
  [
    { effect: { kind: 'reset', at: 0.4 }, match: { operation: 'content' }, when: { first: 1, per: 'generation' } },
    'Resets the connection after 40 % of the body, for the first download of each generation.',
  ],
  [
    { effect: { kind: 'outcome', stick: 'running', give_up_seconds: 3600 }, limit: { hits: 2, ttl_seconds: 90 } },
    'The generation stays running, fails with generation_timeout after 1 h, for all requests. Stops after firing 2 times. Expires after 1 min 30 s.',
  ],
  [
    { effect: { kind: 'delay', ms: 1500 }, when: { every: 2, probability: 0.1 } },
    'Waits 1.5 s before the headers, for every 2nd request, with a chance of 10 %.',
  ],
  [{ effect: { kind: 'account', revoke_key: true } }, 'Revokes the key, for all requests.'],
  [
    { effect: { kind: 'drop' }, match: { operation: ['get', 'content'] } },
    'Never answers, for all polls and downloads.',
  ],
  [{}, 'Answers 503 to all requests.'],
])('%j in words', (rule, words) => {
  expect(ruleWords(rule)).toBe(words);
});

test.each([
  [{ hits: 2, seen: 2, limit: { hits: 2 } }, 'Used up: its last request has arrived.'],
  [
    { hits: 3, seen: 4, when: { first: 3 }, limit: { hits: 1000, ttl_seconds: 600 } },
    'Used up: its last request has arrived.',
  ],
  [{ hits: 0, seen: 0, limit: { hits: 1000, ttl_seconds: 600 } }, "Expired: its time on the account's clock is over."],
])('%j says why it does not fire any more', (rule, words) => {
  expect(spentWords(rule)).toBe(words);
});
