/** Runs the built emulator in a separate process, with one completed clip of 30 s at 1080p. */

import { createEmulator } from '../../dist/emulator/index.js';

const [, , memoryMebibytes, cacheFolder] = process.argv;
const emulator = createEmulator({ latency: 'instant', memoryMebibytes: Number(memoryMebibytes), cacheFolder });
const { url } = await emulator.listen({ port: 0 });
const answer = await fetch(`${url}/v1/videos`, {
  method: 'POST',
  headers: { authorization: 'Bearer sk_standin_bench', 'content-type': 'application/json' },
  body: JSON.stringify({ model: 'videomodel-2.5', prompt: 'a long clip', duration_seconds: 30, resolution: '1080p' }),
});
const { id } = await answer.json();
console.log(`${url}/v1/videos/${id}/content`);
