/** Flaws in what is delivered, and in ending at all. */

import { writeFile } from 'node:fs/promises';

import { careful, meeting, givingUp, SAID, onceOnly, type Flaw } from './flawed-client.ts';

export const DELIVERY_FLAWS: readonly Flaw[] = [
  {
    check: 'delivered-file-is-the-clip',
    scenario: 'skips_running',
    client: careful(() => ({ save: (path, bytes) => writeFile(path, bytes.subarray(1)) })),
  },
  {
    check: 'no-partial-file-left',
    scenario: 'content_cut_at_40',
    client: async (call) => {
      const told = await onceOnly(call);
      if (told?.outcome !== 'gave-up') return told;
      await writeFile(call.output, 'ftyp');
      return { outcome: 'gave-up', ids: [] };
    },
  },
  {
    check: 'delivers',
    scenario: 'extra_and_missing_fields',
    client: givingUp(async (answer) => /"completed"(?!.*"output")/.test(await answer.text()), SAID),
  },
  {
    check: 'finishes-what-was-accepted',
    scenario: 'insufficient_mid_batch',
    client: (call) => givingUp(({ status }) => call.goal === 'batch' && status === 200, SAID)(call),
    // It takes what it drops for failed, and hopes for the refund.
    also: ['stops-at-a-refusal'],
  },
  {
    check: 'ends-by-its-deadline',
    scenario: 'poll_404_once',
    client: meeting((answer) => (answer.status === 404 ? new Promise(() => undefined) : Promise.resolve(answer))),
  },
];
