/** Reads or creates the certificate of the setting `tls`. */

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { FileError, readNamedFile } from '../../lib/named-file.ts';
import { SettingsError, type Settings } from '../settings/settings.ts';
import type { Certificate } from '../transport/self-signed.ts';
import { makeSelfSigned } from '../transport/self-signed.ts';

/** Returns the certificate and its key. Throws a SettingsError that names an unusable file. */
export async function readCertificate(tls: NonNullable<Settings['tls']>, host: string): Promise<Certificate> {
  if (tls === 'self-signed') return makeSelfSigned(host, Date.now());
  const [cert, key] = [readPem('tls.cert', tls.cert), readPem('tls.key', tls.key)];
  const certificate = parse('tls.cert', `${tls.cert} is not a certificate in PEM`, () => new X509Certificate(cert));
  const notKey = `${tls.key} is not a private key in PEM without a passphrase`;
  const privateKey = parse('tls.key', notKey, () => createPrivateKey(key));
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new SettingsError(`the key in ${tls.key} is not the key of the certificate in ${tls.cert}`, { path: 'tls' });
  }
  return { cert, key };
}

function readPem(path: string, file: string): string {
  try {
    return readNamedFile(file, 'certificate').toString();
  } catch (cause) {
    if (!(cause instanceof FileError)) throw cause;
    throw new SettingsError(`cannot read ${file}: ${cause.message}; pass the path of a PEM file`, { path, cause });
  }
}

function parse<Parsed>(path: string, says: string, read: () => Parsed): Parsed {
  try {
    return read();
  } catch (cause) {
    throw new SettingsError(says, { path, cause });
  }
}
