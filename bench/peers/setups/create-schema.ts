/** The JSON Schema of a create's body, from our own OpenAPI document, for peers that validate with one. */

import { readFile } from 'node:fs/promises';

interface OpenApi {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** The schema with everything that it refers to, as JSON. */
export async function createSchemaText(): Promise<string> {
  const text = await readFile(new URL('../../../contract/openapi.json', import.meta.url), 'utf8');
  const { schemas } = (JSON.parse(text) as OpenApi).components;
  const whole = { ...schemas['CreateVideoRequest'], $defs: schemas };
  return JSON.stringify(whole).replaceAll('#/components/schemas/', '#/$defs/');
}
