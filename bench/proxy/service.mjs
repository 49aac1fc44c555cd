/** Starts a service with minimal CPU use. It sends bytes from memory, without a limit or at the rate of a network. */

import { createServer } from 'node:http';

const [, , size, megabytesPerSecond] = process.argv.map(Number);
const BLOCK = Buffer.alloc(256 * 1024, 7);
const TICK_MS = 10;

/** The responses that wait for their turn on the network. */
const waiting = [];
let allowance = Infinity;

if (megabytesPerSecond > 0) {
  allowance = 0;
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    // After a delay of the machine, at most a tenth of a second is caught up.
    allowance = Math.min(allowance + (now - last) * megabytesPerSecond * 1000, megabytesPerSecond * 100_000);
    last = now;
    while (waiting.length > 0) {
      if (allowance <= 0) break;
      waiting.shift()();
    }
  }, TICK_MS);
}

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': size });
  let left = size;
  const writeMore = () => {
    while (left > 0 && !response.destroyed) {
      if (allowance <= 0) return void waiting.push(writeMore);
      const block = left < BLOCK.length ? BLOCK.subarray(0, left) : BLOCK;
      left -= block.length;
      allowance -= block.length;
      if (!response.write(block)) return void response.once('drain', writeMore);
    }
    response.end();
  };
  writeMore();
});
server.listen({ port: 0, host: '127.0.0.1' }, () =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}`, pid: process.pid })),
);
