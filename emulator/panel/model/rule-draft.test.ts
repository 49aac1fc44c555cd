import { afterAll, beforeAll, expect, test } from 'vitest';

import { createEmulator, type Emulator } from '../../index.ts';
import { asObject, writtenRule, type JsonObject } from './json.ts';
import { effectOf, newRule, putAt, shownFields, textAt, withEffect, withTyped } from './rule-draft.ts';
import {
  countFields,
  END_FIELDS,
  LIMIT,
  requestFields,
  RULE_KINDS,
  type RuleField,
  type RuleKind,
} from './rule-kinds.ts';
import { lastingWords, ruleWords } from './rule-words.ts';

let emulator: Emulator;
beforeAll(() => {
  emulator = createEmulator();
});
afterAll(() => emulator.close());

type Typed = Readonly<Record<string, string>>;

/** The names of the kinds in this test, in the order of the form. */
const NAMES = ['answer', 'slow', 'break', 'fail', 'record', 'content', 'account', 'price'] as const;

function kindNamed(name: string): RuleKind {
  const found = RULE_KINDS[NAMES.findIndex((known) => known === name)];
  if (found === undefined) throw new Error(`"${name}" is not a kind.`);
  return found;
}

/** The rule of a kind, with the effect of these words, after some fields were filled in. */
function draftOf(name: string, typed: Typed = {}, words?: string): JsonObject {
  const kind = kindNamed(name);
  const [, effect] = kind.effects.find(([own]) => own === words) ?? kind.effects[0];
  const draft = withEffect({ ...newRule(), limit: undefined }, kind, effect);
  const fields = [...kind.fields, ...countFields(false), ...END_FIELDS, ...requestFields(kind)];
  return Object.entries(typed).reduce((before, [path, text]) => {
    const field = fields.find((one) => one.path === path || one.path === `effect.${path}`);
    if (field === undefined) throw new Error(`The form has no field ${path}.`);
    if (field.kind === 'flag') return putAt(before, field.path, field.on);
    return withTyped(before, field, text);
  }, draft);
}

function ruleOf(...parts: Parameters<typeof draftOf>): JsonObject {
  return writtenRule(draftOf(...parts));
}

/** The fields that the form shows for the effect of a rule. */
function fieldsOf(rule: JsonObject): readonly RuleField[] {
  const { kind, own } = effectOf(rule) ?? {};
  return kind && own ? shownFields(kind, own) : [];
}

async function add(rule: JsonObject): Promise<{ readonly status: number; readonly body: JsonObject }> {
  const response = await emulator.fetch('http://127.0.0.1/_standin/accounts/drafts/faults', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rule, keep: true }),
  });
  return { status: response.status, body: (await response.json()) as JsonObject };
}

/** Every kind with each of its effects, and with each option of its choices. */
const OFFERED = NAMES.flatMap((name) => [
  ...kindNamed(name).effects.map(([words]) => [name, {}, words] as const),
  ...kindNamed(name).fields.flatMap(({ path, options = [] }) =>
    options.map(([value]) => [name, { [path]: value }, ''] as const),
  ),
]);

test.each(OFFERED)(
  'the server accepts a rule of the kind %s with %o %s, and the rule reads back as it was written',
  async (kind, typed, words) => {
    const rule = ruleOf(kind, typed, words);
    const { status, body } = await add(rule);
    expect(status).toBe(201);
    const { id: _id, ...written } = writtenRule(body);
    expect(written).toEqual(rule);
    const found = effectOf(rule);
    expect(found?.kind).toBe(kindNamed(kind));
    if (words !== '') expect(found?.words).toBe(words);
  },
);

test.each(OFFERED)('a kind acts on the operations that it names: %s with %o %s', async (kind, typed, words) => {
  for (const operation of kindNamed(kind).operations) {
    const rule = ruleOf(kind, { ...typed, 'match.operation': operation }, words);
    expect(rule).toMatchObject({ match: { operation } });
    expect((await add(rule)).status).toBe(201);
  }
});

