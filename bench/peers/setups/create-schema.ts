/** Extracts the JSON Schema of a create from our OpenAPI document, for peers that validate with a schema. */

import { readFile } from 'node:fs/promises';

interface OpenApi {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** Returns the schema and everything that it references, as JSON. */
export async function createSchemaText(): Promise<string> {
  const text = await readFile(new URL('../../../contract/openapi.json', import.meta.url), 'utf8');
  const { schemas } = (JSON.parse(text) as OpenApi).components;
  const whole = { ...schemas['CreateVideoRequest'], $defs: schemas };
  return JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/');
}
