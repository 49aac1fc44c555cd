import { expect, test } from 'vitest';
import { createRedactor } from './redactor.ts';
import { recordedRequest } from './recorded-request.ts';
import type { Spec } from './spec.ts';

const KEY = 'sk_live_0123456789abcdef';
const redactor = createRedactor({ primary: KEY });

const recorded = (
  authorization: string,
  { body, ...more }: Partial<Omit<Spec, 'body'>> & { readonly body?: Uint8Array } = {},
): ReturnType<typeof recordedRequest> => {
  const spec: Spec = { probe: 'p', label: 'l', method: 'GET', path: '/v1/videos', ...more };
  const url = new URL('http://127.0.0.1:4242/v1/videos');
  return recordedRequest({ spec, url, headers: [['Authorization', authorization]], body }, redactor);
};

test.each([`Bearer ${KEY}`, `Bearer ${KEY.slice(0, -1)}x`, `Bearer ${KEY.slice(1)}`, 'Bearer no key at all'])(
  'a key that its mark can restore is not reported as another form: %s',
  (authorization) => {
    const request = recorded(authorization);
    expect(request).not.toHaveProperty('isRespelled');
    expect(redactor.restored(request.headers[0]?.[1] ?? '')).toBe(authorization);
  },
);

test.each([`Bearer ${KEY.toUpperCase()}`, `Basic ${Buffer.from(`${KEY}:`).toString('base64')}`])(
  'a key in another form is reported: %s',
  (authorization) => {
    const request = recorded(authorization);
    expect(request.isRespelled).toBe(true);
    expect(JSON.stringify(request)).not.toContain(authorization);
  },
);

test('the form of a request is kept if curl would send another form', () => {
  const { form } = recorded('', { hosts: ['a', 'b'], rawTarget: '/v1/..%2f', bare: '1.1', holdsBody: true });
  expect(form).toEqual({ hosts: ['a', 'b'], target: '/v1/..%2f', version: '1.1', holdsBody: true });
  expect(recorded('')).not.toHaveProperty('form');
});

test('the bytes of a body that is not text are kept, unless a key is among them', () => {
  const bytes = Buffer.from('{"a":"\u00e9"}', 'latin1');
  expect(recorded('', { body: bytes })).toMatchObject({ body: '{"a":"\ufffd"}', base64: bytes.toString('base64') });
  expect(recorded('', { body: Buffer.from('{"a":"\u00e9"}') })).not.toHaveProperty('base64');
  expect(recorded('', { body: Buffer.concat([bytes, Buffer.from(KEY)]) })).not.toHaveProperty('base64');
});
