/** Converts the zod schemas to OpenAPI components. */

import * as z from 'zod';
import { ErrorBody, ErrorEnvelope, VideoGeneration } from '../generation.ts';
import { CreateVideoRequest, SubjectMap } from '../request.ts';
import { BEYOND_JSON_SCHEMA } from './beyond-json-schema.ts';
import type { JsonSchema, Reference } from './document-types.ts';

const { mode, resolution, aspect_ratio, audio, image_urls, audio_urls, source_video_ids } = CreateVideoRequest.shape;

/** The components. A field with a default is a component, or openapi-typescript would make the field required. */
const COMPONENTS = {
  CreateVideoRequest,
  Mode: mode,
  Resolution: resolution,
  AspectRatio: aspect_ratio,
  Audio: audio,
  ImageUrls: image_urls,
  AudioUrls: audio_urls,
  SourceVideoIds: source_video_ids,
  SubjectMap,
  VideoGeneration,
  ErrorEnvelope,
  ErrorBody,
};

/** Returns a reference to a component, for example `schemaRef('VideoGeneration')`. */
export function schemaRef(name: keyof typeof COMPONENTS): Reference {
  return { $ref: refTo(name) };
}

/**
 * Returns the schemas in the form of a sender: fields with a default are optional. Responses stay open, because a
 * client must accept fields of later servers.
 */
export function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(COMPONENTS)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: 'input', uri: refTo });
  return Object.fromEntries(Object.keys(COMPONENTS).map((name) => [name, component(name, schemas[name] ?? {})]));
}

function refTo(name: string): string {
  return `#/components/schemas/${name}`;
}

/** Removes the id and the dialect from a component, and adds the rules beyond its schema to a create. */
function component(name: string, generated: JsonSchema): JsonSchema {
  const { $schema: _, $id: __, ...schema } = generated;
  if (name !== 'CreateVideoRequest') return schema;
  const rules = BEYOND_JSON_SCHEMA.map(({ rule, code }) => `- ${rule} (\`${code}\`)`);
  const words = [schema.description, '', 'Rules beyond this schema:', '', ...rules];
  return { ...schema, description: words.join('\n') };
}
