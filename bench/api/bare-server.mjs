/**
 * The yardstick: node:http and nothing else, answering every request with the one answer that it was given. Each line
 * that it reads asks for its CPU time in seconds.
 */

import { createServer } from 'node:http';

const { status, headers, body } = JSON.parse(process.argv[2]);

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(status, headers);
    response.end(body);
  });
});
server.listen({ port: Number(process.argv[3] ?? 0), host: '127.0.0.1', backlog: 2048 }, () =>
  console.log(JSON.stringify({ port: server.address().port })),
);
// A cold start names a port, and must not wait for a stream that nobody uses.
if (process.argv[3] === undefined) {
  process.stdin.on('data', () => {
    const { user, system } = process.cpuUsage();
    console.log((user + system) / 1e6);
  });
}
