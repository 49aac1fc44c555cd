/** The reference: a node:http server with one store command per request. It uses the emulator's client package. */

import { createServer } from 'node:http';
import { createClient } from '@redis/client';

const { status, headers, body, store, script } = JSON.parse(process.argv[2]);

const client = await createClient({ url: store, RESP: 2, commandOptions: { timeout: 0 } }).connect();
await client.set('bench', body);
const sha = script === undefined ? undefined : await client.scriptLoad(script);
let made = 0;
const ask = () =>
  sha === undefined
    ? client.sendCommand(['GET', 'bench'])
    : client.sendCommand(['EVALSHA', sha, '1', 'bench:made', String((made += 1)), body]);

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    void ask().then(() => {
      response.writeHead(status, headers);
      response.end(body);
    });
  });
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 2048 }, () =>
  console.log(JSON.stringify({ port: server.address().port })),
);
