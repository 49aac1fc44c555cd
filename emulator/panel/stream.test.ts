import { expect, test } from 'vitest';
import { createEventParser } from './stream.ts';

const TEXT = ': connected\n\nevent: request\ndata: {"a":1}\n\n: still here\n\nevent: lost\ndata: {"events":3}\n\n';
const EVENTS = [
  { type: 'request', a: 1 },
  { type: 'lost', events: 3 },
];

test('events come out whole, wherever the chunks are cut', () => {
  for (let at = 0; at <= TEXT.length; at += 1) {
    const parse = createEventParser();
    expect([...parse(TEXT.slice(0, at)), ...parse(TEXT.slice(at))]).toEqual(EVENTS);
  }
});

test('an event whose end has not come is not one yet', () => {
  const parse = createEventParser();
  expect(parse('event: lost\n')).toEqual([]);
  expect(parse('data: {}\n\n')).toEqual([{ type: 'lost' }]);
});
