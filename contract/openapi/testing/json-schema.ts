/** An independent JSON Schema validator for the committed `openapi.json`, for tests. */

import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { OpenApiDocument } from '../document-types.ts';

/** The committed document. */
export function committedDocument(): OpenApiDocument {
  return JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as OpenApiDocument;
}

export interface ValidatorOptions {
  /** Whether `format` is an annotation or a rule. JSON Schema allows both. */
  readonly assertFormats?: boolean;
  readonly document?: OpenApiDocument;
}

/** Compiles a component in strict mode, which rejects unknown keywords. */
export function validatorOf(name: string, options: ValidatorOptions = {}): ValidateFunction {
  const { assertFormats = true, document = committedDocument() } = options;
  const ajv = new Ajv2020({ strict: true, strictTypes: true, validateFormats: assertFormats });
  formats.default(ajv);
  // The document around the schemas has members that are not keywords.
  for (const member of Object.keys(document)) ajv.addKeyword(member);
  ajv.addSchema(document, 'openapi.json');
  const validate = ajv.getSchema(`openapi.json#/components/schemas/${name}`);
  if (validate === undefined) throw new Error(`openapi.json has no schema ${name}`);
  return validate;
}
