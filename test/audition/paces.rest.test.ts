/** Pace never decides: ordinary clients get the same word at both paces, or are unreached at the quick one. */

import { describe, expect, test } from 'vitest';

import { functionDriver, renderAudition, runAudition } from '../../audition/index.ts';
import { ordinaryClient, type Habits } from './ordinary-client.ts';

const ONLY = ['accepted_then_timeout', 'content_stall'];
/** At the real pace each client waits for minutes. */
const IS_LONG = process.env['SIZES'] === 'full';

interface Row extends Habits {
  readonly client: string;
  /** The words for the two scenarios at the real pace. */
  readonly real: readonly [string, string];
}

const ROWS: readonly Row[] = [
  { client: 'that sends no key', key: 'none', repeatsUnanswered: true, real: ['broken', 'weak'] },
  {
    client: 'that repeats requests only after 429 and 5xx',
    key: 'same for all attempts',
    repeatsUnanswered: false,
    real: ['gave-up', 'gave-up'],
  },
  {
    client: 'with a new key for each attempt',
    key: 'new for each attempt',
    repeatsUnanswered: true,
    real: ['broken', 'weak'],
  },
];

async function play(habits: Habits, pace: 'quick' | 'real'): Promise<{ words: unknown[]; text: string }> {
  const client = { name: 'ordinary', drive: () => functionDriver(ordinaryClient(habits), ['make']) };
  const { report } = await runAudition({ clients: [client], only: ONLY, pace });
  const cases = report.clients[0]?.cases ?? [];
  const words = ONLY.map((name) => cases.find(({ scenario }) => scenario === name)?.word);
  return { words, text: renderAudition(report, 'markdown') };
}

describe('a client', () => {
  test.concurrent.each(ROWS)('$client is not judged by the quick pace', async ({ real: [, stalled], ...habits }) => {
    const { words, text } = await play(habits, 'quick');
    expect(words).toEqual(['unreached', stalled]);
    expect(text).toContain(
      'These cases cannot be judged with --pace quick: accepted_then_timeout. The client waited for a delayed response.',
    );
    expect(text).toContain('These cases ran again with a deadline of 75 s');
  });

  test.skipIf(!IS_LONG).concurrent.each(ROWS)(
    '$client gets these words at the real pace',
    async ({ real, ...habits }) => {
      expect((await play(habits, 'real')).words).toEqual(real);
    },
  );
});
