import { describe, expect, test } from 'vitest';
import { crossFieldProblems } from '../cross-field.ts';
import type { ErrorEntry, OperationName } from '../error-entry.ts';
import { ERRORS, isErrorCode } from '../errors.ts';
import { ErrorEnvelope, STATUSES, VideoGeneration } from '../generation.ts';
import { LIMITS } from '../limits.ts';
import { parseRequest } from '../parse-request.ts';
import { REQUEST_FIELDS } from '../request.ts';
import { WORKFLOWS, workflowOf } from '../workflow.ts';
import type { ApiResponseObject, JsonSchema, Operation } from './document-types.ts';
import { exampleRecord, REQUEST_EXAMPLES } from './examples.ts';
import { committedDocument, validatorOf } from './testing/json-schema.ts';

const document = committedDocument();
const content = document.paths['/v1/videos/{id}/content'];
const record = document.paths['/v1/videos/{id}'];

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('not in the document');
  return value;
}

const OPERATIONS: Record<OperationName, Operation> = {
  create: present(document.paths['/v1/videos']?.post),
  get: present(record?.get),
  content: present(content?.get),
};
const HEADS = { get: present(record?.head), content: present(content?.head) };

function response(operation: Operation, status: number | 'default'): ApiResponseObject {
  return present(operation.responses[status]);
}

function errorCodes(operation: Operation): [code: string, status: string][] {
  return Object.entries(operation.responses).flatMap(([status, { content }]) => {
    const json = content?.['application/json'];
    if (json?.schema.$ref !== '#/components/schemas/ErrorEnvelope') return [];
    return Object.values(json.examples ?? {}).map(({ value }): [string, string] => [
      ErrorEnvelope.parse(value).error.code,
      status,
    ]);
  });
}

test('the document says OpenAPI 3.1 and its own version 1.0.0', () => {
  expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1.0.0']);
});

// Some generators take a variable in it for a part of each path.
test('its server is the plain URL where the emulator listens by default', () => {
  expect(document.servers).toEqual([{ url: 'http://127.0.0.1:4242', description: expect.any(String) }]);
});

test('its operations have the names of the API document, and HEAD beside each GET', () => {
  const names = Object.entries(document.paths).flatMap(([path, item]) =>
    (['post', 'get', 'head'] as const).flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [`${method} ${path} ${operation.operationId}`];
    }),
  );
  expect(names).toEqual([
    'post /v1/videos createVideo',
    'get /v1/videos/{id} getVideo',
    'head /v1/videos/{id} headVideo',
    'get /v1/videos/{id}/content downloadVideo',
    'head /v1/videos/{id}/content headVideoContent',
  ]);
});

describe('statuses', () => {
  test.each([
    ['create', OPERATIONS.create, '202 400 401 402 413 429 500 503 default'],
    ['get', OPERATIONS.get, '200 401 404 429 500 503 default'],
    ['content', OPERATIONS.content, '200 206 304 401 404 412 416 429 500 503 default'],
    ['HEAD of the record', HEADS.get, '200 401 404 429 500 503 default'],
    ['HEAD of the content, which does not support ranges', HEADS.content, '200 304 401 404 412 429 500 503 default'],
  ])('%s', (_, operation, statuses) => {
    expect(Object.keys(operation.responses).join(' ')).toBe(statuses);
  });
});

describe.each(['create', 'get', 'content'] as const)('errors of %s', (name) => {
  const there = errorCodes(OPERATIONS[name]);
  const inCatalog = Object.keys(ERRORS)
    .filter(isErrorCode)
    .filter((code) => {
      const { on }: ErrorEntry = ERRORS[code];
      return on === 'any' || on.includes(name);
    });

  test('each code of the catalog is shown, and no other', () => {
    expect(new Set(there.map(([code]) => code))).toEqual(new Set(inCatalog));
  });

  test('each stands at its status, or under default', () => {
    const misplaced = there.filter(
      ([code, status]) => status !== 'default' && isErrorCode(code) && status !== String(ERRORS[code].status),
    );
    expect(misplaced).toEqual([]);
  });

  test('default has only what meets a request before an operation, or another profile', () => {
    const codes = there.filter(([, status]) => status === 'default').map(([code]) => code);
    const everywhere = ['method_not_allowed', 'headers_too_large', 'request_timeout'];
    const others = ['bad_request', 'unknown_scenario'];
    const create = ['idempotency_in_progress', 'not_found', 'invalid_content_type', 'idempotency_key_reused'];
    expect(new Set(codes)).toEqual(new Set([...everywhere, ...(name === 'create' ? create : others)]));
  });
});

