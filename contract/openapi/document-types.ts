/** The types of the OpenAPI 3.1 features that the document uses. */

import type * as z from 'zod/v4/core';

export type JsonSchema = z.JSONSchema.BaseSchema;

export interface Reference {
  readonly $ref: string;
}

export interface Header {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: string | number | boolean;
}

export interface Example {
  readonly summary: string;
  readonly value: unknown;
}

export interface MediaType {
  readonly schema: JsonSchema | Reference;
  readonly examples?: Readonly<Record<string, Example>>;
}

export interface ApiResponseObject {
  readonly description: string;
  readonly headers: Readonly<Record<string, Reference>>;
  readonly content?: Readonly<Record<string, MediaType>>;
}

export interface Parameter extends Header {
  readonly name: string;
  readonly in: 'header' | 'path';
  readonly required: boolean;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly Reference[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly description: string;
    readonly content: Readonly<Record<string, MediaType>>;
  };
  /** The responses by status. `default` is for all other statuses. */
  readonly responses: Readonly<Record<string, ApiResponseObject>>;
}

export interface PathItem {
  readonly parameters?: readonly Reference[];
  readonly get?: Operation;
  readonly head?: Operation;
  readonly post?: Operation;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly {
    readonly url: string;
    readonly description: string;
  }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, Header>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly securitySchemes: Readonly<Record<string, { type: 'http'; scheme: 'bearer'; description: string }>>;
  };
}

/** The types of the OpenAPI 3.0 features that the document uses. */
export interface OpenApi30Document extends Omit<OpenApiDocument, 'openapi' | 'info'> {
  readonly openapi: '3.0.3';
  readonly info: Omit<OpenApiDocument['info'], 'summary' | 'license'> & {
    readonly license: { readonly name: string; readonly url: string };
  };
}
