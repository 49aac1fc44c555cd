/** Generates the OpenAPI document of the service from the schemas, the limits and the error catalog. */

import type { OpenApiDocument } from './document-types.ts';
import { toOpenApi30 } from './document-30.ts';
import { HEADERS, PARAMETERS } from './headers.ts';
import { paths } from './operations.ts';
import { componentSchemas } from './schemas.ts';

/** The version of the document. The path prefix `/v1` is the version of the API. */
const OPENAPI_VERSION = '1.0.0';

/**
 * Returns the document in OpenAPI 3.1. `contract/openapi.json` is its committed text.
 *
 * @example
 * const { paths } = toOpenApi();
 * Object.keys(paths); // ['/v1/videos', '/v1/videos/{id}', '/v1/videos/{id}/content']
 */
export function toOpenApi(): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Asynchronous Video Generation Service',
      version: OPENAPI_VERSION,
      summary: 'Submit a video generation, poll its status, and download the MP4.',
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: 'http://127.0.0.1:4242',
        description:
          'An emulator on this machine. To use another server, set its base URL in your client, without /v1.',
      },
    ],
    security: [{ bearer: [] }],
    tags: [{ name: 'videos', description: 'Generations, and the clips that they produce.' }],
    paths: paths(),
    components: {
      schemas: componentSchemas(),
      headers: HEADERS,
      parameters: PARAMETERS,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'Send an API key with every request, including downloads. Keep the key on the server side.',
        },
      },
    },
  };
}

/** Returns the text of the document in a version of OpenAPI. */
export function openApiText(version: '3.1' | '3.0' = '3.1'): string {
  const document = version === '3.1' ? toOpenApi() : toOpenApi30(toOpenApi());
  return `${JSON.stringify(document, null, 2)}\n`;
}

const DESCRIPTION = `Generation is asynchronous. A create reserves its cost and immediately returns a pending record. Poll the record
until its status is \`completed\` or \`failed\`, then download the content. A failed generation is refunded.

Retry 429 and 503 with exponential backoff. Do not retry other 4xx responses automatically. Every error response has the
envelope \`ErrorEnvelope\`. The service documents only the error code \`insufficient_credits\`. The emulator that wrote
this document also returns other error codes, and the statuses 304, 412, 413, 416 and 500.`;
