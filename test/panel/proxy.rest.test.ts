/** The panel of a proxy: whose an answer is, which promises were broken, what was spent, and what is not offered. */

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

/** A proxy that judges, before an emulator that breaks a promise. */
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
    'theirs and ours, promises and money are told apart, %s',
    async (colorScheme) => {
      const rig = await serveProxy();
      const { page, see } = await startAt(openPage, rig.url, { colorScheme, viewport: { width: 320, height: 900 } });
      await see('now');
      await text(page, 'with the key that it has for the service');
      const { id } = (await (await rig.create()).json()) as { id: string };
      await text(page, '[theirs]');
      const spent = page.getByRole('region', { name: 'The service behind this proxy' }).getByRole('definition');
      await expect.poll(() => spent.allInnerTexts()).toEqual(['$1.00', '$0.48', '$0.00', '$0.52']);
      await see('account?name=caller');
      await search(page, 'storm', 'storm_503');
      expect((await rig.create()).status).toBe(503);
      await press(page, 'Turn all off');
      await text(page, 'Done: Turn all off');
      await see('now?upstream=ours');
      await text(page, '[ours, not asked]');
      await rig.ask(`/v1/videos/${id}`);
      await see('now?upstream=broken');
      await page.getByRole('button', { name: /breaks a promise/ }).click();
      await text(page, /^The service answered 404 after \d+ ms\. The client /);
      await text(page, /^The service broke the promise error\.envelope/);
      await page.getByRole('group', { name: 'Broken promises' }).waitFor();
      await expectNoFindings(page);
      await rig.ask(`/v1/videos/${id}`);
      await see(`clip?account=caller&id=${id}`);
      await text(page, 'The clip is at the service behind this proxy');
      await text(page, `"id": "${id}"`);
      await expectNoFindings(page);
    },
  );

  test('what only an emulator can do is not offered, and says why', async () => {
    const rig = await serveProxy();
    await rig.create();
    const { page, see } = await startAt(openPage, rig.url);
    await see('accounts');
    await text(page, 'any key opens an account with its first request');
    await page.getByRole('button', { name: 'Open an account' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'caller', exact: true }).click();
    await page.getByRole('heading', { name: 'What only an emulator can do' }).waitFor();
    for (const name of ['Clock', 'Money', 'Generations', 'Snapshots'])
      await page.getByRole('heading', { name, exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('searchbox').first().fill('stuck in running for an hour');
    await text(page, 'The scenario stuck_running cannot run in a proxy');
    await page.getByRole('button', { name: 'Turn on: stuck_running' }).waitFor({ state: 'detached' });
    await press(page, 'Revoke its keys');
    await text(page, 'Done: Revoke its keys');
    expect((await rig.create()).status).toBe(401);
    await expectNoFindings(page);
  });
});
