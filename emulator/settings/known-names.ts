/** Which names may stand at a place of the settings, for messages about one that may not. */

import * as z from 'zod';

/** The names at a path, read from the schema; none where anything may stand, or where the kind of thing decides. */
export function knownNames(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const here = unwrapped(schema);
  const [step, ...rest] = path;
  if (here instanceof z.ZodArray) return knownNames(here.element, rest);
  if (here instanceof z.ZodUnion && !(here instanceof z.ZodDiscriminatedUnion)) {
    return here.options.flatMap((option) => knownNames(option, path));
  }
  if (!(here instanceof z.ZodObject)) return [];
  if (step === undefined) return Object.keys(here.shape);
  const part: z.core.$ZodType | undefined = here.shape[String(step)];
  return part === undefined ? [] : knownNames(part, rest);
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapper =
    schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  if (isWrapper) return unwrapped(schema.unwrap());
  return schema instanceof z.ZodPipe ? unwrapped(schema.in) : schema;
}
