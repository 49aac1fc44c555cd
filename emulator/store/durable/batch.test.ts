/** Which changes are written together, and when. */

import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BatchQueue, type Batch } from './batch.ts';

/** A queue whose writes end when the test ends them. */
function queue() {
  const written: string[][] = [];
  const lost: string[][] = [];
  const ends: ((failure?: Error) => void)[] = [];
  const keysOf = ({ values }: Batch): string[] => [...values.keys()];
  const batches = new BatchQueue({
    write: (batch) => {
      written.push(keysOf(batch));
      return new Promise((resolve, reject) => {
        ends.push((failure) => (failure === undefined ? resolve() : reject(failure)));
      });
    },
    failed: (batch, cause) => {
      lost.push(keysOf(batch));
      return cause as Error;
    },
  });
  const add = (key: string): Promise<void> => {
    const batch = batches.collect();
    batch.values.set(key, '');
    return batch.written;
  };
  return { written, lost, ends, add, batches };
}

async function turns(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await turn();
}

test('changes of one turn are one write', async () => {
  const { written, ends, add } = queue();
  const ended = [add('1'), add('2'), add('3')];
  await turns(3);
  expect(written).toEqual([['1', '2', '3']]);
  ends[0]?.();
  await Promise.all(ended);
});

test('changes during a write are one write after it', async () => {
  const { written, ends, add } = queue();
  void add('1');
  await turns(3);
  void add('2');
  await turns(5);
  void add('3');
  await turns(5);
  expect(written).toEqual([['1']]);
  ends[0]?.();
  await turns(5);
  expect(written).toEqual([['1'], ['2', '3']]);
});

test('changes that joined during a write that fails are lost with it', async () => {
  const { written, lost, ends, add, batches } = queue();
  const first = add('1');
  await turns(3);
  const second = add('2');
  ends[0]?.(new Error('The disk is full.'));
  for (const change of [first, second]) await expect(change).rejects.toThrow('The disk is full.');
  expect([written, lost]).toEqual([[['1']], [['1'], ['2']]]);
  await expect.poll(() => batches.newest).toBeUndefined();
});
