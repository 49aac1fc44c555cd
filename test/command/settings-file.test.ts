/** `standin.config.json`, and the schema that an editor checks it by, which the package holds. */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, onTestFinished, test } from 'vitest';

import { SETTINGS, type Setting } from '../../emulator/settings/settings.ts';
import { listScenarios } from '../../emulator/index.ts';
import { runCommand } from '../support/run-command.ts';
import { ROOT, runStandin } from '../support/run.ts';

const SCHEMA = 'standin.config.schema.json';
const matches = new Ajv2020({ strict: false, validateFormats: false }).compile(
  JSON.parse(await readFile(join(ROOT, SCHEMA), 'utf8')) as object,
);

test('a file may name its schema, and is read as without', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'standin-file-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  const file = join(folder, 'standin.config.json');
  const settings = { $schema: `./node_modules/standin/${SCHEMA}`, latency: 'instant', port: 0 };
  await writeFile(file, JSON.stringify(settings));
  const script = 'fetch(process.env.STANDIN_URL).then(({ status }) => console.log(status))';
  const ran = await runStandin(['exec', '--config', file, '--', process.execPath, '-e', script]);
  expect(ran).toMatchObject({ status: 0, stderr: '' });
  await writeFile(file, JSON.stringify({ ...settings, $scheme: 'x' }));
  expect((await runCommand(['exec', '--config', file, '--', 'true'])).stderr).toContain('$scheme: is not a setting');
});

describe('the schema', () => {
  test('takes every default, every scenario, and what the pages show', () => {
    const given = Object.entries<Setting<unknown, unknown>>(SETTINGS).flatMap(([name, { default: byDefault }]) =>
      byDefault === undefined ? [] : [{ [name]: byDefault }],
    );
    const scenarios = listScenarios().flatMap(({ name, rules }) => [{ scenario: name }, { faults: rules }]);
    const shown = [
      { latency: 'polls:2,1', clock: 'x60', tls: 'self-signed' },
      { clock: 'frozen@2026-01-01T00:00:00Z', tls: { cert: 'a.pem', key: 'b.pem' } },
      { accounts: [{ name: 'a', keys: ['k'], balance: 3 }], prices: { withSources: { '480p': 0.1 } } },
      { media: [{ prefix: 'https://cdn.example/', folder: './clips' }], cors: ['*'] },
    ];
    for (const settings of [...given, ...scenarios, ...shown])
      expect([settings, matches(settings)]).toEqual([settings, true]);
  });

  test.each([
    [{ latency: 'slow' }],
    [{ latenzy: 'fast' }],
    [{ clock: 60 }],
    [{ scenario: 'gone_missing' }],
    [{ port: 70_000 }],
    [{ accounts: [{ name: 'a' }] }],
    [{ faults: [{ effect: { kind: 'explode' } }] }],
    [{ prices: { withSources: { '4k': 1 } } }],
  ])('refuses %j, as the command does', (settings) => {
    expect(matches(settings)).toBe(false);
  });
});
