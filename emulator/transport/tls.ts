/** HTTPS: the same server behind TLS. */

import type { Server, ServerOptions } from 'node:http';

/** A certificate and its key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** A server for HTTPS. A client may take as long over the handshake as over the headers of a request. */
export function createTlsServer(options: ServerOptions, certificate: Certificate): Server {
  // Loaded late: TLS takes a fifth of a plain server's start (`test/command/cold-start.rest.test.ts`).
  const { createServer } = process.getBuiltinModule('node:https');
  return createServer({ ...options, ...certificate, handshakeTimeout: options.headersTimeout ?? 0 });
}