describe('headers', () => {
  const named = (operation: Operation, status: number | 'default'): string[] =>
    Object.keys(response(operation, status).headers);

  test('every answer has x-request-id', () => {
    const all = [...Object.values(OPERATIONS), ...Object.values(HEADS)].flatMap(({ responses }) =>
      Object.values(responses),
    );
    expect(all.filter(({ headers }) => !('x-request-id' in headers))).toEqual([]);
  });

  test.each([
    ['create', 202, ['Idempotent-Replayed']],
    ['create', 401, ['WWW-Authenticate']],
    ['get', 401, ['WWW-Authenticate']],
    ['content', 401, ['WWW-Authenticate']],
    ['create', 429, ['Retry-After', 'RateLimit', 'RateLimit-Policy']],
    ['create', 503, ['Retry-After']],
    ['get', 503, ['Retry-After']],
    ['create', 'default', ['Allow']],
    [
      'content',
      200,
      ['Accept-Ranges', 'Cache-Control', 'Content-Disposition', 'Content-Length', 'ETag', 'Last-Modified'],
    ],
    [
      'content',
      206,
      [
        'Accept-Ranges',
        'Cache-Control',
        'Content-Disposition',
        'Content-Length',
        'Content-Range',
        'ETag',
        'Last-Modified',
      ],
    ],
    ['content', 304, ['Cache-Control', 'ETag', 'Last-Modified']],
    ['content', 416, ['Accept-Ranges', 'Content-Range']],
  ] as const)('%s %s', (name, status, headers) => {
    expect(named(OPERATIONS[name], status).toSorted()).toEqual([...headers, 'x-request-id'].toSorted());
  });

  test('HEAD of the content has the headers of GET', () => {
    expect(named(HEADS.content, 200)).toEqual(named(OPERATIONS.content, 200));
  });
});

describe('bodies', () => {
  const { properties = {} } = present(document.components.schemas['CreateVideoRequest']);
  const fields = properties as Record<string, JsonSchema>;

  function resolved(field: JsonSchema): JsonSchema {
    const name = field.$ref?.replace('#/components/schemas/', '');
    return name === undefined ? field : present(document.components.schemas[name]);
  }

  test('a clip is binary video/mp4, whole or in part', () => {
    const binary = { 'video/mp4': { schema: { type: 'string', format: 'binary' } } };
    expect(response(OPERATIONS.content, 200).content).toEqual(binary);
    expect(response(OPERATIONS.content, 206).content).toEqual(binary);
  });

  test('HEAD and 304 have none', () => {
    const responses = Object.values(HEADS).flatMap((head) => Object.values(head.responses));
    expect([...responses, response(OPERATIONS.content, 304)].filter((answer) => 'content' in answer)).toEqual([]);
  });

  test('the request refuses unknown fields; the answers stay open', () => {
    const closed = Object.entries(document.components.schemas)
      .filter(([, schema]) => schema.additionalProperties === false || 'unevaluatedProperties' in schema)
      .map(([name]) => name);
    expect(closed).toEqual(['CreateVideoRequest']);
    const later = {
      ...exampleRecord('completed'),
      progress: 1,
      output: { url: exampleRecord('completed').output?.url, size: 1 },
    };
    expect(validatorOf('VideoGeneration')(later)).toBe(true);
  });

  test('each field of a create is described, in the order of the field table', () => {
    expect(Object.keys(fields)).toEqual(REQUEST_FIELDS);
    const bare = Object.values(fields).filter((field) => !field.description && !resolved(field).description);
    expect(bare).toEqual([]);
  });

  test('descriptions name defaults, but no schema has the keyword: openapi-typescript would make the field required', () => {
    const defaults = Object.entries(fields).map(([name, field]) => [name, resolved(field).default]);
    expect(Object.fromEntries(defaults.filter(([, value]) => value !== undefined))).toEqual({
      mode: 'text-to-video',
      resolution: '720p',
      aspect_ratio: '16:9',
      audio: true,
      image_urls: [],
      audio_urls: [],
      source_video_ids: [],
    });
    expect(Object.values(fields).filter((field) => 'default' in field)).toEqual([]);
  });
});

describe('parameters', () => {
  test('every operation wants the bearer key', () => {
    expect(document.security).toEqual([{ bearer: [] }]);
    expect(document.components.securitySchemes['bearer']).toMatchObject({ type: 'http', scheme: 'bearer' });
    const overridden = Object.values(OPERATIONS).filter((operation) => 'security' in operation);
    expect(overridden).toEqual([]);
  });

  test('a create takes an optional Idempotency-Key of at most 128 characters', () => {
    expect(OPERATIONS.create.parameters).toEqual([{ $ref: '#/components/parameters/IdempotencyKey' }]);
    expect(document.components.parameters['IdempotencyKey']).toMatchObject({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: { type: 'string', maxLength: LIMITS.idempotencyKey.max },
    });
  });

  test('a download takes Range; its HEAD does not', () => {
    const range = { $ref: '#/components/parameters/Range' };
    expect(OPERATIONS.content.parameters).toContainEqual(range);
    expect(HEADS.content.parameters).not.toContainEqual(range);
  });
});

describe('examples', () => {
  test('there is one for each workflow', () => {
    const { examples } = present(OPERATIONS.create.requestBody?.content['application/json']);
    expect(Object.keys(present(examples))).toEqual([...WORKFLOWS]);
  });

  test.each(WORKFLOWS)('%s is a valid create of that workflow', (workflow) => {
    const parsed = parseRequest(REQUEST_EXAMPLES[workflow].value);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    expect(crossFieldProblems(parsed.request)).toEqual([]);
    expect(workflowOf(parsed.request)).toBe(workflow);
    expect(validatorOf('CreateVideoRequest')(REQUEST_EXAMPLES[workflow].value)).toBe(true);
  });

  test.each(STATUSES)('the record that is %s has what its status says', (status) => {
    const example = VideoGeneration.parse(exampleRecord(status));
    expect(['output' in example, 'error' in example]).toEqual([status === 'completed', status === 'failed']);
    expect(validatorOf('VideoGeneration')(example)).toBe(true);
  });
});
