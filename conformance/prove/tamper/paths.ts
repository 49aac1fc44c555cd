/** Tampering with the id in a path: the server reads another id than the client wrote. */

import type { Operation, Tampering } from '../server.ts';

/** Changes the id of gets or downloads. The same id leaves the call unchanged. */
export function readingPath(operation: Operation, read: (id: string) => string): () => Tampering {
  return () => (call, engine) => {
    const written = decodeURIComponent(call.id);
    const id = read(written);
    if (call.operation !== operation || id === written) return engine(call);
    const url = new URL(call.url);
    url.pathname = url.pathname.replace(call.id, id);
    return engine({ ...call, url, id });
  };
}
