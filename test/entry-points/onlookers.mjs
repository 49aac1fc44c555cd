/** Handlers in front of a server that look at everything and take nothing. */

import { http, passthrough } from 'msw';

export const handlers = [
  http.all('*', async ({ request }) => void (await request.clone().arrayBuffer())),
  http.all('*', async ({ request }) => void (await request.text())),
  http.all('*', () => passthrough()),
];
