/** Bends that carry out another create than the one that was sent. */

import { withBody, type Bend, type Fields } from '../server.ts';

/** Changes the body of every create that is an object; the same object back means no change. */
export function creating(change: (body: Fields) => Fields): () => Bend {
  return () => (call, engine) => {
    if (call.operation !== 'create' || !('prompt' in call.json)) return engine(call);
    const changed = change(call.json);
    return engine(changed === call.json ? call : withBody(call, changed));
  };
}
