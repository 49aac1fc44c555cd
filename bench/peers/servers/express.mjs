/** Starts a plain Express server with its JSON parser, res.json and res.sendFile. */

import express from 'express';
import { create, error, find, isValid, KEY } from './generations.mjs';

const { PORT, CLIP } = process.env;
const app = express();

app.use((request, response, next) => {
  if (request.headers.authorization === KEY) return next();
  response.status(401).json(error('invalid_api_key'));
});
app.post('/v1/videos', express.json(), ({ body }, response) => {
  if (isValid(body)) response.status(202).json(create());
  else response.status(400).json(error('invalid_request'));
});
app.get('/v1/videos/:id', ({ params }, response) => {
  const record = find(params.id);
  if (record === undefined) response.status(404).json(error('video_not_found'));
  else response.json(record);
});
app.get('/v1/videos/:id/content', ({ params }, response) => {
  if (find(params.id) === undefined) response.status(404).json(error('video_not_found'));
  else response.sendFile(CLIP, { headers: { 'content-type': 'video/mp4' } });
});
app.listen(Number(PORT), '127.0.0.1');
