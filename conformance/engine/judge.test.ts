import { expect, test } from 'vitest';
import type { Exchange } from '../client/exchange.ts';
import { judgeAll } from './judge.ts';
import { defineCheck, defineProbe } from './define.ts';
import { fail } from './outcome.ts';

const probe = defineProbe({ id: 'several', sends: 'Several create requests.', run: async () => {} });

function check(id: string, label: string) {
  return defineCheck({
    id,
    requirement: 'create.body.json',
    proves: 'The server rejects these create requests.',
    failing: 'The server accepts them.',
    from: [probe],
    judge: ({ one }) => fail(one(label), 'a rejection', 'a record'),
  });
}

test('a probe that ended early is judged by what it sent, and names the reason for the rest', () => {
  const sent = { probe: 'several', label: 'first', n: 1, response: { status: 202 } } as unknown as Exchange;
  const ended = { id: 'several', status: 'ran', verdict: 'untestable', reason: 'It cost too much.' } as const;
  const results = judgeAll([check('create.body.json.first', 'first'), check('create.body.json.second', 'second')], {
    exchanges: [sent],
    probes: { several: ended },
    anyClip: 'clip.base',
    startedAt: '2026-01-01T00:00:00Z',
  });
  expect(results.map(({ verdict, reason }) => [verdict, reason])).toEqual([
    ['fail', undefined],
    ['untestable', 'It cost too much.'],
  ]);
});
