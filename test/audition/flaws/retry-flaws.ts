/** Flaws in trying again: too early, too often, without pauses, or not at all. */

import { setTimeout as sleep } from 'node:timers/promises';

import { GaveUp } from '../../../docs/examples/clients/careful-sender.ts';
import { careful, meeting, repeating, onceOnly, type Flaw } from './flawed-client.ts';

export const RETRY_FLAWS: readonly Flaw[] = [
  {
    check: 'waits-as-long-as-retry-after',
    scenario: 'rate_limit_burst_then_ok',
    // Three responses ask for a wait of one second. Only a machine that stops that long each time could hide the flaw.
    client: careful(() => ({ sleep: () => sleep(100) })),
  },
  {
    check: 'attempts-have-an-end',
    scenario: 'storm_503',
    client: meeting((answer, again) => repeating(answer, again, { most: 36, pauseMs: 60 })),
    also: ['waits-as-long-as-retry-after'],
  },
  {
    check: 'pauses-between-attempts',
    scenario: 'content_404_after_completed',
    // It sends so many requests that some of them overlap on any machine. Each ends with the two seconds of the
    // scenario.
    client: meeting((answer, again) => repeating(answer, again, { most: 300, pauseMs: 0 })),
    also: ['attempts-have-an-end'],
  },
  {
    check: 'pauses-grow',
    scenario: 'rate_limit_garbage',
    client: careful(() => ({ sleep: () => sleep(2500 + 250 * Math.random()) })),
    also: ['pauses-differ'],
  },
  {
    check: 'pauses-differ',
    scenario: 'rate_limit_garbage',
    // Three long pauses. A slow machine does not change them by more than the allowed difference.
    client: careful(() => {
      let pauses = 0;
      return {
        sleep: async () => {
          if ((pauses += 1) > 3) throw new GaveUp({ message: 'That is enough.' });
          await sleep(5500);
        },
      };
    }),
    also: ['pauses-grow'],
  },
  { check: 'tries-again', scenario: 'content_cut_at_40', client: onceOnly },
];
