/** Creates a self-signed certificate for HTTPS with a new P-256 key, which never leaves this process. */

import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';
import { domainToASCII } from 'node:url';
import { bitString, integer, objectId, octetString, sequence, setOf, tagged, time, utf8String, yes } from './der.ts';

/** A certificate and its key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const DAY_MS = 86_400_000;
/** The longest validity that Apple's clients accept for a manually trusted certificate. */
const VALID_DAYS = 825;
const ALWAYS = ['localhost', '127.0.0.1', '::1'];
const WILDCARDS = new Set(['', '0.0.0.0', '::']);

const ID = {
  commonName: '2.5.4.3',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  subjectKeyIdentifier: '2.5.29.14',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuthentication: '1.3.6.1.5.5.7.3.1',
};

/** Creates a certificate for loopback and the server's host. It starts a day ago, because clocks differ. */
export function makeSelfSigned(host: string, now: number): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const names = [...new Set([...ALWAYS, ...(WILDCARDS.has(host) ? [] : [host])])];
  const signed = toBeSigned({ names, publicKey, now });
  const certificate = sequence(
    signed,
    sequence(objectId(ID.ecdsaWithSha256)),
    bitString(sign('sha256', signed, privateKey)),
  );
  return { cert: toPem(certificate), key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

interface Subject {
  readonly names: readonly string[];
  readonly publicKey: KeyObject;
  readonly now: number;
}

function toBeSigned({ names, publicKey, now }: Subject): Buffer {
  const start = now - DAY_MS;
  const issuer = sequence(setOf(sequence(objectId(ID.commonName), utf8String('Standin, self-signed'))));
  const publicKeyInfo = publicKey.export({ type: 'spki', format: 'der' });
  return sequence(
    tagged(0, 'explicit', integer(Buffer.of(2))),
    integer(randomBytes(16)),
    sequence(objectId(ID.ecdsaWithSha256)),
    issuer,
    sequence(time(new Date(start)), time(new Date(start + VALID_DAYS * DAY_MS))),
    issuer,
    publicKeyInfo,
    tagged(3, 'explicit', extensions(names, createHash('sha1').update(publicKeyInfo).digest())),
  );
}

/** Returns the extensions. By convention, the key identifier is a SHA-1, which protects nothing. */
function extensions(names: readonly string[], keyId: Buffer): Buffer {
  return sequence(
    extension(ID.basicConstraints, sequence(), 'critical'),
    extension(ID.extendedKeyUsage, sequence(objectId(ID.serverAuthentication))),
    extension(ID.subjectAltName, sequence(...names.map(generalName))),
    extension(ID.subjectKeyIdentifier, octetString(keyId)),
    extension(ID.authorityKeyIdentifier, sequence(tagged(0, 'implicit', keyId))),
  );
}

function extension(id: string, value: Buffer, weight?: 'critical'): Buffer {
  return sequence(objectId(id), ...(weight === undefined ? [] : [yes()]), octetString(value));
}

/** Encodes a subject alternative name: `[2]` for a host name, `[7]` for an IP address. */
function generalName(name: string): Buffer {
  if (isIP(name) === 0) return tagged(2, 'implicit', Buffer.from(domainToASCII(name), 'latin1'));
  return tagged(7, 'implicit', isIPv4(name) ? Buffer.from(name.split('.').map(Number)) : ipv6Bytes(name));
}

/** Returns the bytes of an IPv6 address. URL normalizes it to one gap, which is filled with zeros. */
function ipv6Bytes(address: string): Buffer {
  const { hostname } = new URL(`http://[${address.replace(/%.*/, '')}]/`);
  const canonical = hostname.slice(1, -1);
  const [left = [], right = []] = canonical.split('::').map((half) => half.split(':').filter((group) => group !== ''));
  const gap = Array.from({ length: 8 - left.length - right.length }, () => '0');
  const groups = [...left, ...gap, ...right].map((group) => group.padStart(4, '0'));
  return Buffer.from(groups.join(''), 'hex');
}

function toPem(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
