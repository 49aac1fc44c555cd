/** Runs the built emulator in a process. For each create body on a line, it prints the milliseconds to the clip. */

import { createInterface } from 'node:readline';
import { createEmulator } from '../../dist/emulator/index.js';

const HEADERS = { authorization: 'Bearer sk_standin_bench', 'content-type': 'application/json' };

const emulator = createEmulator({ latency: 'instant', ...JSON.parse(process.argv[2]) });
for await (const body of createInterface(process.stdin)) {
  const start = performance.now();
  const { id } = await (await send('/v1/videos', { method: 'POST', body })).json();
  const bytes = (await (await send(`/v1/videos/${id}/content`)).arrayBuffer()).byteLength;
  console.log(JSON.stringify({ milliseconds: performance.now() - start, bytes }));
}
await emulator.close();

async function send(path, init) {
  const answer = await emulator.fetch(new Request(`http://emulator.test${path}`, { headers: HEADERS, ...init }));
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`);
  return answer;
}
