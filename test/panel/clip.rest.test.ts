/** Clips as a QA engineer looks at them, in a real browser. */

import { describe, expect, test } from 'vitest';

import { expectNoFindings, skipsBrowser, useBrowser, whyNoBrowser } from '../support/panel/browser.ts';
import { press, search, startAccount, text } from '../support/panel/steps.ts';

describe.skipIf(skipsBrowser)(`in a browser${whyNoBrowser}`, () => {
  const openPage = useBrowser();

  test('"download cut at 40 %": the clip plays, steps by its block code, and its bytes show the cut', async () => {
    const { page, app, id, see, emulator } = await startAccount(openPage, { latency: 'instant' });
    await search(page, 'download cut at 40 %', 'content_cut_at_40');
    expect((await app.poll(id))['status']).toBe('completed');
    const first = await app.download(id);
    expect(first.isWhole).toBe(false);
    await app.download(id, { range: `bytes=${first.bytes - 1000}-` });
    await see(`clip?account=qa&id=${id}`);
    await page.getByText('Nothing was downloaded yet.').waitFor({ state: 'detached' });
    await page.getByRole('cell', { name: 'cut by a fault: content_cut_at_40:1' }).waitFor();
    await text(page, /1,000 came more than once/);
    const before = await app.state();
    await press(page, 'Play the clip');
    await text(page, 'Frame 0 of 96, at 0.000 s. Its block code says 0, as it should.');
    await text(page, 'The first frames carry the id of this generation.');
    await press(page, '1 second on');
    await text(page, 'Its block code says 24, as it should.');
    await page.keyboard.press('ArrowRight');
    await text(page, 'Its block code says 25, as it should.');
    await page.getByLabel('Frame', { exact: true }).fill('95');
    await page.keyboard.press('Tab');
    await text(page, 'Frame 95 of 96, at 3.958 s. Its block code says 95, as it should.');
    await press(page, '1 frame on');
    await text(page, 'Frame 95 of 96');
    expect(await app.state()).toEqual(before);
    expect(emulator.journal.of('qa').count({ operation: 'content' })).toBe(2);
    await page.getByText('Download it with a command').click();
    await text(page, `/v1/videos/${id}/content -H "Authorization: Bearer $STANDIN_API_KEY"`);
    await expectNoFindings(page);
  });
});
