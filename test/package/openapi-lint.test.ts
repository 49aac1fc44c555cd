/** Redocly's recommended rules over the committed document. Its library reads and sends nothing else. */

import { readFile } from 'node:fs/promises';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';

import { openApiText } from '../../contract/index.ts';
import { createEmulator } from '../../emulator/index.ts';

const path = new URL('../../contract/openapi.json', import.meta.url);

async function problemsOf(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: path.pathname, config });
  return problems.map(({ severity, ruleId, message, location }) => {
    return `${severity} ${ruleId} at ${location[0]?.pointer ?? '?'}: ${message}`;
  });
}

test('openapi.json passes the recommended rules with no error and no warning', async () => {
  expect(await problemsOf(await readFile(path, 'utf8'))).toEqual([]);
});

test('the 3.0 document passes them too, and each keyword that only 3.1 knows would be found', async () => {
  const text = openApiText('3.0');
  expect(await problemsOf(text)).toEqual([]);
  const broken = text
    .replace('"enum": [', '"const": "x", "enum": [')
    .replace('"type": "integer"', '"type": ["integer", "null"]')
    .replace('"maximum": 30', '"exclusiveMaximum": 31')
    .replace('"additionalProperties": {', '"propertyNames": {}, "additionalProperties": {')
    .replace('"paths"', '"webhooks": {}, "paths"');
  const found = (await problemsOf(broken)).filter((problem) => problem.startsWith('error struct '));
  const keywords = ['webhooks', 'const', 'type', 'exclusiveMaximum', 'propertyNames'];
  expect(found.map((problem) => /(\w+): /.exec(problem)?.[1])).toEqual(keywords);
});

test('the linter is alive: an example that breaks its schema, a lost operationId and a wrong key are found', async () => {
  const text = await readFile(path, 'utf8');
  const broken = text
    .replace('"status": "pending"', '"status": "waiting"')
    .replace('"operationId": "getVideo"', '"operationId": "createVideo"')
    .replace('"requestBody"', '"requestbody"');
  const problems = await problemsOf(broken);
  expect(problems).toEqual(
    expect.arrayContaining([expect.stringMatching(/^(error|warn) no-invalid-media-type-examples /)]),
  );
  expect(problems).toEqual(expect.arrayContaining([expect.stringMatching(/^error operation-operationId-unique /)]));
  expect(problems).toEqual(expect.arrayContaining([expect.stringMatching(/^error struct /)]));
});

test('the description of the control API passes them too', async () => {
  const emulator = createEmulator();
  const response = await emulator.fetch(new Request('http://localhost/_standin/openapi.json'));
  await emulator.close();
  const problems = await problemsOf(await response.text());
  expect(problems).toEqual([]);
});
