/** Command lines in one process say what they say in processes of their own. */

import { afterAll, expect, test } from 'vitest';

import { runStandin, type Outcome } from '../support/run.ts';
import { openCommandProcess } from '../support/command/command.ts';

const command = openCommandProcess();
afterAll(() => command.close());

test.each([
  [['--version'], {}],
  [['conformance', '--help'], {}],
  [['conformance', 'explain', 'get.unknwon'], {}],
  [['conformance', 'judge', 'package.json'], {}],
  [['conformance', 'http://127.0.0.1:9', '--no-journal', '--only', 'get.unknown'], { STANDIN_API_KEY: 'k' }],
  [['conformance', 'http://127.0.0.1:9', '--no-journal', '--only', 'get.unknown'], { STANDIN_API_KEY: undefined }],
  [['serve', '--port', '0'], { STANDIN_TLS: 'foo' }],
  [['scenarios'], {}],
  [['nothing'], {}],
])('%j', async (args, env) => {
  const [alone, together] = await Promise.all([runStandin(args, { env }), command.run(args, { env })]);
  expect(timeless(together)).toEqual(timeless(alone));
});

test('a line that ends the process fails', async () => {
  const ending = openCommandProcess();
  const line = ending.run(['conformance', 'explain', 'get.unknown']);
  ending.close();
  await expect(line).rejects.toThrow('ended the process of all lines');
});

function timeless({ stdout, ...outcome }: Outcome): Outcome {
  return { ...outcome, stdout: stdout.replace(/\b\d+\.\d s\.$/m, 'so many s.') };
}
