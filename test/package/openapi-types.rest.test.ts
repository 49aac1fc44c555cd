/** A TypeScript user of `openapi.json`: types by openapi-typescript, and an openapi-fetch client that uses them. */

import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { compile, toTypes } from '../openapi-types/to-types.ts';

const client = `
import createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';

const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:4242', headers: { Authorization: 'Bearer key' } });
type CreateVideoRequest = components['schemas']['CreateVideoRequest'];
const plain: CreateVideoRequest = { model: 'videomodel-2.5', prompt: 'A boat.', duration_seconds: 8 };
`;

const sampleClient = `${client}
export async function generate(prompt: string, image: string): Promise<ReadableStream | null> {
  const { data, error, response } = await client.POST('/v1/videos', {
    params: { header: { 'Idempotency-Key': 'take-1' } },
    body: {
      ...plain,
      prompt,
      mode: 'image-to-video',
      aspect_ratio: 'adaptive',
      image_urls: [image],
      subject_to_image_ids: { hero: [0] },
    },
  });
  if (error !== undefined) {
    const wait: string | null = response.headers.get('Retry-After');
    throw new Error(\`\${error.error.code}: \${error.error.message} (\${error.error.request_id ?? 'no id'}, \${wait})\`);
  }
  const status: 'pending' | 'running' | 'completed' | 'failed' = data.status;
  if (status === 'failed') throw new Error(data.error?.code);
  return download(data.id);
}

async function download(id: string): Promise<ReadableStream | null> {
  const polled = await client.GET('/v1/videos/{id}', { params: { path: { id } } });
  const url: string | undefined = polled.data?.output?.url;
  const cost: number | undefined = polled.data?.cost_usd;
  await client.HEAD('/v1/videos/{id}/content', { params: { path: { id } } });
  const content = await client.GET('/v1/videos/{id}/content', {
    params: { path: { id }, header: { Range: 'bytes=0-1023', 'If-Range': '"etag"' } },
    parseAs: 'stream',
  });
  if (content.error !== undefined) throw new Error(\`\${content.error.error.message}: \${url}, \${cost}\`);
  return content.data;
}

type Create = paths['/v1/videos']['post'];
type Headers = Create['responses'][429]['headers'];
export const retryAfter = (headers: Headers): number | undefined => headers['Retry-After'];
export const workflows: CreateVideoRequest['reference_video_operation'][] = ['reference', 'edit', 'extend', undefined];
`;

/** Wrong programs, each with the error of the compiler. */
const mistakes: Record<string, readonly [error: string, statement: string]> = {
  // openapi-fetch infers the type of the body from its argument, so only a declared body reports an excess field.
  'an unknown field': ["'seed' does not exist", 'export const body: CreateVideoRequest = { ...plain, seed: 7 };'],
  'a misspelled field': [
    "'image_url' does not exist",
    'export const body: CreateVideoRequest = { ...plain, image_url: [] };',
  ],
  'a missing field': [
    "Property 'duration_seconds' is missing",
    "await client.POST('/v1/videos', { body: { model: plain.model, prompt: 'p' } });",
  ],
  'another model': [
    'Type \'"videomodel-3"\' is not assignable',
    "await client.POST('/v1/videos', { body: { ...plain, model: 'videomodel-3' } });",
  ],
  'an unknown resolution': [
    'Type \'"4k"\' is not assignable',
    "await client.POST('/v1/videos', { body: { ...plain, resolution: '4k' } });",
  ],
  'a number as text': [
    "Type 'string' is not assignable to type 'number'",
    "await client.POST('/v1/videos', { body: { ...plain, duration_seconds: '8' } });",
  ],
  'a handle with one index instead of a list': [
    "Type 'number' is not assignable to type 'number[]'",
    "await client.POST('/v1/videos', { body: { ...plain, subject_to_image_ids: { hero: 0 } } });",
  ],
  'an unknown path': [
    'Argument of type \'"/v1/video/{id}"\' is not assignable',
    "await client.GET('/v1/video/{id}', { params: { path: { id: 'x' } } });",
  ],
  'a get without its id': ['Expected 2 arguments', "await client.GET('/v1/videos/{id}');"],
  'a status that no record has': [
    '\'"done"\' have no overlap',
    "const { data } = await client.GET('/v1/videos/{id}', { params: { path: { id: 'x' } } }); data?.status === 'done';",
  ],
  'a field that no record has': [
    "Property 'progress' does not exist",
    "const { data } = await client.GET('/v1/videos/{id}', { params: { path: { id: 'x' } } }); data?.progress;",
  ],
};

const asFile = (mistake: string): string => `${mistake.replaceAll(' ', '-')}.ts`;

describe('with the types of openapi.json', () => {
  let errors: Record<string, string[]> = {};

  beforeAll(async () => {
    const schema = await toTypes(await readFile(new URL('../../contract/openapi.json', import.meta.url), 'utf8'));
    const wrong = Object.entries(mistakes).map(([mistake, [, statement]]) => [
      asFile(mistake),
      `${client}${statement}`,
    ]);
    errors = compile({ 'schema.ts': schema, 'sample-client.ts': sampleClient, ...Object.fromEntries(wrong) });
  });

  test('the sample client compiles, and so do the types', () => {
    expect([errors['schema.ts'], errors['sample-client.ts'], errors['']]).toEqual([[], [], []]);
  });

  test.each(Object.entries(mistakes))('%s does not compile', (mistake, [error]) => {
    expect(errors[asFile(mistake)]).toEqual([expect.stringContaining(error)]);
  });
});
