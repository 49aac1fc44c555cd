/** The panel of a proxy: the origin of each answer, broken promises, spent money, and unavailable features. */

import { describe, expect, onTestFinished, test } from 'vitest';

import { openRig, openUpstream, type Rig } from '../proxy/rig.ts';
import { expectNoFindings, skipsBrowser, useBrowser, whyNoBrowser } from '../support/panel/browser.ts';
import { press, search, startAt, text } from '../support/panel/steps.ts';

/** The service answers the first poll with an error without the envelope of the API. */
const BREAKS_PROMISE = {
  match: { operation: 'get' },
  when: { first: 1 },
  effect: { kind: 'answer', status: 404, body: { text: '{"message":"gone"}' }, contentType: 'application/json' },
} as const;

/** Opens a proxy that judges answers, and an emulator that breaks a promise. */
async function serveProxy(): Promise<Rig> {
  const upstream = await openUpstream({ faults: [BREAKS_PROMISE] });
  const rig = await openRig(upstream.url, { budget: 1, check: true });
  onTestFinished(async () => {
    await rig.close();
    await upstream.emulator.close();
  });
  return rig;
}

describe.skipIf(skipsBrowser)(`in a browser${whyNoBrowser}`, () => {
  const openPage = useBrowser();

  test.each(['light', 'dark'] as const)(
    'answers of the service, answers of the proxy, promises and money look different, %s',
    async (colorScheme) => {
      const rig = await serveProxy();
      const { page, see } = await startAt(openPage, rig.url, { colorScheme, viewport: { width: 320, height: 900 } });
      await see('requests');
      await text(page, 'with the API key of the service');
      const { id } = (await (await rig.create()).json()) as { id: string };
      await page.getByText('service', { exact: true }).waitFor();
      const spent = page.getByRole('region', { name: 'The service behind this proxy' }).getByRole('definition');
      await expect.poll(() => spent.allInnerTexts()).toEqual(['$1.00', '$0.48', '$0.00', '$0.52']);
      await see('account?name=caller');
      await search(page, 'storm', 'storm_503');
      expect((await rig.create()).status).toBe(503);
      await press(page, 'Turn all off');
      await text(page, '✓ Turn all off');
      await see('requests?find=origin:ours');
      await page.locator('.about').getByText('Standin', { exact: true }).waitFor();
      await rig.ask(`/v1/videos/${id}`);
      await see('requests?find=origin:broken');
      await page.getByRole('button', { name: /breaks 1 promise/ }).click();
      await text(page, /404 after \d+ ms/);
      await page.getByRole('listitem').getByText('error.envelope', { exact: true }).waitFor();
      await page.getByRole('table', { name: 'Broken promises' }).waitFor();
      await expectNoFindings(page);
      await rig.ask(`/v1/videos/${id}`);
      await see(`clip?account=caller&id=${id}`);
      await text(page, 'Only the service behind this proxy can send the clip');
      const link = page.getByRole('main').getByRole('link', { name: 'Requests', exact: true });
      expect(await link.getAttribute('href')).toContain(id);
      await expectNoFindings(page);
    },
  );

  test('features that need an emulator are not offered, with the reason', async () => {
    const rig = await serveProxy();
    await rig.create();
    const { page, see } = await startAt(openPage, rig.url);
    await see('accounts');
    await text(page, 'If a key has no account, the first request with the key creates the account');
    await page.getByRole('button', { name: 'Create account' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'caller', exact: true }).click();
    for (const name of ['Clock', 'Money', 'Generations'])
      expect(await page.getByRole('tab', { name, exact: true }).count()).toBe(0);
    await page.getByRole('searchbox').first().fill('stuck in running for an hour');
    await page.getByRole('button', { name: /^stuck_running/ }).click();
    await text(page, 'The scenario stuck_running cannot run in a proxy');
    expect(await page.getByRole('switch', { name: 'stuck_running' }).count()).toBe(0);
    await page.getByRole('tab', { name: 'More' }).click();
    await page.getByRole('heading', { name: 'Not available in a proxy' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Snapshots' }).count()).toBe(0);
    await press(page, 'Revoke all keys');
    await text(page, '✓ Revoke all keys');
    expect((await rig.create()).status).toBe(401);
    await expectNoFindings(page);
  });
});
