import { expect, test } from 'vitest';

import { createPassiveJudge, type JudgeOfTraffic } from './passive-judge.ts';

let at = 0;

/** Judges a poll that shows this status, with this number of spaces after its record. Returns the broken checks. */
function poll(judge: JudgeOfTraffic, id: string, told: string): string[] {
  at += 1;
  const [status = '', characters = 0] = told.split(' and ');
  const output = status === 'completed' && { output: { url: `/v1/videos/${id}/content` } };
  const record = { id, object: 'video.generation', model: 'videomodel-2.5', status, cost_usd: 0.48, ...output };
  return judge({
    method: 'GET',
    path: `/v1/videos/${id}`,
    requestHeaders: { authorization: 'Bearer key' },
    status: 200,
    headers: { 'content-type': 'application/json' },
    text: JSON.stringify(record) + ' '.repeat(Number(characters)),
    at,
    ms: 1,
  }).map(({ check }) => check);
}

const idOf = (number: number): string => `11111111-1111-4111-8111-${String(number).padStart(12, '0')}`;

test('earlier responses of a generation show that a status goes back', () => {
  const judge = createPassiveJudge();
  expect(poll(judge, idOf(1), 'completed')).toEqual([]);
  expect(poll(judge, idOf(1), 'running')).not.toEqual([]);
});

test('a response that breaks the same promise as an earlier response is reported, too', () => {
  const judge = createPassiveJudge();
  const first = poll(judge, idOf(1), 'queued');
  expect(first).not.toEqual([]);
  expect(poll(judge, idOf(1), 'queued')).toEqual(first);
  expect(poll(judge, idOf(1), 'completed')).toEqual([]);
});

test('an overlong record of a generation is not remembered', () => {
  const judge = createPassiveJudge();
  expect(poll(judge, idOf(1), 'completed and 100000')).toEqual([]);
  expect(poll(judge, idOf(1), 'running')).toEqual([]);
});

test('the memory of generations has a limit, and the oldest generations are forgotten first', () => {
  const judge = createPassiveJudge();
  expect(poll(judge, idOf(1), 'completed')).toEqual([]);
  for (let other = 2; other < 702; other += 1) poll(judge, idOf(other), 'completed and 7000');
  expect(poll(judge, idOf(701), 'running')).not.toEqual([]);
  expect(poll(judge, idOf(1), 'running')).toEqual([]);
});
