import { expect, test } from 'vitest';
import { CHECKS } from '../checks/checks.ts';
import { nearest } from './nearest.ts';

const IDS = CHECKS.map(({ id }) => id);

test('each id is found again if a letter is missing or two letters are swapped', () => {
  const some = IDS.filter((_, at) => at % 40 === 0);
  const lost = [...some, 'record.status', 'content.digest', 'http.date', 'content.unknown'].filter((id) => {
    const at = Math.floor(id.length / 2);
    const typed = [
      id.slice(0, at) + id.slice(at + 1),
      `${id.slice(0, at)}${id[at + 1] ?? ''}${id[at]}${id.slice(at + 2)}`,
    ];
    return typed.some((one) => one !== id && !IDS.includes(one) && !nearest(one, IDS).includes(id));
  });
  expect(lost).toEqual([]);
});
