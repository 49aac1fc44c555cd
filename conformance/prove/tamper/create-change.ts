/** Tampering that passes on another create than the client sent. */

import type { Fields } from '../../checks/lib/answers.ts';
import { withBody, type Tampering } from '../server.ts';

/**
 * Changes the body of every create that is an object. The same object leaves the call unchanged.
 */
export function creating(change: (body: Fields) => Fields): () => Tampering {
  return () => (call, engine) => {
    if (call.operation !== 'create' || !('prompt' in call.json)) return engine(call);
    const changed = change(call.json);
    return engine(changed === call.json ? call : withBody(call, changed));
  };
}
