import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { ScenarioView } from '../../control/routes/scenarios.ts';
import type { Entry } from '../../journal/entry.ts';
import { firedRules } from '../../journal/fired-rules.ts';
import { openRig } from '../../../test/support/control/rig.ts';
import { causeOf, factsOf, readable, requestHeaders, toCurlAgain } from './answer.ts';

function facts(entry: Entry) {
  return factsOf({ entry, rules: firedRules(entry) });
}

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
  expect(requestHeaders(entry)[0]).toEqual(['authorization', 'Bearer (not in the journal)']);
});

test('JSON is shown with line breaks, and what is cut as it is', () => {
  expect([readable('{"a":1}'), readable('{"a":')]).toEqual(['{\n  "a": 1\n}', '{"a":']);
});

test('the facts of a create are its generation and its money, and a rule that did not fire has its reason', async () => {
  const entry = await entryOf('a boat');
  expect(facts(entry).map(({ label, value }) => [label, value])).toEqual([
    ['Generation', 'created → pending'],
    ['Balance', expect.stringMatching(/^\$1,000\.00 → \$\d+\.\d\d$/)],
    ['Reserved', expect.stringMatching(/^\$0\.00 → /)],
  ]);
  const evaluations = [
    { rule: 'storm:1', fired: true, why: 'request 2 that matches', seen: 2 },
    { rule: 'other', fired: false, why: 'operation is content, not get' },
    { rule: 'stuck:1', fired: false, why: 'operation is get, not create' },
  ];
  const response = { ...entry.response, headers: { 'x-standin-fault': 'storm:1, stuck:1' } };
  const failed = { ...entry, evaluations, response, changes: [], code: 'rate_limited', status: 429 };
  expect(facts(failed).map(({ label, value }) => [label, value])).toEqual([
    ['Error', 'rate_limited'],
    ['Did not fire', 'other'],
  ]);
  expect(facts(failed).at(-1)?.note).toBe('Operation is download, not poll.');
  expect(causeOf(failed, 'storm:1', [])).toBe('injected by storm');
  const left = { ...failed, status: 200, code: null, is_aborted: true };
  expect(causeOf(left, 'storm:1', [])).toBe('while storm acted');
  expect(facts(left)[0]).toMatchObject({ label: 'Ended', value: 'by the client' });
  const when = { first: 3, after: 1, per: 'generation' };
  const scenarios = [{ name: 'storm', rules: [{}, { id: 'get', when }] }] as unknown as ScenarioView[];
  const third = { ...failed, evaluations: [{ rule: 'storm:get', fired: true, why: '', seen: 3 }] };
  expect(causeOf(third, 'storm:get', scenarios)).toBe('injected by storm:get, 2 of 3 for this generation');
  const outcome = { ...entry, evaluations: [{ rule: 'stuck', fired: true, why: 'always', kind: 'outcome' as const }] };
  expect(causeOf(outcome, 'stuck', [])).toBe('outcome set by stuck');
});
