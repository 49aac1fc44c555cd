/** The built emulator in a process of its own, with as many pending generations as it is told. */

import { createEmulator } from '../../dist/emulator/index.js';

const { settings = {}, pending = 0, port = 0, request } = JSON.parse(process.argv[2]);

const emulator = createEmulator(settings);
const memory = () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};
const ids = [];
const create = async (at) => {
  const answer = await emulator.fetch(new Request('http://emulator/v1/videos', { method: 'POST', ...request }));
  const { id } = await answer.json();
  // A thousand ids from all over the account are what the polls ask for.
  if (at % Math.ceil(pending / 1000) === 0) ids.push(id);
};
// What the first thousand bring with them (code, tables) does not grow with their number.
const warm = Math.min(pending, 1000);
for (let at = 0; at < warm; at += 1) await create(at);
const before = memory();
for (let at = warm; at < pending; at += 1) await create(at);
const bytesEach = pending > warm ? (memory() - before) / (pending - warm) : 0;
const { port: taken } = await emulator.listen({ port, host: '127.0.0.1' });
console.log(JSON.stringify({ port: taken, ids, bytesEach }));
