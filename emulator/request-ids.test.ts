import { expect, test } from 'vitest';
import { createRequestIds } from './request-ids.ts';

test('request ids are version 4 uuids, each drawn once, with every digit at every free place', () => {
  const next = createRequestIds();
  const ids = Array.from({ length: 5000 }, next);
  expect(new Set(ids).size).toBe(5000);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const digits = Array.from({ length: 36 }, (_, place) => new Set(ids.map((id) => id[place])).size);
  expect(digits.join(' ')).toBe(
    '16 16 16 16 16 16 16 16 1 16 16 16 16 1 1 16 16 16 1 4 16 16 16 1 16 16 16 16 16 16 16 16 16 16 16 16',
  );
});
