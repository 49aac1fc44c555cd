/** The reference: a simple node:http proxy that only forwards requests. */

import { Agent, createServer, request as send } from 'node:http';

const [, , upstream] = process.argv;
const agent = new Agent({ keepAlive: true });

const server = createServer((request, response) => {
  const { method, headers, url } = request;
  const sending = send(new URL(url, upstream), { method, headers, agent }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  sending.on('error', () => response.destroy());
  request.pipe(sending);
});
server.listen({ port: 0, host: '127.0.0.1' }, () =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}`, pid: process.pid })),
);
