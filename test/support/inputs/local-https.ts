/**
 * An HTTPS server on this machine for tests of fetching: any path is answered by a handler, any host below example.test
 * is meant.
 */

import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface LocalHttps {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts a server on a free port of the loopback interface. */
export async function startLocalHttps(handler: RequestListener): Promise<LocalHttps> {
  const server = createServer({ key: KEY, cert: CERTIFICATE }, handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Signed by itself for *.example.test and for a hundred years; it protects nothing, and neither does its key below. */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBuTCCAV+gAwIBAgIUTy8TFjqNqO5GcmFaC/fLKiFLwwYwCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNc3RhbmRpbiB0ZXN0czAgFw0yNjExMjAxMTI1MjNaGA8yMTI2
MTAyNzExMjUyM1owGDEWMBQGA1UEAwwNc3RhbmRpbiB0ZXN0czBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABLUW7NZ7y3Zr7WT24rNLTPLz6xikTJlKAZ70hiRnoI3S
4r942wax1vkJx3csivjKGSosS56pu+q/RXWxqRjyeyyjgYQwgYEwHQYDVR0OBBYE
FOVYEPIhLodR0/dm2oHybNfVQMIfMB8GA1UdIwQYMBaAFOVYEPIhLodR0/dm2oHy
bNfVQMIfMA8GA1UdEwEB/wQFMAMBAf8wGQYDVR0RBBIwEIIOKi5leGFtcGxlLnRl
c3QwEwYDVR0lBAwwCgYIKwYBBQUHAwEwCgYIKoZIzj0EAwIDSAAwRQIhAK22ltqo
IRcmScqTlPesZPnHdUKNL6kXmnNJKev4+OjkAiApVqeSW0gRWQcmZFPLNl3Q6leA
1G1HvosHarZQU0S0qQ==
-----END CERTIFICATE-----
`;

const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQ9jFr1+Ihl088Eg0
fE1wy03w3wiRNchwv00h8o4cdJKhRANCAAS1FuzWe8t2a+1k9uKzS0zy8+sYpEyZ
SgGe9IYkZ6CN0uK/eNsGsdb5Ccd3LIr4yhkqLEueqbvqv0V1sakY8nss
-----END PRIVATE KEY-----
`;
