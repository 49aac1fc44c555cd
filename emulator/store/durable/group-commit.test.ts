/** What is written together, and when. */

import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createGroupCommit } from './group-commit.ts';

/** Writes that end when they are let; what is written is noted as it begins. */
function commits() {
  const written: number[][] = [];
  const ends: (() => void)[] = [];
  const groups = createGroupCommit<number[]>({
    empty: () => [],
    write: (content) => {
      written.push([...content]);
      return new Promise((resolve) => ends.push(resolve));
    },
    failed: () => Promise.reject(new Error('Nothing fails here.')),
  });
  const add = (one: number): Promise<'kept'> => {
    const { content, written: kept } = groups.collecting();
    content.push(one);
    return kept;
  };
  return { written, ends, add };
}

async function turns(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await turn();
}

test('what is handed over in one turn, and in turns that follow each other, is written as one', async () => {
  const { written, ends, add } = commits();
  const kept = [add(1), add(2)];
  for (const one of [3, 4, 5]) {
    await turn();
    kept.push(add(one));
  }
  await turns(3);
  expect(written).toEqual([[1, 2, 3, 4, 5]]);
  ends[0]?.();
  expect(await Promise.all(kept)).toEqual(['kept', 'kept', 'kept', 'kept', 'kept']);
});

test('who hands over in every turn is not waited for without end', async () => {
  const { written, add } = commits();
  for (let at = 0; at < 20; at += 1) {
    void add(at);
    await turn();
  }
  expect(written[0]?.length).toBeLessThan(12);
});

test('what comes during a write is written after it, as one', async () => {
  const { written, ends, add } = commits();
  void add(1);
  await turns(3);
  void add(2);
  await turns(5);
  void add(3);
  await turns(5);
  expect(written).toEqual([[1]]);
  ends[0]?.();
  await turns(5);
  expect(written).toEqual([[1], [2, 3]]);
});
