/** Tampering with paths: an id in the path that is read otherwise than it was written. */

import type { Operation, Tampering } from '../server.ts';

/** Reads the id of gets or downloads in a way of its own; the same id back means no change. */
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
