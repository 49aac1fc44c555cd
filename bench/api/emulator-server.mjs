/**
 * Runs the built emulator in a separate process. For each input line, it prints its memory in bytes or its CPU time in
 * seconds.
 */

import { createInterface } from 'node:readline';
import { createEmulator } from '../../dist/emulator/index.js';

const { settings = {}, port = 0 } = JSON.parse(process.argv[2]);

const emulator = createEmulator(settings);
const { port: taken } = await emulator.listen({ port, host: '127.0.0.1' });
createInterface(process.stdin).on('line', (question) => {
  if (question === 'cpu') {
    const { user, system } = process.cpuUsage();
    console.log((user + system) / 1e6);
    return;
  }
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  console.log(JSON.stringify(heapUsed + external));
});
console.log(JSON.stringify({ port: taken }));
