import { expect, test } from 'vitest';
import { plainLine } from './safe-text.ts';

test.each([
  'connect ECONNREFUSED ::1:4242',
  'bound to ::',
  '::ffff:127.0.0.1 refuses',
  'from ::1/128',
  'on fe80::1%eth0',
])('an IPv6 address stays as it is: %s', (text) => {
  expect(plainLine(text)).toBe(text);
});

test.each(['::error::x', '::add-mask::x', 'a ::debug::x', '::echo::on', '::group::1', '::error file=a::x'])(
  'a command of a pipeline does not stay: %s',
  (text) => {
    expect(plainLine(text)).toBe(text.replace('::', String.raw`\::`));
  },
);
