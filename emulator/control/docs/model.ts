/** The subset of OpenAPI 3.1 that both documents use and that the docs page shows. */

import type * as z from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** A type alias, not an interface: only so is it assignable to a record of unknown fields. */
export type SchemaReference = { readonly $ref: string };

export interface DocumentedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string | undefined;
  readonly schema: JsonSchema;
}

export type DocumentedContent = Readonly<Record<string, { readonly schema?: JsonSchema | SchemaReference }>>;

export interface DocumentedResponse {
  readonly description: string;
  readonly content?: DocumentedContent;
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string | undefined;
  readonly tags?: readonly string[];
  readonly parameters?: readonly (SchemaReference | DocumentedParameter)[];
  readonly requestBody?: { readonly required: boolean; readonly content: DocumentedContent };
  readonly responses: Readonly<Record<string, DocumentedResponse>>;
}

const METHODS = ['get', 'head', 'post', 'put', 'delete'] as const;

type DocumentedPath = { readonly [Method in (typeof METHODS)[number]]?: DocumentedOperation } & {
  readonly parameters?: readonly SchemaReference[];
};

export interface DocumentedApi {
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, DocumentedPath>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters?: Readonly<Record<string, DocumentedParameter>>;
  };
}

/** An operation with its method, its path, and its parameters with references resolved. */
export interface PlacedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: DocumentedOperation;
  readonly parameters: readonly DocumentedParameter[];
}

/** All operations of a document, in its order. */
export function operationsOf({ paths, components }: DocumentedApi): PlacedOperation[] {
  const resolved = (each: SchemaReference | DocumentedParameter): DocumentedParameter[] => {
    if (!('$ref' in each)) return [each];
    const found = components.parameters?.[referencedName(each.$ref)];
    return found === undefined ? [] : [found];
  };
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): PlacedOperation[] => {
      const operation = item[method];
      if (operation === undefined) return [];
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].flatMap(resolved);
      return [{ method: method.toUpperCase(), path, operation, parameters }];
    }),
  );
}

/** The name at the end of a reference. */
export function referencedName(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
