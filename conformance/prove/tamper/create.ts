/** Tampering with creates: too lenient with one request, or too strict. */

import { mutant, type Mutant, type Selection } from '../mutant.ts';
import type { Fields } from '../../checks/lib/answers.ts';
import { asFields, jsonAnswer, withBody, type Tampering, type Call } from '../server.ts';

export type CreateTest = (body: Fields, call: Call) => boolean;
/** The check, the behavior of the server, and the creates for which the server behaves so. */
export type CreateRow = readonly [killedBy: string, does: string, when: CreateTest];

/** A create that no server has a reason to reject. It replaces creates that ought to be rejected. */
export const VALID = {
  model: 'videomodel-2.5',
  prompt: 'A lighthouse in the rain.',
  duration_seconds: 4,
  resolution: '480p',
} as const;

/** Returns servers that accept what they must reject. */
export function lenient(rows: readonly CreateRow[], selection?: Selection): Mutant[] {
  return rows.map(([killedBy, does, when]) =>
    mutant(killedBy, does, {
      tamper: () => accepting(when),
      ...(selection === undefined ? { alone: true } : { selection }),
    }),
  );
}

/** Returns servers that reject what they must accept. */
export function strict(rows: readonly CreateRow[]): Mutant[] {
  return rows.map(([killedBy, does, when]) => mutant(killedBy, does, { alone: true, tamper: () => refusing(when) }));
}

/** Accepts some creates by replacing them with a valid create. */
export function accepting(when: CreateTest): Tampering {
  return (call, engine) => engine(isHit(call, when) ? withBody(call, VALID) : call);
}

/** Rejects some creates as invalid. */
export function refusing(when: CreateTest): Tampering {
  return async (call, engine) => (isHit(call, when) ? refusalAnswer(400, 'invalid_request') : engine(call));
}

/** Accepts the create requests that pass a test. */
export function acceptingCall(isMeant: (call: Call) => Promise<boolean>): Tampering {
  return async (call, engine) =>
    engine(call.operation === 'create' && (await isMeant(call)) ? withBody(call, VALID) : call);
}

/** Rejects the create requests that pass a test. */
export function refusingCall(isMeant: (call: Call) => Promise<boolean>): Tampering {
  return async (call, engine) =>
    call.operation === 'create' && (await isMeant(call)) ? refusalAnswer(400, 'invalid_request') : engine(call);
}

/** Returns an error in the envelope of the document. */
export function refusalAnswer(status: number, code: string): ReturnType<typeof jsonAnswer> {
  return jsonAnswer(status, { error: { code, message: 'The request cannot be carried out.' } });
}

/** Answers 500 to some calls. */
export function failing(when: (call: Call) => boolean): () => Tampering {
  return () => async (call, engine) => (when(call) ? refusalAnswer(500, 'internal_error') : engine(call));
}

/** Returns all handles of a create with their indexes. */
export function handlesOf(body: Fields): [string, unknown][] {
  return ['image', 'video', 'audio'].flatMap((kind) => Object.entries(asFields(body[`subject_to_${kind}_ids`])));
}

/** Returns the items of an array in a create. */
export function listOf(body: Fields, field: string): readonly unknown[] {
  const value = body[field];
  return Array.isArray(value) ? (value as unknown[]) : [];
}

function isHit(call: Call, when: CreateTest): boolean {
  return call.operation === 'create' && when(call.json, call);
}
