/** `openapi.json` as a user of the package finds it. */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { toOpenApi } from '../../contract/index.ts';

const require = createRequire(import.meta.url);

test('standin/openapi.json is the document that toOpenApi makes', async () => {
  const path = require.resolve('standin/openapi.json');
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(JSON.parse(JSON.stringify(toOpenApi())));
});
