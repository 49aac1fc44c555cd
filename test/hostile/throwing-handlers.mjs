/** Handlers of which one always fails, which makes the server warn. */

import { http } from 'msw';

export const handlers = [
  http.get('/throws', () => {
    throw new Error('on purpose');
  }),
];
