/** The floor: bytes of one socket are written to another, and nobody looks at them. No proxy of HTTP can cost less in Node. */

import { connect, createServer } from 'node:net';

const { hostname, port } = new URL(process.argv[2]);

const server = createServer((client) => {
  const upstream = connect(Number(port), hostname);
  client.on('error', () => upstream.destroy());
  upstream.on('error', () => client.destroy());
  client.pipe(upstream).pipe(client);
});
server.listen({ port: 0, host: '127.0.0.1' }, () =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}`, pid: process.pid })),
);
