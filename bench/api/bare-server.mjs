/**
 * The reference: a bare node:http server that sends the same response to all requests. For each input line, it prints
 * its CPU time in seconds.
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
// A cold start passes a port. It does not need the input, and opening the input takes time.
if (process.argv[3] === undefined) {
  process.stdin.on('data', () => {
    const { user, system } = process.cpuUsage();
    console.log((user + system) / 1e6);
  });
}
