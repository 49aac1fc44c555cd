/** Writes the environment of Mockoon: three routes with rules that pick responses by key and body. */

import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HEADERS } from '../../api/workload.ts';
import type { Place } from '../peer.ts';
import { createSchemaText } from './create-schema.ts';
import { errorText, JSON_TYPE, KNOWN_ID, recordText } from './records.ts';

const HAS_KEY = { target: 'header', modifier: 'authorization', value: HEADERS.authorization };
const IS_KNOWN = { target: 'params', modifier: 'id', value: KNOWN_ID };
const IS_VALID = { target: 'body', modifier: '', value: 'schema', operator: 'valid_json_schema' };

interface Answer {
  readonly label: string;
  readonly statusCode: number;
  readonly body?: string;
  readonly filePath?: string;
  readonly rules: readonly object[];
}

/** Writes the environment. Returns its path. */
export async function writeMockoonEnvironment({ folder, clip, port }: Place): Promise<string> {
  const path = join(folder, 'environment.json');
  const routes = routesFor(clip);
  const environment = {
    uuid: uuidOf('environment'),
    lastMigration: 33,
    name: 'peer',
    port,
    hostname: '127.0.0.1',
    endpointPrefix: '',
    latency: 0,
    folders: [],
    routes,
    rootChildren: routes.map(({ uuid }) => ({ type: 'route', uuid })),
    proxyMode: false,
    proxyHost: '',
    proxyRemovePrefix: false,
    proxyReqHeaders: [],
    proxyResHeaders: [],
    tlsOptions: { enabled: false, type: 'CERT', pfxPath: '', certPath: '', keyPath: '', caPath: '', passphrase: '' },
    cors: false,
    headers: [],
    data: [
      { uuid: uuidOf('schema'), id: 'schema', name: 'schema', documentation: '', value: await createSchemaText() },
    ],
    callbacks: [],
  };
  await writeFile(path, JSON.stringify(environment));
  return path;
}

function routesFor(clip: string): { uuid: string }[] {
  const missing = { label: 'missing', statusCode: 404, body: errorText('video_not_found'), rules: [] };
  const refused = { label: 'refused', statusCode: 400, body: errorText('invalid_request'), rules: [] };
  const fresh = recordText('{{guid}}', 'pending');
  const record = recordText(KNOWN_ID, 'completed');
  const known = [HAS_KEY, IS_KNOWN];
  return [
    route('post', 'v1/videos', [
      { label: 'accepted', statusCode: 202, body: fresh, rules: [HAS_KEY, IS_VALID] },
      refused,
    ]),
    route('get', 'v1/videos/:id', [{ label: 'record', statusCode: 200, body: record, rules: known }, missing]),
    route('get', 'v1/videos/:id/content', [{ label: 'clip', statusCode: 200, filePath: clip, rules: known }, missing]),
  ];
}

function route(method: string, endpoint: string, answers: readonly Answer[]): { uuid: string } {
  const common = { type: 'http', documentation: '', responseMode: null, streamingMode: null, streamingInterval: 0 };
  const responses = answers.map((answer) => responseOf(answer, `${method} ${endpoint} ${answer.label}`));
  return { ...common, uuid: uuidOf(method + endpoint), method, endpoint, responses } as { uuid: string };
}

function responseOf({ body = '', filePath = '', rules, ...answer }: Answer, name: string): object {
  const type = filePath === '' ? JSON_TYPE : 'video/mp4';
  return {
    ...answer,
    uuid: uuidOf(name),
    body,
    filePath,
    bodyType: filePath === '' ? 'INLINE' : 'FILE',
    latency: 0,
    headers: [{ key: 'content-type', value: type }],
    databucketID: '',
    sendFileAsBody: true,
    rules: rules.map((rule) => ({ operator: 'equals', invert: false, ...rule })),
    rulesOperator: 'AND',
    // Templates are slow. Only the response with a new id needs them.
    disableTemplating: !body.includes('{{'),
    fallbackTo404: false,
    default: rules.length === 0,
    crudKey: 'id',
    callbacks: [],
  };
}

/** Returns a UUID, because Mockoon requires them. The same name always has the same UUID. */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