test('fields of an effect that is not chosen are neither shown nor sent', () => {
  const paths = (words: string): string[] => fieldsOf(draftOf('break', {}, words)).map(({ path }) => path);
  expect(paths('resets the connection after a part of the body')).toEqual(['effect.at']);
  expect(paths('resets the connection before the headers')).toEqual([]);
  expect(paths('never answers')).toEqual([]);
  expect(ruleOf('break', { 'match.operation': '' }, 'never answers')).toEqual({ effect: { kind: 'drop' } });
  expect(ruleOf('break')).toEqual({ match: { operation: 'content' }, effect: { kind: 'reset', at: 0.4 } });
});

test('an effect keeps its card while a required field is empty, and if it has other members', () => {
  const empty = draftOf('break', { at: '' });
  expect(fieldsOf(empty).map((field) => textAt(empty, field))).toEqual(['']);
  const more = { effect: { kind: 'answer', status: 429, headers: { 'x-a': '1' } } };
  expect(effectOf(more)?.kind).toBe(kindNamed('answer'));
  expect(effectOf({ effect: { kind: 'outcome', stick: 'running' } })?.words).toContain('stays running');
  expect(effectOf({ effect: { kind: 'foo' } })).toBeUndefined();
});

test.each([
  ['answer', {}, 'create'],
  ['break', {}, 'content'],
  ['record', {}, 'get'],
  ['record', { 'match.operation': 'create' }, 'create'],
  ['content', {}, 'content'],
  ['answer', { 'match.operation': '' }, undefined],
])('a rule of the kind %s with %o acts on the operation %s', (kind, typed, operation) => {
  expect(asObject(ruleOf(kind, typed)['match'])['operation']).toBe(operation);
});

test('requests and counts become match and when', () => {
  const when = { 'when.first': '2', 'when.after': '1', 'when.probability': '25', 'when.per': 'yes' };
  expect(ruleOf('answer', { 'match.operation': 'get', 'match.prompt': ' fox ', ...when, id: 'busy' })).toEqual({
    id: 'busy',
    match: { operation: 'get', prompt: 'fox' },
    when: { first: 2, after: 1, probability: 0.25, per: 'generation' },
    effect: { kind: 'answer', status: 503 },
  });
});

test('another kind keeps the requests and the counts, unless it has other operations', () => {
  const draft = draftOf('answer', { status: '429', 'match.operation': 'get', 'when.first': '3' });
  const [kind, price] = [kindNamed('slow'), kindNamed('price')];
  const slow = withEffect(draft, kind, kind.effects[0][1]);
  expect(writtenRule(slow)).toEqual({
    match: { operation: 'get' },
    when: { first: 3, per: 'generation' },
    effect: { kind: 'delay', ms: 10_000 },
  });
  expect(fieldsOf(slow).map((field) => textAt(slow, field))).toEqual(['10']);
  expect(withEffect(draft, price, price.effects[0][1])).toMatchObject({ match: { operation: 'create' } });
});

test('the first polls are counted per generation, until the user decides otherwise', () => {
  const perOf = (typed: Typed): unknown => asObject(ruleOf('answer', typed)['when'])['per'];
  expect(perOf({ 'match.operation': 'get' })).toBeUndefined();
  expect(perOf({ 'match.operation': 'get', 'when.first': '2' })).toBe('generation');
  expect(perOf({ 'when.first': '2', 'match.operation': 'get' })).toBe('generation');
  expect(perOf({ 'when.first': '2', 'match.operation': '' })).toBeUndefined();
  const draft = draftOf('answer', { 'match.operation': 'get', 'when.first': '2' });
  const first = countFields(false).find(({ path }) => path === 'when.first') ?? END_FIELDS[1];
  const total = putAt(draft, 'when.per', undefined);
  expect(first && asObject(withTyped(total, first, '3')['when'])).toEqual({ first: 3, per: undefined });
  expect(first && asObject(withTyped(draft, first, '')['when'])['per']).toBeUndefined();
});

