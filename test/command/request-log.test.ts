/** `standin serve --log`: the requests that a terminal shows. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createEmulator, SettingsError } from '../../emulator/index.ts';

const COMMAND = fileURLToPath(new URL('../../dist/bin/standin.js', import.meta.url));

/** Starts the command, sends one create that is refused, and returns the output after the ready line. */
async function linesOf(...flags: string[]): Promise<string[]> {
  const child = spawn(process.execPath, [COMMAND, 'serve', '--port', '0', '--json', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const printed: string[] = [];
  const [ready] = (await once(lines, 'line')) as [string];
  lines.on('line', (line) => printed.push(line));
  const { url } = JSON.parse(ready) as { url: string };
  const headers = { authorization: 'Bearer sk_standin_logged~scenario-storm_503' };
  await (await fetch(`${url}/v1/videos/none`, { headers })).text();
  child.kill('SIGTERM');
  await once(child, 'close');
  return printed;
}

test('--log json prints a line for each request behind the ready line, without the key', async () => {
  const [line = '', ...more] = await linesOf('--log', 'json');
  expect(more).toEqual([]);
  expect(line).not.toContain('sk_standin');
  expect(JSON.parse(line)).toMatchObject({ account: 'logged', status: 503, faults: ['storm_503:1'] });
});

test('--log requests prints it for people, and --json alone prints nothing', async () => {
  expect(await linesOf('--log', 'requests')).toEqual([
    expect.stringMatching(/ {2}logged {2}GET {2}\/v1\/videos\/none {2}503 .* {2}fault storm_503:1$/),
  ]);
  expect(await linesOf()).toEqual([]);
});

test('without a journal the log cannot be turned on', () => {
  expect(() => createEmulator({ journal: false, log: 'json' })).toThrow(SettingsError);
});
