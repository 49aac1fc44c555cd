/** Flaws in what the client says: of statuses, of failures, of its own timeout. */

import { randomUUID } from 'node:crypto';

import { carefulClient } from '../../../docs/examples/clients/careful.ts';
import { isContent, givingUp, onceCreated, SAID, type Flaw } from './flawed-client.ts';

export const TRUTH_FLAWS: readonly Flaw[] = [
  {
    check: 'unknown-status-is-no-end',
    scenario: 'status_unknown_value',
    client: givingUp(async (answer, url) => !isContent(url) && (await answer.text()).includes('"paused"'), SAID),
    also: ['delivers'],
  },
  {
    check: 'failed-poll-is-no-failure',
    scenario: 'poll_404_once',
    client: givingUp(({ status }) => status === 404, { ...SAID, status: 'failed' }),
  },
  {
    check: 'timeout-is-neither',
    scenario: 'stuck_pending',
    client: (call) => {
      let polls = 0;
      return givingUp(({ status }) => status === 200 && (polls += 1) > 4, { ...SAID, status: 'failed' })(call);
    },
  },
  {
    check: 'reports-its-own-ids',
    scenario: 'skips_running',
    client: async (call) => ({ ...(await carefulClient(call)), ids: [randomUUID()] }),
  },
  {
    check: 'tells-unknown-outcome',
    scenario: 'accepted_then_reset',
    client: async (call) => {
      const told = await onceCreated(call);
      return told.outcome === 'gave-up' ? { ...SAID, ids: told.ids } : told;
    },
    also: ['tries-again'],
  },
  {
    check: 'tells-what-failed',
    scenario: 'content_404_after_completed',
    client: givingUp(({ status }) => status === 404, { outcome: 'gave-up' }),
    also: ['tries-again'],
  },
];
