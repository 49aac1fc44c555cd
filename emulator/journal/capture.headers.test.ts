/** What is captured of the headers of a request, and what must not be. */

import { expect, test } from 'vitest';

import { captureHeaders, type CapturedHeaders } from './capture-headers.ts';

function headersIn(headers: Readonly<Record<string, string>>): CapturedHeaders {
  return captureHeaders({
    eachHeader: (visit) => Object.entries(headers).forEach(([name, value]) => visit(name, value)),
  });
}

function secretsIn(headers: Readonly<Record<string, string>>): readonly string[] {
  return headersIn(headers).secrets;
}

const basic = (credentials: string): string => Buffer.from(credentials).toString('base64');
const KEPT = {
  'idempotency-key': 'idempotencyKey',
  range: 'range',
  'if-range': 'ifRange',
  'if-match': 'ifMatch',
  'if-none-match': 'ifNoneMatch',
  'if-modified-since': 'ifModifiedSince',
  'if-unmodified-since': 'ifUnmodifiedSince',
  'content-type': 'contentType',
  'user-agent': 'userAgent',
  'x-stainless-retry-count': 'retryCount',
  'amz-sdk-request': 'retryCount',
} as const;
const NOTHING: CapturedHeaders['sent'] = {
  idempotencyKey: undefined,
  range: undefined,
  ifRange: undefined,
  ifMatch: undefined,
  ifNoneMatch: undefined,
  ifModifiedSince: undefined,
  ifUnmodifiedSince: undefined,
  contentType: undefined,
  userAgent: undefined,
  retryCount: undefined,
};

test('a few headers are kept, and of the others nothing', () => {
  const others = { host: 'standin.test', accept: '*/*', 'x-request-id': '7' };
  expect(headersIn(others)).toEqual({ sent: NOTHING, hasAuthorization: false, secrets: [] });
  for (const [name, field] of Object.entries(KEPT)) {
    expect(headersIn({ ...others, [name]: 'its value' }).sent).toEqual({ ...NOTHING, [field]: 'its value' });
    expect(headersIn({ [name]: '' }).sent).toEqual({ ...NOTHING, [field]: '' });
  }
});

test('a key of the family is no secret by value, as it is known by its form', () => {
  expect(secretsIn({ authorization: 'Bearer sk_standin_a~seed-3' })).toEqual([]);
});

test('what stands beside a key of the family is a secret', () => {
  expect(secretsIn({ authorization: 'Bearer sk_standin_a another' })).toEqual(['sk_standin_a another']);
  expect(secretsIn({ authorization: 'Bearer sk_standin_a,Bearer another' })).toContain('another');
  expect(secretsIn({ authorization: 'Bearer sk_standin_a,another' })).toContain('another');
});

test.each(['authorization', 'proxy-authorization', 'x-api-key', 'api-key', 'x-auth-token'])(
  '%s carries a secret, whole or behind its scheme',
  (name) => {
    expect(secretsIn({ [name]: 'Bearer hunter2hunter2' })).toEqual(['hunter2hunter2']);
    expect(secretsIn({ [name]: 'hunter2hunter2' })).toEqual(['hunter2hunter2']);
    expect(secretsIn({ [name]: 'Token  hunter2hunter2' })).toEqual(['Token', 'hunter2hunter2']);
  },
);

test('a bearer token is a secret with the blanks that are in it', () => {
  expect(secretsIn({ authorization: 'Bearer two words' })).toEqual(['two words']);
});

test('of a header that was sent twice both values are secrets', () => {
  expect(secretsIn({ 'x-api-key': 'first-key, second-key' })).toEqual(['first-key', 'second-key']);
  expect(secretsIn({ authorization: 'Bearer first-key, Bearer second-key' })).toEqual([
    'Bearer',
    'first-key',
    'Bearer',
    'second-key',
  ]);
});

test('of Basic the credentials are secrets as they came, decoded, and the password alone', () => {
  const encoded = basic('someone:pass:word');
  for (const scheme of ['Basic', 'basic', 'BASIC']) {
    expect(secretsIn({ authorization: `${scheme} ${encoded}` })).toEqual([
      scheme,
      encoded,
      'someone:pass:word',
      'pass:word',
    ]);
  }
  expect(secretsIn({ authorization: `Basic ${basic('no-colon')}` }).slice(2)).toEqual(['no-colon', 'no-colon']);
  expect(secretsIn({ authorization: 'Basic' })).toEqual(['Basic', '', '']);
});

test('of cookies each value is a secret, without its name', () => {
  expect(secretsIn({ cookie: 'session=abc=def; theme=dark;bare' })).toEqual(['abc=def', 'dark', 'bare']);
});

test('the secrets of all headers come together', () => {
  const headers = { cookie: 'a=cookie-value', 'x-api-key': 'api-key-value', authorization: 'Bearer bearer-value' };
  expect(secretsIn(headers)).toEqual(['cookie-value', 'api-key-value', 'bearer-value']);
});

test('a name with another letter in it is another header', () => {
  expect(headersIn({ 'x-authorization': 'Bearer hunter2hunter2', ranges: 'x', cookies: 'a=b' })).toEqual({
    sent: NOTHING,
    hasAuthorization: false,
    secrets: [],
  });
});

test('that an Authorization header came is kept, and nothing of what was in it', () => {
  expect(headersIn({ authorization: 'Bearer sk_standin_a' })).toEqual({
    sent: NOTHING,
    hasAuthorization: true,
    secrets: [],
  });
  expect(headersIn({ authorization: '' }).hasAuthorization).toBe(true);
  expect(headersIn({ 'proxy-authorization': 'x' }).hasAuthorization).toBe(false);
});
