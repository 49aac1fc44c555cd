/** The lower limit: copies bytes between two sockets. No HTTP proxy in Node can use less CPU time. */

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
