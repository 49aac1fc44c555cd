/** Which addresses may be fetched from. */
import { assert, integer, property, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

describe('a public address', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.1',
    '192.167.1.1',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:80b::200e',
  ])('is %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['this network', '0.0.0.0'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['shared by carriers', '100.64.0.1'],
    ['shared by carriers, metadata', '100.100.100.200'],
    ['link-local, metadata', '169.254.169.254'],
    ['metadata', '168.63.129.16'],
    ['protocol assignments, metadata', '192.0.0.192'],
    ['documentation', '203.0.113.9'],
    ['benchmarks', '198.19.255.255'],
    ['multicast', '224.0.0.1'],
    ['multicast', '239.255.255.250'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['mapped IPv4', '::ffff:127.0.0.1'],
    ['mapped IPv4', '::ffff:8.8.8.8'],
    ['mapped IPv4 in hexadecimal', '::ffff:a9fe:a9fe'],
    ['compatible IPv4', '::127.0.0.1'],
    ['translated IPv4', '64:ff9b::7f00:1'],
    ['translated IPv4, local', '64:ff9b:1::a00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001:0:4136:e378::'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['unique local, metadata', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['global with a zone', '2606:4700::1%eth0'],
    ['multicast', 'ff02::1'],
    ['no address', 'localhost'],
    ['no address', ''],
    ['an octal form', '0177.0.0.1'],
    ['a number', '2130706433'],
  ])('is not: %s, %s', (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it('never lies in a private block', () => {
    const byte = integer({ min: 0, max: 255 });
    assert(
      property(tuple(byte, byte, byte), ([a, b, c]) => {
        for (const address of [`10.${a}.${b}.${c}`, `192.168.${a}.${b}`, `127.${a}.${b}.${c}`, `169.254.${a}.${b}`]) {
          expect(isPublicAddress(address)).toBe(false);
          expect(isPublicAddress(`::ffff:${address}`)).toBe(false);
        }
      }),
    );
  });
});
