/** Tests which bodies a run keeps, and which bodies it does not judge. */

import { expect, test } from 'vitest';
import { ALL_TEXT_LIMIT, keepBody } from './body.ts';
import type { Body } from './exchange.ts';
import { createRedactor } from './redactor.ts';

const record = (characters: number): Buffer => Buffer.from(JSON.stringify({ id: 'x', note: 'n'.repeat(characters) }));

test('the text of long records is kept up to a limit for the run; after that, long records are not judged', async () => {
  const keeping = { redactor: createRedactor({}), signal: new AbortController().signal, isElsewhere: false };
  const keep = async (characters: number): Promise<Body> =>
    (await keepBody(record(characters), 'application/json', keeping)).body;
  const [LONG, TOO_LONG] = [200_000, 300_000];
  const first = await keep(LONG);
  expect([first.text?.length, first.isUnkept]).toEqual([record(LONG).length, undefined]);
  expect(await keep(TOO_LONG)).not.toHaveProperty('isUnkept');
  for (let kept = LONG; kept <= ALL_TEXT_LIMIT; kept += LONG) await keep(LONG);
  const later = await keep(LONG);
  expect([later.text, later.isUnkept]).toEqual([undefined, true]);
  expect((await keep(1000)).text).toBe(record(1000).toString());
  expect(await keep(TOO_LONG)).not.toHaveProperty('isUnkept');
});
