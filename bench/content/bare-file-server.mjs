/** The reference: a simple server with node:http and a file stream. */

import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';

const [, , file] = process.argv;
const { size } = statSync(file);

const server = createServer((request, response) => {
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const [start, end] = first === undefined ? [0, size - 1] : [Number(first), Math.min(Number(last), size - 1)];
  response.writeHead(first === undefined ? 200 : 206, {
    'content-type': 'video/mp4',
    'content-length': end - start + 1,
    ...(first !== undefined && { 'content-range': `bytes ${start}-${end}/${size}` }),
  });
  createReadStream(file, { start, end }).pipe(response);
});
server.listen({ port: 0, host: '127.0.0.1' }, () => console.log(`http://127.0.0.1:${server.address().port}/clip.mp4`));
