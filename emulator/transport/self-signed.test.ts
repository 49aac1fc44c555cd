/** The certificate that is made on the spot, as Node's own reader of certificates sees it. */

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeSelfSigned } from './self-signed.ts';

const NOW = Date.UTC(2026, 2, 3, 4, 5, 6);
const DAY_MS = 86_400_000;

const read = (host: string, now = NOW): X509Certificate => new X509Certificate(makeSelfSigned(host, now).cert);

describe('makeSelfSigned', () => {
  test('signs itself with an ECDSA key on P-256', () => {
    const { cert, key } = makeSelfSigned('127.0.0.1', NOW);
    const certificate = new X509Certificate(cert);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.checkIssued(certificate)).toBe(true);
    expect(certificate.checkPrivateKey(createPrivateKey(key))).toBe(true);
    expect(certificate.publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' });
  });

  test('is not an authority, and is valid for servers only', () => {
    expect(read('localhost').ca).toBe(false);
    expect(read('localhost').keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  });

  test.each(['', '0.0.0.0', '::', 'localhost', '127.0.0.1', '::1'])(
    'for host %j it names the loopback only',
    (host) => {
      const names = 'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1';
      expect(read(host).subjectAltName).toBe(names);
    },
  );

  test.each([
    ['video.test', 'DNS:video.test'],
    ['bücher.test', 'DNS:xn--bcher-kva.test'],
    ['192.168.7.255', 'IP Address:192.168.7.255'],
    ['2001:db8::8:0', 'IP Address:2001:DB8:0:0:0:0:8:0'],
    ['fe80::1%eth0', 'IP Address:FE80:0:0:0:0:0:0:1'],
    ['::ffff:10.0.0.1', 'IP Address:0:0:0:0:0:FFFF:A00:1'],
    ['1:2:3:4:5:6:7:8', 'IP Address:1:2:3:4:5:6:7:8'],
  ])('for host %j it also names %s', (host, name) => {
    expect(read(host).subjectAltName?.split(', ').at(-1)).toBe(name);
  });

  test('a name longer than 127 bytes is kept whole', () => {
    const host = Array.from({ length: 4 }, () => 'x'.repeat(60)).join('.');
    expect(read(host).checkHost(host)).toBe(host);
  });

  test.each([NOW, Date.UTC(2048, 5, 1), Date.UTC(2055, 0, 1)])(
    'at %d it is valid for 825 days from the day before',
    (now) => {
      const { validFrom, validTo } = read('localhost', now);
      expect(Date.parse(validFrom)).toBe(now - DAY_MS);
      expect(Date.parse(validTo)).toBe(now + 824 * DAY_MS);
    },
  );

  test('has a positive serial number of its own', () => {
    const serials = Array.from({ length: 20 }, () => read('localhost').serialNumber);
    expect(new Set(serials).size).toBe(20);
    expect(serials.filter((serial) => serial.startsWith('-'))).toEqual([]);
  });
});
