/** The subset of OpenAPI 3.1 that the document of the control API uses. */

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
