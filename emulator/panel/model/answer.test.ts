import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Entry } from '../../journal/entry.ts';
import { openRig } from '../../../test/support/control/rig.ts';
import {
  actingFaults,
  causeOf,
  factsOf,
  idleRules,
  mainRule,
  readable,
  requestHeaders,
  toCurlAgain,
} from './answer.ts';

async function entryOf(prompt: string): Promise<Entry> {
  const { api, control } = openRig();
  const body = { model: 'videomodel-2.5', prompt, duration_seconds: 4 };
  const { headers } = await api('sk_standin_a', 'POST /v1/videos', { body, headers: { 'idempotency-key': "it's" } });
  return (await control('GET', `/explain/${headers.get('x-request-id')}`)).body.entry;
}

test('the curl to repeat it has what was sent, but the key, and no shell reads anything in it', async () => {
  const entry = await entryOf('\'; $(touch x) `y` \\ " é');
  const command = toCurlAgain(entry, 'http://127.0.0.1:4242').replace(/^curl/, 'printf "%s\\n"');
  const words = execFileSync('sh', ['-c', command], { encoding: 'utf8', env: { STANDIN_API_KEY: 'k' } }).split('\n');
  expect(words).toContain('Authorization: Bearer k');
  expect(words).toContain("idempotency-key: it's");
  expect(JSON.parse(words[words.indexOf('--data-raw') + 1] ?? '')).toMatchObject({
    prompt: '\'; $(touch x) `y` \\ " é',
  });
  expect(requestHeaders(entry)[0]).toEqual(['authorization', 'Bearer (the key is not kept)']);
});

test('JSON is shown with line breaks, and what is cut as it is', () => {
  expect([readable('{"a":1}'), readable('{"a":')]).toEqual(['{\n  "a": 1\n}', '{"a":']);
});

test('the facts of a create are its generation and its money, and a rule that did not fire has its reason', async () => {
  const entry = await entryOf('a boat');
  expect(factsOf(entry, [], []).map(({ label, value }) => [label, value])).toEqual([
    ['Generation', 'created → pending'],
    ['Money', expect.stringMatching(/^balance \$1,000\.00 → \$\d+\.\d\d, reserved \$0\.00 → /)],
  ]);
  const evaluations = [
    { rule: 'storm:1', fired: true, why: 'request 2 that matches', seen: 2 },
    { rule: 'other', fired: false, why: 'it is disabled' },
    { rule: 'stuck:1', fired: false, why: 'operation is get, not create' },
  ];
  const failed = { ...entry, evaluations, changes: [], code: 'rate_limited', status: 429 };
  expect(factsOf(failed, ['stuck:1'], []).map(({ label, value }) => [label, value])).toEqual([
    ['Error', 'rate_limited'],
    ['Did not fire', 'other'],
  ]);
  expect(causeOf(failed, 'storm:1', [])).toBe('injected by storm');
});

test('a rule that only plans the outcome does not cause a refusal, and the first of two answers is the cause', () => {
  const fired = (...kinds: string[]) => ({
    status: 402,
    code: 'insufficient_credits',
    faults: kinds,
    evaluations: kinds.map((kind) => ({ rule: kind, fired: true, why: 'always', kind: kind.replace(/\d/, '') })),
  });
  const plan = fired('outcome');
  expect([mainRule(plan, []), actingFaults(plan, []), idleRules(plan, [])]).toEqual([undefined, [], ['outcome']]);
  const several = fired('outcome', 'delay', 'answer1', 'answer2');
  expect([mainRule(several, []), idleRules(several, [])]).toEqual(['answer1', ['outcome', 'answer2']]);
  expect(mainRule({ ...fired('answer', 'drop'), status: 503, code: null }, [])).toBe('drop');
  expect(mainRule({ ...plan, status: 202, code: null }, [])).toBe('outcome');
});

test('a row of the list has the kinds of its scenarios', async () => {
  const { control } = openRig();
  const { scenarios } = (await control('GET', '/scenarios')).body;
  const row = { status: 402, code: 'insufficient_credits', faults: ['stuck_running:1'] };
  expect(actingFaults(row, scenarios)).toEqual([]);
  expect(actingFaults({ ...row, status: 202, code: null }, scenarios)).toEqual(['stuck_running:1']);
});
