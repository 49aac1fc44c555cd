/** Whoever asks a book sees all that was answered before, in the same turn too. */

import { expect, test } from 'vitest';

import { newTrace } from '../domain/trace.ts';
import { createBook, type Book, type BookOptions } from './book.ts';
import type { Chapters } from './chapters.ts';
import type { Facts } from './facts.ts';
import { createRedactors } from './redact.ts';
import { unpack } from './unpack.ts';

function aBook(options: Partial<BookOptions> = {}): Book {
  return createBook({
    isOn: true,
    bounds: { entriesPerAccount: 2, bytesPerAccount: 1e9, bytes: 1e9, retryWindowMs: 0 },
    bodyLimit: 100,
    redactors: createRedactors([]),
    findAccount: () => undefined,
    realNow: () => 0,
    monotonic: () => 0,
    reportCrash: (cause) => {
      throw cause;
    },
    ...options,
  });
}

function told(requestId: string, account = 'a'): Facts {
  return {
    requestId,
    request: { method: 'GET', target: '/', eachHeader: () => undefined },
    response: { status: 200, headers: {}, body: null },
    code: undefined,
    trace: { ...newTrace(), account },
    startedAt: 0,
  };
}

const QUESTIONS: Readonly<Record<string, readonly [ask: (chapters: Chapters) => unknown, answer: unknown]>> = {
  after: [({ after }) => after('a', 0).map((spot) => unpack(spot).facts.requestId), ['2', '3']],
  find: [({ find }) => find('3') !== undefined, true],
  lostThrough: [({ lostThrough }) => lostThrough('a'), 1],
  accounts: [({ accounts }) => accounts(), ['a']],
  cursor: [({ cursor }) => cursor(), 3],
  clear: [({ clear, accounts }) => (clear('a'), accounts()), []],
};

test.each(Object.entries(QUESTIONS))('%s sees what was told in the same turn', (_, [ask, answer]) => {
  const { recorder, chapters } = aBook();
  for (const id of ['1', '2', '3']) recorder?.record(told(id));
  expect(ask(chapters)).toEqual(answer);
});

test('entries are heard of in their order as they are written', () => {
  const heard: string[] = [];
  const { recorder, chapters } = aBook({ onEntry: ({ requestId }) => heard.push(requestId) });
  recorder?.record(told('1'));
  recorder?.record(told('2', 'b'));
  expect(heard).toEqual([]);
  chapters.cursor();
  expect(heard).toEqual(['1', '2']);
});

test('those who listen to an account are called when an entry is written and when its answer has left', async () => {
  const { recorder, chapters, bells } = aBook();
  const listener = bells.listen('a');
  const receipt = recorder?.record(told('1'));
  chapters.cursor();
  await listener.next(2 ** 31);
  receipt?.sent(3, false);
  await listener.next(2 ** 31);
  listener.close();
  expect(chapters.after('a', 0).map((spot) => unpack(spot).bytesSent)).toEqual([3]);
});

test('a book that is off has no recorder', () => {
  expect(aBook({ isOn: false })).toMatchObject({ isOn: false, recorder: undefined });
});
