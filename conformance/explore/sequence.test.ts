import { expect, test } from 'vitest';

import { TEXT } from '../checks/lib/bodies.ts';
import { plainer, type Sequence } from './sequence.ts';
import { fewerOf, shrink, withVariants } from './shrink.ts';

const create = (body: object): Sequence[number] => ({
  method: 'POST',
  path: '/v1/videos',
  key: 'poor',
  body: JSON.stringify(body),
});
const START: Sequence = [
  create(TEXT),
  {
    ...create({ ...TEXT, resolution: '1080p', audio: false, duration_seconds: 31 }),
    isTogether: true,
    headers: [['Idempotency-Key', 'a']],
  },
  { ...create({ ...TEXT, audio: true }), isTogether: true },
];

async function shrunk(isWrong: (sequence: Sequence) => boolean): Promise<Sequence> {
  const { candidate } = await shrink(
    { candidate: START, seen: 'failed' },
    [fewerOf, (sequence) => withVariants(sequence, plainer)],
    async (candidates) => {
      const found = candidates.find(isWrong);
      return found && { candidate: found, seen: 'failed' };
    },
  );
  return candidate;
}

test('a mistake of one create shrinks to that create, with its usual fields and without other headers', async () => {
  const found = await shrunk((sequence) => sequence.some(({ body = '' }) => body.includes('31')));
  expect(found).toEqual([{ ...create({ ...TEXT, duration_seconds: 31 }), headers: [] }]);
});

test('a mistake of two requests keeps both requests and no other request', async () => {
  const found = await shrunk((sequence) => sequence.length >= 2);
  expect(found.map(({ body }) => body)).toEqual([JSON.stringify(TEXT), JSON.stringify(TEXT)]);
});
