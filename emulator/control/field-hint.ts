/** Suggests a field in place of an unknown field: a known field with a similar name, or all known fields. */

import * as z from 'zod';

type Shape = Readonly<Record<string, z.core.$ZodType>>;
type Path = readonly PropertyKey[];

/** More than so many are looked up in the documentation. */
const MOST_LISTED = 12;

/** Where the field may belong, as a path, or else the fields of the object that it was sent in. */
export interface FieldHint {
  readonly belongs: Path | undefined;
  readonly fields: readonly string[];
}

/** The hint for a field of the object at this path; empty where the schema leaves open what is there. */
export function fieldHint(schema: z.core.$ZodType, path: Path, field: string): FieldHint {
  const around = path.slice(0, -1);
  const neighbor = Object.entries(shapeOf(at(schema, around))).find(([, one]) => Object.hasOwn(shapeOf(one), field));
  const fields = Object.keys(shapeOf(at(schema, path)));
  return {
    belongs: neighbor === undefined || path.length === 0 ? undefined : [...around, neighbor[0], field],
    fields: fields.length > MOST_LISTED ? [] : fields,
  };
}

function at(schema: z.core.$ZodType | undefined, [step, ...rest]: Path): z.core.$ZodType | undefined {
  if (step === undefined || schema === undefined) return schema;
  const bare = bareOf(schema);
  if (bare instanceof z.ZodArray) return at(bare.element, rest);
  return at(shapeOf(bare)[String(step)], rest);
}

function shapeOf(schema: z.core.$ZodType | undefined): Shape {
  const bare = schema === undefined ? undefined : bareOf(schema);
  return bare instanceof z.ZodObject ? bare.shape : {};
}

/** Without what says that it may be left out. */
function bareOf(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNullable;
  return isWrapped ? bareOf(schema.unwrap()) : schema;
}
