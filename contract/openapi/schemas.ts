/** The zod schemas as OpenAPI components. */

import * as z from 'zod';
import { ErrorBody, ErrorEnvelope, VideoGeneration } from '../generation.ts';
import { CreateVideoRequest, SubjectMap } from '../request.ts';
import { BEYOND_JSON_SCHEMA } from './beyond-json-schema.ts';
import type { JsonSchema, Reference } from './document-types.ts';

const { mode, resolution, aspect_ratio, audio, image_urls, audio_urls, source_video_ids } = CreateVideoRequest.shape;

/** A field with a default is a component of its own: where a default stands in place, openapi-typescript makes the field required. */
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

/** Points to a component, for example `schemaRef('VideoGeneration')`. */
export function schemaRef(name: keyof typeof COMPONENTS): Reference {
  return { $ref: refTo(name) };
}

/**
 * All schemas have the form that a sender may send. Request fields with a default are not required. Responses stay
 * open, because a client must accept fields that a later server adds.
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

/** Inside of a document a component has neither an id nor a dialect of its own. */
function component(name: string, generated: JsonSchema): JsonSchema {
  const { $schema: _, $id: __, ...schema } = generated;
  if (name !== 'CreateVideoRequest') return schema;
  const rules = BEYOND_JSON_SCHEMA.map(({ rule, code }) => `- ${rule} (\`${code}\`)`);
  const words = [schema.description, '', 'Rules beyond this schema:', '', ...rules];
  return { ...schema, description: words.join('\n') };
}
