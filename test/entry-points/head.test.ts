/** The setting `head`: a server that does not support HEAD. */

import { expect, onTestFinished, test } from 'vitest';
import { createEmulator } from '../../emulator/index.ts';

test.each(['HEAD', 'DELETE'])('without HEAD, the error of %s suggests only GET', async (method) => {
  const emulator = createEmulator({ head: 'refuse' });
  onTestFinished(() => emulator.close());
  const { port } = await emulator.listen({ port: 0 });
  const answer = await fetch(`http://127.0.0.1:${port}/v1/videos/x`, { method });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
  expect(await answer.text()).not.toContain('HEAD');
});
