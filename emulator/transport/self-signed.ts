/** Creates a self-signed certificate for HTTPS with a new P-256 key, which never leaves this process. */

import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIP, isIPv4 } from 'node:net';
import { domainToASCII } from 'node:url';

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

/** The tags of DER (ASN.1), as far as a certificate needs them. */
const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
};

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
  const issuer = sequence(
    der(TAG.set, sequence(objectId(ID.commonName), der(TAG.utf8String, Buffer.from('Standin, self-signed')))),
  );
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
    extension(ID.subjectKeyIdentifier, der(TAG.octetString, keyId)),
    extension(ID.authorityKeyIdentifier, sequence(tagged(0, 'implicit', keyId))),
  );
}

function extension(id: string, value: Buffer, weight?: 'critical'): Buffer {
  return sequence(
    objectId(id),
    ...(weight === undefined ? [] : [der(TAG.boolean, Buffer.of(0xff))]),
    der(TAG.octetString, value),
  );
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

function sequence(...items: readonly Uint8Array[]): Buffer {
  return der(TAG.sequence, ...items);
}

/** Encodes one value in DER: its tag, its length and its content. */
function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.of(tag, ...lengthOf(body)), body]);
}

/** Encodes a non-negative integer from its big-endian bytes. */
function integer(bytes: Uint8Array): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  const digits = start < 0 ? Buffer.of(0) : bytes.subarray(start);
  // A leading 1 bit would make the number negative.
  return der(TAG.integer, (digits[0] ?? 0) >= 0x80 ? Buffer.of(0) : Buffer.of(), digits);
}

/** Encodes a bit string of whole bytes. */
function bitString(bytes: Uint8Array): Buffer {
  return der(TAG.bitString, Buffer.of(0), bytes);
}

/** Encodes an object identifier such as `1.2.840.10045.2.1`. */
function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(TAG.objectId, Buffer.from([first * 40 + second, ...rest].flatMap(base128)));
}

/** Encodes a time. RFC 5280 requires two-digit years before 2050 and four-digit years from then on. */
function time(at: Date): Buffer {
  const digits = `${at.toISOString().replace(/[-:T]|\.\d+Z$/g, '')}Z`;
  return at.getUTCFullYear() < 2050
    ? der(TAG.utcTime, Buffer.from(digits.slice(2), 'latin1'))
    : der(TAG.generalizedTime, Buffer.from(digits, 'latin1'));
}

/** Encodes a field tagged `[number]`: around a whole value, or instead of the value's own tag. */
function tagged(number: number, kind: 'explicit' | 'implicit', content: Uint8Array): Buffer {
  return der((kind === 'explicit' ? 0xa0 : 0x80) + number, content);
}

function lengthOf({ length }: Uint8Array): number[] {
  if (length < 0x80) return [length];
  const bytes = base256(length);
  return [0x80 + bytes.length, ...bytes];
}

function base256(value: number): number[] {
  return value < 256 ? [value] : [...base256(Math.floor(value / 256)), value % 256];
}

/** Splits a number into groups of seven bits. All bytes except the last have their top bit set. */
function base128(value: number): number[] {
  const above = Math.floor(value / 128);
  return [...(above === 0 ? [] : base128(above).map((byte) => byte | 0x80)), value % 128];
}
