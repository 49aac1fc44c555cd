import { describe, expect, test } from 'vitest';
import { readSettings } from '../settings/read.ts';
import { hostCheck } from './allowed-hosts.ts';

const TARGET = '/v1/videos';

describe('a server on loopback', () => {
  const check = hostCheck(
    readSettings({ allowHosts: ['Api.Example'], controlHosts: ['control.example'] }),
    '127.0.0.1',
  );

  const local = [
    'localhost:4242',
    'LOCALHOST',
    'localhost.',
    'app.localhost:1',
    '127.0.0.1:4242',
    '127.1.2.3',
    '[::1]:4242',
  ];
  const addresses = ['[::ffff:127.0.0.1]', '10.0.0.7:4242', '[2001:db8::1]:80'];
  const containers = ['standin:4242', 'host.docker.internal:4242'];
  const told = ['api.example:4242', 'API.example', 'control.example'];

  test.each(['', local, addresses, containers, told].flat())('answers to %j', (host) => {
    expect(check?.(host, TARGET)).toBe(true);
  });

  test.each([
    'evil.example',
    'evil.example:4242',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'xapi.example',
    'evil.internal',
  ])('does not answer to %j, save for the control API, which judges by itself', (host) => {
    expect(check?.(host, TARGET)).toBe(false);
    expect(check?.(host, '/_standin/accounts')).toBe(true);
    expect(check?.(host, '/_standin/base/v1/videos')).toBe(false);
  });

  test('remembers no host that it refused', () => {
    expect([check?.('evil.example', '/_standin/accounts'), check?.('evil.example', TARGET)]).toEqual([true, false]);
  });
});

test.each(['0.0.0.0', '::', '192.168.7.5', 'box.local'])('a server on %s answers to every host', (listensOn) => {
  expect(hostCheck(readSettings({}), listensOn)).toBeUndefined();
});
