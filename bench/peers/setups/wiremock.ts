/** Writes the root folder of WireMock: a mapping for each response, and the clip. */

import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HEADERS } from '../../api/workload.ts';
import { errorText, JSON_TYPE, KNOWN_ID, recordText } from './records.ts';
import { createSchemaText } from './create-schema.ts';

const WITH_KEY = { authorization: { equalTo: HEADERS.authorization } };
const TEXT = { 'content-type': JSON_TYPE };

/** Writes the folder. Returns its path. */
export async function writeWiremockRoot(folder: string, clip: string): Promise<string> {
  const root = join(folder, 'root');
  for (const name of ['mappings', '__files']) await mkdir(join(root, name), { recursive: true });
  await copyFile(clip, join(root, '__files', 'clip.mp4'));
  await writeFile(join(root, 'mappings', 'all.json'), JSON.stringify({ mappings: await mappings() }));
  return root;
}

async function mappings(): Promise<object[]> {
  const create = { method: 'POST', urlPath: '/v1/videos', headers: WITH_KEY };
  const record = { method: 'GET', urlPath: `/v1/videos/${KNOWN_ID}`, headers: WITH_KEY };
  const isValid = { matchesJsonSchema: await createSchemaText(), schemaVersion: 'V202012' };
  const fresh = recordText("{{randomValue type='UUID'}}", 'pending');
  return [
    {
      priority: 1,
      request: { ...create, bodyPatterns: [isValid] },
      response: { status: 202, headers: TEXT, body: fresh, transformers: ['response-template'] },
    },
    { priority: 2, request: create, response: { status: 400, headers: TEXT, body: errorText('invalid_request') } },
    {
      priority: 1,
      request: record,
      response: { status: 200, headers: TEXT, body: recordText(KNOWN_ID, 'completed') },
    },
    {
      priority: 1,
      request: { ...record, urlPath: `${record.urlPath}/content` },
      response: { status: 200, headers: { 'content-type': 'video/mp4' }, bodyFileName: 'clip.mp4' },
    },
    {
      priority: 9,
      request: { urlPathPattern: '/v1/videos.*' },
      response: { status: 404, headers: TEXT, body: errorText('video_not_found') },
    },
  ];
}
