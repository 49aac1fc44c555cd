import { expect, test } from 'vitest';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { CHECKS } from '../checks.ts';
import { alike, each, expects, given, inOrder, is, not } from './cases.ts';

/** Returns evidence with a response for each label. */
function evidenceOf(statuses: Readonly<Record<string, number>>): Evidence {
  const answers = Object.entries(statuses).map(([label, status], n) => ({
    n,
    label,
    response: { status, headers: [], body: { size: 0 }, complete: true },
  }));
  const one = (label: string): Answered => answers.find((answer) => answer.label === label) as unknown as Answered;
  return { one } as unknown as Evidence;
}

test('every case names its probes and a server that breaks the promise', () => {
  expect(CHECKS.filter(({ from, failing }) => from.length === 0 || failing === '').map(({ id }) => id)).toEqual([]);
});

test('a failure shows the first wrong response, and lists the others', () => {
  const outcome = each(['a', 'b', 'c'], is(200), ['200'])(evidenceOf({ a: 200, b: 404, c: 500 }));
  expect(outcome).toMatchObject({
    verdict: 'fail',
    expected: '200',
    exchanges: [1],
    otherRequests: [{ request: 'c' }],
  });
});

test('a rule of statuses that are wrong also rejects a crash', () => {
  expect(expects('a', not(206), ['another'])(evidenceOf({ a: 500 })).verdict).toBe('fail');
  expect(expects('a', not(206), ['another'])(evidenceOf({ a: 404 })).verdict).toBe('pass');
});

test('other requests are compared with the usual request', () => {
  const outcome = alike('a', ['b'], ', as usual')(evidenceOf({ a: 200, b: 404 }));
  expect(outcome).toMatchObject({ verdict: 'fail', expected: '200, as usual', exchanges: [0, 1] });
});

test('an expectation does not apply if its condition is not met', () => {
  const outcome = given(['a', is(206)], 'No part.', expects('b', is(200), ['200']))(evidenceOf({ a: 200, b: 404 }));
  expect(outcome).toMatchObject({ verdict: 'not-applicable', reason: 'No part.', exchanges: [0] });
});

test('the first expectation that does not pass decides', () => {
  const outcome = inOrder([expects('a', is(200), ['200']), expects('b', is(200), ['200'])])(
    evidenceOf({ a: 200, b: 404 }),
  );
  expect(outcome).toMatchObject({ verdict: 'fail', exchanges: [1] });
});
