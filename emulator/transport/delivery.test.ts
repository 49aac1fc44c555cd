import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';

import { reportDelivery } from './delivery.ts';

test('a response that is over lets go of its answer, though its connection stays open', () => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const told: unknown[] = [];
  const receipt = {
    leaving: () => undefined,
    replaced: () => undefined,
    sent: (...args: unknown[]) => void told.push(args),
  };
  reportDelivery(response, { receipt, body: 'x'.repeat(1_000_000) });
  response.emit('close');
  expect(told).toEqual([[0, true, undefined]]);
  expect(response.listenerCount('close')).toBe(0);
});