test('creates of a generation are not counted apart', () => {
  const paths = (isCreate: boolean): string[] => countFields(isCreate).map(({ path }) => path);
  expect([paths(true).includes('when.per'), paths(false).includes('when.per')]).toEqual([false, true]);
});

test('an empty field removes its part of the limit', () => {
  const [time, failures] = END_FIELDS;
  const sooner = time && withTyped(newRule(), time, '2.5');
  expect(sooner?.['limit']).toEqual({ hits: 1000, ttl_seconds: 150 });
  const endless = [time, failures].reduce((rule, field) => (field ? withTyped(rule, field, '') : rule), newRule());
  expect(lastingWords(endless)).toContain('Never expires.');
  expect(writtenRule(endless)).not.toHaveProperty('limit');
});

test('a new rule has a limit, and the sentence contains it', () => {
  expect(lastingWords(newRule())).toBe(
    'Returns an error (status 503), for all creates. Expires after 10 min or 1,000 failures.',
  );
  expect(lastingWords({ ...newRule(), limit: undefined })).toBe(
    'Returns an error (status 503), for all creates. Never expires.',
  );
});

test.each([
  [
    { effect: { kind: 'answer', status: 429, retry_after: 2 }, match: { operation: 'create' }, when: { first: 3 } },
    'Returns an error (status 429, Retry-After 2 s), for the first 3 creates.',
  ],
  [
    {
      effect: { kind: 'answer', status: 503 },
      match: { operation: 'get', prompt: 'fox' },
      when: { first: 2 },
      limit: { ttl_seconds: 600, hits: 1000 },
    },
    'Returns an error (status 503), for the first 2 polls whose prompt contains "fox", in total. Expires after 10 min or 1,000 failures.',
  ],
  [
    { effect: { kind: 'reset', at: 0.4 }, match: { operation: 'content' }, when: { first: 1, per: 'generation' } },
    'Resets the connection after a part of the body (part sent 40 %), for the first download of each generation.',
  ],
  [
    { effect: { kind: 'outcome', stick: 'running', give_up_seconds: 3600 }, limit: { hits: 2, ttl_seconds: 90 } },
    'The generation stays running, then times out (timeout 1 h), for all requests. Expires after 1 min 30 s or 2 failures.',
  ],
  [
    { effect: { kind: 'delay', ms: 1500 }, when: { every: 2, probability: 0.1 } },
    'Waits before the headers (wait 1.5 s), for 1 of every 2 requests, with a chance of 10 %.',
  ],
  [
    { match: { operation: 'get', prompt: 'fox' }, when: { first: 2, after: 1, per: 'generation' } },
    'Returns an error, for the first 2 polls of each generation whose prompt contains "fox", after skipping 1.',
  ],
  [{ match: { operation: 'get' }, when: { per: 'generation' } }, 'Returns an error, for all polls of each generation.'],
  [{ effect: { kind: 'account', balance_usd: 0 } }, 'Changes the account (new balance $0.00), for all requests.'],
  [{ effect: { kind: 'content', damage: 'moov-cut' } }, 'The clip has no index, for all requests.'],
  [
    { effect: { kind: 'content', length_delta: 500, change_etag: true }, match: { operation: 'content' } },
    'Each response has another ETag (length delta 500), for all downloads.',
  ],
  [{ effect: { kind: 'account', revoke_key: true } }, 'Changes the account (revoke the key), for all requests.'],
  [
    { effect: { kind: 'drop' }, match: { operation: ['get', 'content'] } },
    'Never answers, for all polls and downloads.',
  ],
  [{ effect: { kind: 'foo', n: 1 } }, 'Foo (n 1), for all requests.'],
  [{}, 'Returns an error, for all requests.'],
])('%j in words', (rule, words) => {
  expect(ruleWords(rule)).toBe(words);
});

test('the sentence about an expired rule does not contain its limits', () => {
  const rule = { effect: { kind: 'answer' }, limit: LIMIT };
  expect(lastingWords({ ...rule, expired: true })).toBe('Returns an error, for all requests. Expired.');
  expect(lastingWords(rule)).toBe('Returns an error, for all requests. Expires after 10 min or 1,000 failures.');
});
