/** Patterns of creates, and tampering with creates: another body, too lenient with a create, or too strict. */

import { ABSENT } from '../../checks/lib/field.ts';
import type { Fields } from '../../checks/lib/answers.ts';
import { ALONE, mutantsWith, type Mutant, type MutantTable } from '../mutant.ts';
import { asFields, jsonAnswer, withBody, type Answer, type Call, type Tampering } from '../server.ts';

export const PRESENT = Symbol('present');
/** A list with at least one item. */
export const SOME = Symbol('some');

/**
 * The values of fields. For the lists of references, a number is the number of items. An expression is tested against
 * the text of a value.
 */
export type Pattern = Readonly<Record<string, unknown>>;
export type CreateTest = (body: Fields, call: Call) => boolean;
/** The creates in question: a pattern, a test, or both. */
export type CreateWhen = Pattern | CreateTest | readonly [Pattern, CreateTest];

export const EDITING = { reference_video_operation: 'edit' } as const;
export const EXTENDING = { reference_video_operation: 'extend' } as const;
export const REFERRING = { reference_video_operation: 'reference' } as const;
export const IN_REFERENCE_MODE = { mode: 'reference-to-video' } as const;
export const IN_IMAGE_MODE = { mode: 'image-to-video' } as const;
export const ONE_IMAGE = { ...IN_IMAGE_MODE, image_urls: 1 } as const;
export const TWO_IMAGES = { ...IN_IMAGE_MODE, image_urls: 2 } as const;

/** A create that no server has a reason to reject. It replaces creates that ought to be rejected. */
export const VALID = {
  model: 'videomodel-2.5',
  prompt: 'A lighthouse in the rain.',
  duration_seconds: 4,
  resolution: '480p',
} as const;

const LISTS: ReadonlySet<string> = new Set(['image_urls', 'audio_urls', 'source_video_ids']);

/** Returns the test of creates that a pattern describes. */
export function matches(when: CreateWhen): CreateTest {
  if (typeof when === 'function') return when;
  const [pattern, more]: readonly [Pattern, CreateTest?] = isPair(when) ? when : [when];
  const wanted = Object.entries(pattern);
  return (body, call) =>
    wanted.every(([field, value]) => fits(body, field, value)) && (more === undefined || more(body, call));
}

/** Returns servers that accept what they must reject. Each meets only its own check. */
export function lenientTo(table: MutantTable<CreateWhen>): Mutant[] {
  return mutantsWith(ALONE, table, accepting);
}

/** Returns servers that reject what they must accept. Each meets only its own check. */
export function strictTo(table: MutantTable<CreateWhen>): Mutant[] {
  return mutantsWith(ALONE, table, refusing);
}

/** Accepts some creates by replacing them with a valid create. */
export function accepting(when: CreateWhen): () => Tampering {
  const isMeant = matches(when);
  return () => (call, engine) =>
    engine(call.operation === 'create' && isMeant(call.json, call) ? withBody(call, VALID) : call);
}

/** Rejects some creates as invalid. */
export function refusing(when: CreateWhen): () => Tampering {
  const isMeant = matches(when);
  return () => async (call, engine) =>
    call.operation === 'create' && isMeant(call.json, call) ? refusalAnswer(400, 'invalid_request') : engine(call);
}

/** Changes the body of every create that is an object. The same object leaves the call unchanged. */
export function creating(change: (body: Fields, call: Call) => Fields): () => Tampering {
  return () => (call, engine) => {
    if (call.operation !== 'create' || !('prompt' in call.json)) return engine(call);
    const changed = change(call.json, call);
    return engine(changed === call.json ? call : withBody(call, changed));
  };
}

/** Replaces some fields of some creates. */
export function instead(when: CreateWhen, more: Fields): () => Tampering {
  const isMeant = matches(when);
  return creating((body, call) => (isMeant(body, call) ? { ...body, ...more } : body));
}

/** Returns an error in the envelope of the document. */
export function refusalAnswer(status: number, code: string): Answer {
  return jsonAnswer(status, { error: { code, message: 'The request cannot be carried out.' } });
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

const countOf =
  (field: string) =>
  (body: Fields): number =>
    listOf(body, field).length;
export const imagesOf = countOf('image_urls');
export const soundsOf = countOf('audio_urls');
export const sourcesOf = countOf('source_video_ids');
export const secondsOf = (body: Fields): number => Number(body['duration_seconds']);
export const longerThan =
  (seconds: number): CreateTest =>
  (body) =>
    secondsOf(body) > seconds;

function isPair(when: Pattern | readonly [Pattern, CreateTest]): when is readonly [Pattern, CreateTest] {
  return Array.isArray(when);
}

function fits(body: Fields, field: string, wanted: unknown): boolean {
  if (wanted === ABSENT || wanted === PRESENT) return field in body === (wanted === PRESENT);
  if (wanted === SOME) return listOf(body, field).length > 0;
  if (typeof wanted === 'number' && LISTS.has(field)) return listOf(body, field).length === wanted;
  return wanted instanceof RegExp ? wanted.test(String(body[field])) : body[field] === wanted;
}
