/** The secrets in the headers of a request. */

import { expect, test } from 'vitest';

import { credentialsOf } from './credentials.ts';

function secretsIn(headers: Readonly<Record<string, string>>): readonly string[] {
  return credentialsOf({
    eachHeader: (visit) => Object.entries(headers).forEach(([name, value]) => visit(name, value)),
  });
}

const basic = (credentials: string): string => Buffer.from(credentials).toString('base64');
test('a key of the family is not a secret by value, because its form is known', () => {
  expect(secretsIn({ authorization: 'Bearer sk_standin_a~seed-3' })).toEqual([]);
});

test('text beside a key of the family is a secret', () => {
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
  expect(secretsIn({ 'x-authorization': 'Bearer hunter2hunter2', ranges: 'x', cookies: 'a=b' })).toEqual([]);
});
