/** Files that are made from code are committed as they would be made now. */

import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { GENERATED } from '../../scripts/generated.ts';

test.each(GENERATED)('%s is what `npm run generate` would write', async (path, text) => {
  expect(await readFile(new URL(`../../${path}`, import.meta.url), 'utf8')).toBe(await text());
});
