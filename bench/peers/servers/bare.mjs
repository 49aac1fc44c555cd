/** The reference: a bare node:http server with the three endpoints. */

import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { create, error, find, isValid, KEY, sliceOf } from './generations.mjs';

const { PORT, CLIP } = process.env;
const { size } = statSync(CLIP);

const server = createServer((request, response) => {
  if (request.headers.authorization !== KEY) return sendJson(response, 401, error('invalid_api_key'));
  if (request.method === 'POST') return readJson(request, (body) => answerCreate(response, body));
  const [, , , id, part] = request.url.split('/');
  const record = find(id);
  if (record === undefined) return sendJson(response, 404, error('video_not_found'));
  if (part === 'content') return sendClip(request, response);
  sendJson(response, 200, record);
});
server.listen(Number(PORT), '127.0.0.1');

function answerCreate(response, body) {
  if (!isValid(body)) return sendJson(response, 400, error('invalid_request'));
  sendJson(response, 202, create());
}

function readJson(request, callback) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    callback(parse(Buffer.concat(chunks).toString()));
  });
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sendJson(response, status, value) {
  const text = JSON.stringify(value);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

function sendClip(request, response) {
  const { status, headers, start, end } = sliceOf(request.headers.range, size);
  response.writeHead(status, headers);
  createReadStream(CLIP, { start, end }).pipe(response);
}
