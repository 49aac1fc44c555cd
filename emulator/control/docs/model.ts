/** What the documentation page reads of an OpenAPI document, whoever made it. */

import * as z from 'zod';

const schema = z.looseObject({});
const described = z.looseObject({ description: z.string().default('') });
const parameter = z.looseObject({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  description: z.string().default(''),
  schema: schema.default({}),
});
const reference = z.looseObject({ $ref: z.string() });
const content = z.record(z.string(), z.looseObject({ schema: schema.optional() }));

const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string().default(''),
  description: z.string().default(''),
  parameters: z.array(z.union([reference, parameter])).default([]),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(z.string(), described.extend({ content: content.default({}) })),
});

const METHODS = ['get', 'head', 'post', 'put', 'delete'] as const;

const Document = z.looseObject({
  info: z.looseObject({ title: z.string(), version: z.string(), description: z.string().default('') }),
  paths: z.record(
    z.string(),
    z.looseObject({
      parameters: z.array(z.union([reference, parameter])).default([]),
      ...Object.fromEntries(METHODS.map((method) => [method, operation.optional()])),
    }),
  ),
  components: z.looseObject({
    schemas: z.record(z.string(), schema),
    parameters: z.record(z.string(), parameter).default({}),
  }),
});

export type SchemaModel = Readonly<Record<string, unknown>>;
export type ParameterModel = z.output<typeof parameter>;

export interface OperationModel extends z.output<typeof operation> {
  readonly method: string;
  readonly path: string;
  readonly allParameters: readonly ParameterModel[];
}

export interface DocumentModel {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly operations: readonly OperationModel[];
  readonly schemas: readonly (readonly [name: string, schema: SchemaModel])[];
}

/** Reads a document; its references to parameters are resolved, those to schemas stay. */
export function toDocumentModel(document: unknown): DocumentModel {
  const { info, paths, components } = Document.parse(document);
  const resolved = (each: z.output<typeof reference> | ParameterModel): ParameterModel[] => {
    const found = parameter.safeParse('$ref' in each ? components.parameters[nameOf(String(each.$ref))] : each);
    return found.success ? [found.data] : [];
  };
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): OperationModel[] => {
      const found = operation.safeParse(item[method]);
      if (!found.success) return [];
      const allParameters = [...item.parameters, ...found.data.parameters].flatMap(resolved);
      return [{ ...found.data, method: method.toUpperCase(), path, allParameters }];
    }),
  );
  return { ...info, operations, schemas: Object.entries(components.schemas) };
}

/** The name at the end of a reference. */
export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
