/** Tampering with access: the key that made a generation, and the key that is used instead. */

import { fieldsOf, jsonAnswer, withKey, type Tampering, type Call } from '../server.ts';

/** Answers some calls as if they carried the key that made the generation. */
export function lookingAsOwner(when: (call: Call, owner: string) => boolean): () => Tampering {
  return () => {
    const owners = new Map<string, string>();
    return async (call, engine) => {
      const owner = owners.get(call.id);
      if (owner !== undefined && owner !== call.key && when(call, owner)) return engine(withKey(call, owner));
      const answer = await engine(call);
      if (call.operation === 'create' && answer.status === 202) owners.set(String(fieldsOf(answer)['id']), call.key);
      return answer;
    };
  };
}

/** Answers some creates as if they had a valid key of an account of their own. */
export function creatingForAnybody(when: (call: Call) => boolean): () => Tampering {
  return () => (call, engine) =>
    engine(call.operation === 'create' && when(call) ? withKey(call, 'sk_standin_anybody') : call);
}

/**
 * Lets the key "revoked" still work for some calls after it was revoked. `since` counts the calls since then. Rejected
 * calls carry a key of the emulator that is revoked.
 */
export function takingBack(stillWorks: (call: Call, since: number) => boolean): () => Tampering {
  return () => {
    let since: number | undefined;
    return async (call, engine) => {
      if (call.url.pathname.endsWith('/keys/revoke')) {
        since = 0;
        return jsonAnswer(200, {});
      }
      if (!call.key.endsWith('-revoked')) return engine(call);
      if (since !== undefined) since += 1;
      const isOpen = since === undefined || stillWorks(call, since);
      return engine(withKey(call, isOpen ? 'sk_standin_anybody' : `${call.key}~revoked-1`));
    };
  };
}
