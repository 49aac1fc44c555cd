/** The built emulator in a process of its own. Asked for it with a line, it says in bytes what it keeps in memory. */

import { createInterface } from 'node:readline';
import { createEmulator } from '../../dist/emulator/index.js';

const { settings = {}, port = 0 } = JSON.parse(process.argv[2]);

const emulator = createEmulator(settings);
const { port: taken } = await emulator.listen({ port, host: '127.0.0.1' });
createInterface(process.stdin).on('line', () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  console.log(JSON.stringify(heapUsed + external));
});
console.log(JSON.stringify({ port: taken }));
