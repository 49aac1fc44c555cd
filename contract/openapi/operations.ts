/** The operations of the document: create, get and download, and the HEAD requests of get and download. */

import { STATUSES } from '../generation.ts';
import { WORKFLOWS } from '../workflow.ts';
import type { ApiResponseObject, Operation, PathItem } from './document-types.ts';
import { errorResponses } from './error-responses.ts';
import { exampleRecord, REQUEST_EXAMPLES } from './examples.ts';
import { headerRefs, parameterRefs, type HeaderName } from './headers.ts';
import { schemaRef } from './schemas.ts';

/** Returns all paths of the service. */
export function paths(): Record<string, PathItem> {
  return {
    '/v1/videos': { post: createVideo() },
    '/v1/videos/{id}': {
      parameters: parameterRefs('VideoId'),
      get: getVideo(),
      head: withoutBodies(getVideo(), 'headVideo'),
    },
    '/v1/videos/{id}/content': {
      parameters: parameterRefs('VideoId'),
      get: downloadVideo(),
      head: headVideoContent(),
    },
  };
}

const TAGS = ['videos'] as const;

function createVideo(): Operation {
  return {
    operationId: 'createVideo',
    summary: 'Create a generation',
    description:
      'Checks the request, reserves its cost, and immediately returns a pending record. Poll the record until its status is `completed` or `failed`.',
    tags: TAGS,
    parameters: parameterRefs('IdempotencyKey'),
    requestBody: {
      required: true,
      description: 'The video to generate.',
      content: {
        'application/json': {
          schema: schemaRef('CreateVideoRequest'),
          examples: Object.fromEntries(WORKFLOWS.map((workflow) => [workflow, REQUEST_EXAMPLES[workflow]])),
        },
      },
    },
    responses: {
      '202': {
        description: 'The generation was accepted, and its cost is reserved.',
        headers: headerRefs(['Idempotent-Replayed']),
        content: { 'application/json': { schema: schemaRef('VideoGeneration'), examples: records(['pending']) } },
      },
      ...errorResponses('create'),
    },
  };
}

function getVideo(): Operation {
  return {
    operationId: 'getVideo',
    summary: 'Get a generation',
    description:
      'Returns the current state of a generation. Poll with exponential backoff, beginning at 2 seconds. A failed generation has been refunded.',
    tags: TAGS,
    responses: {
      '200': {
        description: 'The record in its current state.',
        headers: headerRefs(),
        content: { 'application/json': { schema: schemaRef('VideoGeneration'), examples: records(STATUSES) } },
      },
      ...errorResponses('get'),
    },
  };
}

const PRECONDITIONS = ['IfMatch', 'IfNoneMatch', 'IfModifiedSince', 'IfUnmodifiedSince'] as const;
const VALIDATORS = ['ETag', 'Last-Modified', 'Cache-Control'] as const;
const CLIP_HEADERS: readonly HeaderName[] = ['Accept-Ranges', 'Content-Disposition', 'Content-Length', ...VALIDATORS];

function downloadVideo(): Operation {
  return {
    operationId: 'downloadVideo',
    summary: 'Download the MP4',
    description:
      'Returns the clip of a completed generation. Range requests are supported, for playback and for resumed downloads.',
    tags: TAGS,
    parameters: parameterRefs('Range', 'IfRange', ...PRECONDITIONS),
    responses: {
      '200': clip('The whole clip.', CLIP_HEADERS),
      '206': clip('The byte range that the request asked for.', ['Content-Range', ...CLIP_HEADERS]),
      '304': { description: 'The client already has this clip.', headers: headerRefs(VALIDATORS) },
      ...errorResponses('content'),
    },
  };
}

/** Returns the HEAD request of a download. It ignores Range (RFC 9110, section 14.2). */
function headVideoContent(): Operation {
  const { '206': _, '416': __, ...responses } = downloadVideo().responses;
  const parameters = parameterRefs(...PRECONDITIONS);
  return withoutBodies({ ...downloadVideo(), parameters, responses }, 'headVideoContent');
}

function withoutBodies(operation: Operation, operationId: string): Operation {
  const responses = Object.entries(operation.responses).map(([status, response]) => {
    const { content: _, ...withoutBody } = response;
    return [status, withoutBody];
  });
  return {
    ...operation,
    operationId,
    summary: `${operation.summary}: the headers only`,
    description: 'Returns the status and headers of the GET response, without a body.',
    responses: Object.fromEntries(responses),
  };
}

function clip(description: string, headers: readonly HeaderName[]): ApiResponseObject {
  const schema = { type: 'string', format: 'binary' } as const;
  return { description, headers: headerRefs(headers), content: { 'video/mp4': { schema } } };
}

function records(statuses: readonly (typeof STATUSES)[number][]) {
  return Object.fromEntries(statuses.map((status) => [status, { summary: status, value: exampleRecord(status) }]));
}
