/** What is read of a generation's text is what decoding it would give, whatever stands in its prompt. */

import { expect, test } from 'vitest';
import { costIn, hasSources } from './undecoded.ts';

const PROMPT = '"cost":1,"sources":[] \\"cost":2';

test('the cost is that of the generation', () => {
  expect(costIn(JSON.stringify({ assignment: { prompt: PROMPT }, cost: 480_000, scenarios: [PROMPT] }))).toBe(480_000);
  expect(costIn(JSON.stringify({ prompt: PROMPT }))).toBeNaN();
});

test('sources are seen where there are some', () => {
  expect(hasSources(JSON.stringify({ assignment: { prompt: PROMPT, sources: [] } }))).toBe(false);
  expect(hasSources(JSON.stringify({ assignment: { prompt: PROMPT, sources: [{ id: 'a', handles: [] }] } }))).toBe(
    true,
  );
});
