/** Patterns of create requests, and mutants that decide the matching requests the wrong way. */

import type { Fields } from '../../checks/lib/answers.ts';
import { ABSENT } from '../../checks/lib/field.ts';
import { mutant, type Mutant } from '../mutant.ts';
import type { Tampering } from '../server.ts';
import { accepting, listOf, refusing, type CreateTest } from './create.ts';

export const PRESENT = Symbol('present');
/** A list with at least one item. */
export const SOME = Symbol('some');

/**
 * The values of fields. For the lists of references, a number is the number of items. An expression is tested against
 * the text of a value.
 */
export type Pattern = Readonly<Record<string, unknown>>;

const LISTS: ReadonlySet<string> = new Set(['image_urls', 'audio_urls', 'source_video_ids']);

/** Reports whether a create request has all values of a pattern. */
function matches(pattern: Pattern): (body: Fields) => boolean {
  const wanted = Object.entries(pattern);
  return (body) => wanted.every(([field, value]) => fits(body, field, value));
}

/** A phrase after "It", and the create requests in question: a pattern, a test, or both. */
export type PatternRow = readonly [does: string, when: Pattern | CreateTest, more?: CreateTest];
/** The rows by the check that has to notice them, and by the end of their id. */
export type PatternTable = Readonly<Record<string, Readonly<Record<string, PatternRow>>>>;

/** Returns servers that accept what they must reject. Each meets only its own check. */
export function lenientTo(table: PatternTable): Mutant[] {
  return mutantsOf(table, accepting);
}

/** Returns servers that reject what they must accept. */
export function strictTo(table: PatternTable): Mutant[] {
  return mutantsOf(table, refusing);
}

function mutantsOf(table: PatternTable, tamper: (when: CreateTest) => Tampering): Mutant[] {
  return Object.entries(table).flatMap(([check, rows]) =>
    Object.entries(rows).map(([name, [does, when, more = () => true]]) => {
      const isMeant = typeof when === 'function' ? when : matches(when);
      const test: CreateTest = (body, call) => isMeant(body, call) && more(body, call);
      return mutant(check, does, { id: `${check}.${name}`, alone: true, tamper: () => tamper(test) });
    }),
  );
}

function fits(body: Fields, field: string, wanted: unknown): boolean {
  if (wanted === ABSENT || wanted === PRESENT) return field in body === (wanted === PRESENT);
  if (wanted === SOME) return listOf(body, field).length > 0;
  if (typeof wanted === 'number' && LISTS.has(field)) return listOf(body, field).length === wanted;
  return wanted instanceof RegExp ? wanted.test(String(body[field])) : body[field] === wanted;
}
