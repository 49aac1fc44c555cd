/** Suggests a replacement for an unknown field: a known field with a similar name, or all known fields. */

import * as z from 'zod';

type Shape = Readonly<Record<string, z.core.$ZodType>>;
type Path = readonly PropertyKey[];

/** Longer lists of fields are not shown. */
const MOST_LISTED = 12;

/** The path to which the field may belong, or the known fields of the object. */
export interface FieldHint {
  readonly belongs: Path | undefined;
  readonly fields: readonly string[];
}

/** Returns the hint for an unknown field at this path. The hint is empty if the schema allows any fields. */
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

/** Removes optional, default and nullable wrappers from a schema. */
function bareOf(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapped =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNullable;
  return isWrapped ? bareOf(schema.unwrap()) : schema;
}
