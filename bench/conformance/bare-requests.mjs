/** Repeats the requests of a report with a bare `node:http` client and server, to measure the machine's speed. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SERVER = fileURLToPath(new URL('sized-server.mjs', import.meta.url));
/** The number of parallel requests, as in the emulator's profile. */
const CONCURRENCY = 8;

/** Returns the seconds that the requests take. */
export async function bareSeconds({ exchanges }) {
  const child = spawn(process.execPath, [SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [port] = await once(createInterface(child.stdout), 'line');
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  try {
    const left = exchanges.filter(({ response }) => response !== undefined);
    const began = performance.now();
    await Promise.all(
      Array.from({ length: CONCURRENCY }, async () => {
        for (let next = left.shift(); next !== undefined; next = left.shift()) await exchange(next, { port, agent });
      }),
    );
    return (performance.now() - began) / 1000;
  } finally {
    agent.destroy();
    child.kill();
    await ended;
  }
}

function exchange({ request: { method, body = '' }, response }, { port, agent }) {
  const headers = {
    'Content-Length': Buffer.byteLength(body),
    'Answer-Status': response.status < 200 ? 200 : response.status,
    'Answer-Bytes': response.body.size,
  };
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, agent, method, headers }, (answer) => {
      const chunks = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.once('end', () => resolve(Buffer.concat(chunks)));
      answer.once('error', reject);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
