/** Starts a bare `node:http` server. The headers of a request determine the status and size of its response. */

import { createServer } from 'node:http';

const LARGEST = 64 << 20;
const bytes = Buffer.alloc(LARGEST);

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    const size = Math.min(Number(request.headers['answer-bytes']), LARGEST);
    response.writeHead(Number(request.headers['answer-status']), { 'Content-Length': size });
    response.end(bytes.subarray(0, size));
  });
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
