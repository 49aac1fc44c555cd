import { expect, test } from 'vitest';
import { withCrossOrigin } from './cross-origin.ts';
import type { Api, ApiRequest, ApiResponse } from './messages.ts';

const PAGE = 'https://app.localhost';

function answering(headers: Record<string, string>): Api {
  const answer = (): ApiResponse => ({ status: 200, headers: { ...headers }, body: '' });
  return { handle: async () => answer(), complete: (response) => response, refuse: answer, refuseMethod: answer };
}

function requestFrom(origin: string | undefined): ApiRequest {
  return {
    method: 'GET',
    target: '/v1/videos/x',
    scheme: 'http',
    header: (name) => (name === 'origin' ? origin : undefined),
    eachHeader: () => undefined,
    readBody: async () => new Uint8Array(),
    signal: new AbortController().signal,
  };
}

test.each([
  [PAGE, { vary: 'Accept-Encoding' }, 'Accept-Encoding, Origin'],
  [undefined, { vary: 'Accept-Encoding' }, 'Accept-Encoding, Origin'],
  [PAGE, {}, 'Origin'],
])('a response to %s that has %j gets the header Vary: %s', async (origin, headers, vary) => {
  const api = withCrossOrigin(answering(headers), [PAGE]);
  expect((await api.handle(requestFrom(origin))).headers['vary']).toBe(vary);
});
