import { afterAll, beforeAll, expect, test } from 'vitest';

import { createEmulator, type Emulator } from '../../index.ts';
import { asObject, writtenRule, type JsonObject } from './json.ts';
import {
  draftFrom,
  LIMIT,
  newDraft,
  OPERATION_FIELD,
  shownFields,
  textAt,
  toRule,
  withEffect,
  withLife,
  withTyped,
  type RuleDraft,
} from './rule-draft.ts';
import { COUNT_FIELDS, END_FIELDS, KEEP_FIELD, PROMPT_FIELD, RULE_KINDS, type RuleKind } from './rule-kinds.ts';
import { isExpired, lastingWords, ruleWords } from './rule-words.ts';

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

/** The draft of a kind, with the effect of these words, after some fields were filled in. */
function draftOf(name: string, typed: Typed = {}, words?: string): RuleDraft {
  const kind = kindNamed(name);
  const effect = kind.effects.find(([own]) => own === words);
  const draft = withEffect(newDraft(kind), kind, effect);
  const fields = [...kind.fields, ...COUNT_FIELDS, ...END_FIELDS, PROMPT_FIELD, OPERATION_FIELD];
  return Object.entries(typed).reduce((before, [path, text]) => {
    const field = fields.find((one) => one.path === path || one.path === `effect.${path}`);
    if (field === undefined) throw new Error(`The form has no field ${path}.`);
    return withTyped(before, field, text);
  }, draft);
}

function ruleOf(...[name, typed, words]: Parameters<typeof draftOf>): JsonObject {
  return toRule(draftOf(name, typed, words));
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
    const again = draftFrom(rule);
    expect(again.json).toBeUndefined();
    expect(toRule(again)).toEqual(rule);
    expect(again.effect[0]).toBe(draftOf(kind, typed, words).effect[0]);
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
  const paths = (words: string): string[] => shownFields(draftOf('break', {}, words)).map(({ path }) => path);
  expect(paths('reset after part')).toEqual(['effect.at']);
  expect(paths('reset before headers')).toEqual([]);
  expect(paths('never answer')).toEqual([]);
  expect(ruleOf('break', { 'match.operation': 'all' }, 'never answer')).toEqual({ effect: { kind: 'drop' } });
  expect(ruleOf('break')).toEqual({ match: { operation: 'content' }, effect: { kind: 'reset', at: 0.4 } });
});

test.each([
  ['answer', {}, 'create'],
  ['break', {}, 'content'],
  ['record', {}, 'get'],
  ['record', { 'match.operation': 'create' }, 'create'],
  ['content', { 'match.operation': 'all' }, 'content'],
  ['answer', { 'match.operation': 'all' }, undefined],
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
  expect(ruleOf('fail', { 'match.operation': 'get' })).toMatchObject({ match: { operation: 'create' } });
});

test('another kind keeps the requests and the counts', () => {
  const draft = draftOf('answer', { status: '429', 'match.operation': 'get', 'when.first': '3' });
  const slow = withEffect(draft, kindNamed('slow'));
  expect(toRule(slow)).toEqual({
    match: { operation: 'get' },
    when: { first: 3 },
    effect: { kind: 'delay', ms: 10_000 },
  });
  expect(shownFields(slow).map((field) => textAt(slow.rule, field))).toEqual(['10']);
});

test('a rule that the fields cannot show is edited as JSON, without what the server filled in', async () => {
  const { body } = await add({ effect: { kind: 'answer', status: 429, headers: { 'x-a': '1' } } });
  expect(JSON.parse(draftFrom(body, 'x').json ?? '')).toEqual({
    id: body['id'],
    effect: { kind: 'answer', status: 429, headers: { 'x-a': '1' } },
  });
});

test('the lifetime stays in JSON and in fields, and the sentence contains it', async () => {
  const draft = draftOf('answer');
  expect(lastingWords(withLife(draft, toRule(draft)))).toBe(
    'Returns 503 for all creates. Expires after 10 minutes or 1,000 hits.',
  );
  const kept = withTyped({ ...draft, json: '{}' }, KEEP_FIELD, 'yes');
  expect(lastingWords(withLife(kept, toRule(kept)))).toBe('Returns 503 for all creates. Never expires.');
  const hidden = { effect: { kind: 'answer', status: 429, headers: { 'x-a': '1' } } };
  const { body } = await add(hidden);
  expect(draftFrom(body).rule['keep']).toBe(true);
  const limited = draftFrom({ ...hidden, limit: LIMIT });
  expect([limited.rule['keep'], limited.json?.includes('limit')]).toEqual([undefined, false]);
});

test.each([
  [
    { effect: { kind: 'answer', status: 429, retry_after: 2 }, match: { operation: 'create' }, when: { first: 3 } },
    'Returns 429 with Retry-After: 2 for the first 3 creates.',
  ],
  [
    {
      effect: { kind: 'answer', status: 503 },
      match: { operation: 'get', prompt: 'fox' },
      when: { first: 2 },
      limit: { ttl_seconds: 600, hits: 1000 },
    },
    'Returns 503 for the first 2 polls of prompts with "fox". Expires after 10 minutes or 1,000 hits.',
  ],
  [
    { effect: { kind: 'reset', at: 0.4 }, match: { operation: 'content' }, when: { first: 1, per: 'generation' } },
    'Resets the connection after 40 % of the body, for the first download of each generation.',
  ],
  [
    { effect: { kind: 'outcome', stick: 'running', give_up_seconds: 3600 }, limit: { hits: 2, ttl_seconds: 90 } },
    'The generation stays running, then fails with generation_timeout after 1 h, for all requests. Expires after 1 min 30 s or 2 hits.',
  ],
  [
    { effect: { kind: 'delay', ms: 1500 }, when: { every: 2, probability: 0.1 } },
    'Waits 1.5 s before the headers, for every 2nd request, with a chance of 10 %.',
  ],
  [{ effect: { kind: 'content', damage: 'moov-cut' } }, 'The clip has no index, for all requests.'],
  [
    { effect: { kind: 'content', length_delta: 500, change_etag: true }, match: { operation: 'content' } },
    'Content-Length is wrong by 500 bytes and each response has another ETag, for all downloads.',
  ],
  [{ effect: { kind: 'account', revoke_key: true } }, 'Revokes all keys, for all requests.'],
  [
    { effect: { kind: 'drop' }, match: { operation: ['get', 'content'] } },
    'Never answers, for all polls and downloads.',
  ],
  [{}, 'Returns 503 for all requests.'],
])('%j in words', (rule, words) => {
  expect(ruleWords(rule)).toBe(words);
});

test.each([
  [{ hits: 2, seen: 2, limit: { hits: 2 } }, false],
  [{ hits: 3, seen: 4, when: { first: 3 }, limit: { hits: 1000, ttl_seconds: 600 } }, false],
  [{ hits: 0, seen: 0, limit: { hits: 1000, ttl_seconds: 600 } }, true],
  [{ hits: 3, seen: 4, name: 'storm_503' }, false],
])('%j does not fire any more, and has expired: %s', (rule, expired) => {
  expect(isExpired(rule)).toBe(expired);
});

test('the sentence about an expired rule does not contain its limits', () => {
  const rule = { effect: { kind: 'answer' }, hits: 1, seen: 1, limit: LIMIT };
  expect(lastingWords({ ...rule, spent: true })).toBe('Returns 503 for all requests. Expired.');
  expect(lastingWords(rule)).toBe('Returns 503 for all requests. Expires after 10 minutes or 1,000 hits.');
});
