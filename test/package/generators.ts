/** Generators that npm has, how each is run, and a program with the client that it makes. */

export interface Generator {
  readonly name: string;
  /** What is installed. */
  readonly install: readonly string[];
  /** The program below node_modules, and its arguments; the document is openapi.json. */
  readonly command: readonly string[];
  /** Prints the status of a polled generation, and the code of a refused create. */
  readonly program: string;
}

const BODY = `const body = { model: 'videomodel-2.5', prompt: 'a boat', duration_seconds: 4 } as const;`;
const SERVER = `const { STANDIN_URL: url, STANDIN_API_KEY: key } = process.env;`;

export const GENERATORS: readonly Generator[] = [
  {
    name: '@hey-api/openapi-ts',
    install: ['@hey-api/openapi-ts@0.95'],
    command: ['@hey-api/openapi-ts/bin/run.js', '-i', 'openapi.json', '-o', 'hey', '-c', '@hey-api/client-fetch'],
    program: `import { createClient, createConfig } from './hey/client';
import { createVideo, downloadVideo, getVideo } from './hey/sdk.gen';
${SERVER}
${BODY}
const client = createClient(createConfig({ baseUrl: url, auth: () => key }));
const { data: created } = await createVideo({ client, body, throwOnError: true });
const { data: video } = await getVideo({ client, path: { id: created.id }, throwOnError: true });
const clip = await downloadVideo({ client, path: { id: created.id }, parseAs: 'blob', throwOnError: true });
if (!(clip.data instanceof Blob) || clip.data.size < 10_000) throw new Error('no clip');
const refused = await createVideo({ client, body: { ...body, duration_seconds: 31 } });
console.log(video.status, refused.error?.error.code);
`,
  },
  {
    name: 'swagger-typescript-api',
    install: ['swagger-typescript-api@13'],
    command: ['.bin/swagger-typescript-api', 'generate', '-p', 'openapi.json', '-o', 'swagger', '-n', 'api.ts'],
    program: `import { Api } from './swagger/api';
${SERVER}
${BODY}
const headers = { Authorization: \`Bearer \${key}\` };
const api = new Api({ baseUrl: url, baseApiParams: { headers } });
const { data: created } = await api.v1.createVideo(body);
const { data: video } = await api.v1.getVideo(created.id);
const refused = await api.v1.createVideo({ ...body, duration_seconds: 31 }).catch((answer) => answer);
console.log(video.status, refused.error.error.code);
`,
  },
  {
    name: 'oazapfts',
    install: ['oazapfts@7', '@oazapfts/runtime@1'],
    command: ['.bin/oazapfts', 'openapi.json', 'oazapfts.ts'],
    program: `import { createVideo, defaults, getVideo } from './oazapfts';
${SERVER}
${BODY}
defaults.baseUrl = url;
defaults.headers = { authorization: \`Bearer \${key}\` };
const created = await createVideo(body);
if (!('id' in created.data)) throw new Error(created.data.error.message);
const video = await getVideo(created.data.id);
const refused = await createVideo({ ...body, duration_seconds: 31 });
console.log('id' in video.data && video.data.status, 'error' in refused.data && refused.data.error?.code);
`,
  },
  {
    name: 'openapi-typescript-codegen',
    install: ['openapi-typescript-codegen@0.31'],
    command: ['.bin/openapi', '--input', 'openapi.json', '--output', 'codegen'],
    program: `import { ApiError, OpenAPI, VideosService, type CreateVideoRequest } from './codegen';
${SERVER}
${BODY}
OpenAPI.BASE = url;
OpenAPI.TOKEN = key;
const request = body as unknown as CreateVideoRequest;
const created = await VideosService.createVideo(request);
if (!('id' in created)) throw new Error(created.error.message);
const video = await VideosService.getVideo(created.id);
const refused: unknown = await VideosService.createVideo({ ...request, duration_seconds: 31 }).catch((error) => error);
console.log('id' in video && video.status, refused instanceof ApiError && refused.body.error.code);
`,
  },
  {
    name: 'orval',
    install: ['orval@7'],
    command: ['.bin/orval', '--input', 'openapi.json', '--output', 'orval.ts', '--client', 'fetch'],
    program: `import { createVideo, getVideo } from './orval';
${SERVER}
${BODY}
const real = fetch;
globalThis.fetch = (path, init) => real(new URL(String(path), url), init);
const headers = { authorization: \`Bearer \${key}\` };
const created = await createVideo(body, { headers });
if (created.status !== 202) throw new Error(String(created.status));
const video = await getVideo(created.data.id, { headers });
const refused = await createVideo({ ...body, duration_seconds: 31 }, { headers });
console.log(video.status === 200 && video.data.status, refused.status === 400 && refused.data.error.code);
`,
  },
];
