/** Clips as a QA engineer looks at them, in a real browser. */

import { describe, expect, test } from 'vitest';

import { expectNoFindings, skipsBrowser, useBrowser, whyNoBrowser } from '../support/panel/browser.ts';
import { press, search, start, startAccount, text } from '../support/panel/steps.ts';

describe.skipIf(skipsBrowser)(`in a browser${whyNoBrowser}`, () => {
  const openPage = useBrowser();

  test('"download cut at 40 %": the clip plays, steps by its frame code, and its bytes show the cut', async () => {
    const { page, app, id, see, emulator } = await startAccount(openPage, { latency: 'instant' });
    await search(page, 'download cut at 40 %', 'content_cut_at_40');
    expect((await app.poll(id))['status']).toBe('completed');
    const first = await app.download(id);
    expect(first.isWhole).toBe(false);
    await app.download(id, { range: `bytes=${first.bytes - 1000}-` });
    await see(`clip?account=qa&id=${id}`);
    await page.getByText('No downloads yet.').waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: 'cut by a fault · content_cut_at_40' }).waitFor();
    await text(page, 'All bytes were sent. 1 KB were sent twice or more.');
    const before = await app.state();
    await text(page, 'Frame 0 at 0.000 s. The last frame is 95. The frame code matches.');
    await press(page, '+1 second');
    await text(page, 'Frame 24 at 1.000 s. The last frame is 95. The frame code matches.');
    await page.keyboard.press('ArrowRight');
    await text(page, 'Frame 25 at 1.042 s. The last frame is 95. The frame code matches.');
    for (const frame of [49, 73, 95]) {
      await press(page, '+1 second');
      await text(page, new RegExp(`Frame ${frame} at .* The last frame is 95. The frame code matches`));
    }
    await text(page, 'Frame 95 at 3.958 s. The last frame is 95. The frame code matches.');
    await press(page, 'Next frame');
    await text(page, 'Frame 95 at');
    expect(await app.state()).toEqual(before);
    expect(emulator.journal.of('qa').count({ operation: 'content' })).toBe(2);
    await expectNoFindings(page);
    await page.getByRole('link', { name: 'Requests' }).last().click();
    await page.getByRole('button', { name: /create, poll, 2 downloads/ }).click();
    await page.getByRole('button', { name: /download bytes=\d+-/ }).waitFor();
  });

  test('with a control token, the clip plays, too', async () => {
    const controlToken = 'correct-horse-battery';
    const { page, app, see } = await start(openPage, { latency: 'instant', controlToken });
    const { id } = await app.create();
    await app.poll(id);
    await see(`clip?account=qa&id=${id}`);
    await page.getByLabel('Control token').fill(controlToken);
    await press(page, 'Open the panel');
    await text(page, 'Frame 0 at 0.000 s. The last frame is 95. The frame code matches.');
  });
});
