/** Serves MSW's handlers behind Express, with MSW's own middleware. */

import { createReadStream, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { createMiddleware } from '@mswjs/http-middleware';
import express from 'express';
import { http, HttpResponse } from 'msw';
import { create, error, find, isValid, KEY, sliceOf } from './generations.mjs';

const { PORT, CLIP } = process.env;
const { size } = statSync(CLIP);

const handlers = [
  http.all('*', ({ request }) => {
    if (request.headers.get('authorization') !== KEY) return refuse(401, 'invalid_api_key');
  }),
  http.post('*/v1/videos', async ({ request }) => {
    const body = await request.json().catch(() => undefined);
    return isValid(body) ? HttpResponse.json(create(), { status: 202 }) : refuse(400, 'invalid_request');
  }),
  http.get('*/v1/videos/:id', ({ params }) => {
    const record = find(params.id);
    return record === undefined ? refuse(404, 'video_not_found') : HttpResponse.json(record);
  }),
  http.get('*/v1/videos/:id/content', ({ params, request }) =>
    find(params.id) === undefined ? refuse(404, 'video_not_found') : clip(request.headers.get('range')),
  ),
];
const app = express();
app.use(createMiddleware(...handlers));
app.listen(Number(PORT), '127.0.0.1');

function refuse(status, code) {
  return HttpResponse.json(error(code), { status });
}

function clip(header) {
  const { status, headers, start, end } = sliceOf(header, size);
  return new HttpResponse(Readable.toWeb(createReadStream(CLIP, { start, end })), { status, headers });
}
