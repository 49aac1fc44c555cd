/** The document in OpenAPI 3.0, for generators that cannot read 3.1. */

import type { Header, JsonSchema, OpenApiDocument, OpenApi30Document } from './document-types.ts';

/**
 * Converts the document to OpenAPI 3.0.
 *
 * @example toOpenApi30(toOpenApi()).openapi // '3.0.3'
 */
export function toOpenApi30(document: OpenApiDocument): OpenApi30Document {
  const { info, servers, security, tags, paths, components } = document;
  const { title, version, summary, description, license } = info;
  return {
    openapi: '3.0.3',
    info: {
      title,
      version,
      description: `${summary}\n\n${description}`,
      license: { name: license.name, url: `https://spdx.org/licenses/${license.identifier}.html` },
    },
    servers,
    security,
    tags,
    paths,
    components: {
      ...components,
      schemas: mapValues(components.schemas, toSchema30),
      headers: mapValues(components.headers, withSchema30),
      parameters: mapValues(components.parameters, withSchema30),
    },
  };
}

function withSchema30<T extends Header>(described: T): T {
  return { ...described, schema: toSchema30(described.schema) };
}

/**
 * Converts a schema to the keywords of 3.0: `enum` for `const`, `allOf` around a reference with other members, and a
 * sentence for `propertyNames`. The validator in `test/package/openapi-lint.test.ts` finds any other keyword of 3.1.
 */
function toSchema30(schema: JsonSchema): JsonSchema {
  const { const: only, propertyNames, $ref, properties, items, additionalProperties, ...rest } = schema;
  const converted: JsonSchema = { ...rest };
  if (only !== undefined) converted.enum = [only];
  if (properties !== undefined) converted.properties = mapValues(properties, toInner30);
  if (items !== undefined) converted.items = Array.isArray(items) ? items.map(toInner30) : toInner30(items);
  if (additionalProperties !== undefined) converted.additionalProperties = toInner30(additionalProperties);
  if (typeof propertyNames === 'object') {
    converted.description = `${rest.description ?? ''} Each name matches \`${propertyNames.pattern}\`.`.trimStart();
  }
  if ($ref === undefined) return converted;
  return Object.keys(converted).length === 0 ? { $ref } : { ...converted, allOf: [{ $ref }] };
}

function toInner30<T extends JsonSchema | boolean>(schema: T): T | JsonSchema {
  return typeof schema === 'boolean' ? schema : toSchema30(schema);
}

function mapValues<T, R>(values: Readonly<Record<string, T>>, convert: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, convert(value)]));
}
