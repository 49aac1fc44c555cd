/** The kit through a proxy without faults: the same verdicts as without it, and the same clips byte for byte. */

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { run, type Report, type RunOptions } from '../../conformance/index.ts';
import { PROFILE } from '../conformance/independent/serve.ts';
import { hasPython, startIndependent, withoutPython } from './independent.ts';
import { KEY, openRig, openUpstream } from './rig.ts';

/** The whole kit if CI sets SIZES. Otherwise only checks of every answer, and checks of ranges. */
const IS_FULL = process.env['SIZES'] === 'full';
const OPTIONS: RunOptions = {
  ...PROFILE,
  gates: ['document', 'http'],
  ...(!IS_FULL && { only: ['record.*', 'error.*', 'state.*', 'content.range.*'] }),
};

/** The proxy itself answers paths and methods outside of the API. */
const ANSWERED_HERE = new Set(['error.envelope.beyond', 'http.allow.post-content']);

const verdicts = ({ results }: Report): Record<string, string> =>
  Object.fromEntries(results.flatMap(({ id, verdict }) => (ANSWERED_HERE.has(id) ? [] : [[id, verdict]])));

const SERVERS: readonly (readonly string[])[] = [
  [],
  ['--break', 'html-errors'],
  ...(IS_FULL ? [['--legal', 'validators', 'more-members', 'small-parts', 'wants-length', 'slow', 'storage']] : []),
];

const digest = async (url: string): Promise<string> => {
  const answer = await fetch(url, { headers: { authorization: 'Bearer key-primary' } });
  return `${answer.status} ${createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex')}`;
};

test.skipIf(!hasPython).for(SERVERS.map((args) => ({ args })))(
  `the kit finds through a proxy what it finds without one: the independent server, $args${withoutPython}`,
  async ({ args }) => {
    const [straight, behind] = await Promise.all([startIndependent(...args), startIndependent(...args)]);
    const rig = await openRig(behind.url, { budget: 10_000, check: true });
    try {
      const [without, through] = await Promise.all([run(straight.url, OPTIONS), run(rig.url, OPTIONS)]);
      expect(verdicts(through)).toEqual(verdicts(without));
      expect([through.exitCode, through.spend.spent]).toEqual([without.exitCode, without.spend.spent]);
      expect(rig.proxy.spending().spent).toBeGreaterThan(0);
      const made = new Set(
        through.exchanges.flatMap(({ request }) => /videos\/([0-9a-f-]{36})\/content/.exec(request.url)?.[1] ?? []),
      );
      for (const id of [...made].slice(0, 5)) {
        const path = `/v1/videos/${id}/content`;
        expect(await digest(rig.url + path)).toBe(await digest(behind.url + path));
      }
      expect(made.size).toBeGreaterThan(0);
      // The passive judge finds the envelopes that the kit finds, and nothing on a server that keeps its promises.
      const broken = rig.proxy.checked()?.broken.map(({ check }) => check) ?? [];
      expect(broken.includes('error.envelope')).toBe(verdicts(without)['error.envelope'] === 'fail');
      if (without.exitCode === 0) expect(broken).toEqual([]);
    } finally {
      await rig.close();
      straight.stop();
      behind.stop();
    }
  },
);

test('the kit does not take the account balance of the proxy for the balance of the service', async () => {
  const { emulator, url } = await openUpstream({ latency: 'instant' });
  const rig = await openRig(url, { budget: 10_000 });
  try {
    const { results } = await run(rig.url, {
      keys: { primary: KEY },
      balance: { path: '/_standin/accounts/caller', field: 'ledger.balance_usd' },
      only: ['credits.sum'],
    });
    expect(results.find(({ id }) => id === 'credits.sum')).toMatchObject({
      verdict: 'untestable',
      reason: expect.stringContaining('belongs to another account'),
    });
  } finally {
    await rig.close();
    await emulator.close();
  }
});
