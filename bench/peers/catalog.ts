/** Lists the servers to compare, each at a pinned version. To add a server, add an entry. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SETTINGS } from '../api/workload.ts';
import type { Command, Peer, Place } from './peer.ts';
import { writeAimockFixture } from './setups/aimock.ts';
import { writeMockoonEnvironment } from './setups/mockoon.ts';
import { KNOWN_ID, OPENAPI_ID } from './setups/records.ts';
import { copyServer } from './setups/servers.ts';
import { writeWiremockRoot } from './setups/wiremock.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const HOST = '127.0.0.1';
const EXPRESS = 'express@5.3.0';
const NO_RANGE = 'This server answers a range request with 200 and the whole file.';
const NO_FILES = 'This server returns only examples, not files.';

export const EMULATOR: Peer = {
  name: 'Standin',
  packages: [],
  makesClips: true,
  command: async ({ folder, port }) =>
    node(join(PROJECT, 'dist/bin/standin.js'), [
      ...`serve --json --host ${HOST} --port ${port} --latency instant --balance ${SETTINGS.balance}`.split(' '),
      ...`--max-generations-per-account ${SETTINGS.maxGenerationsPerAccount} --cache-folder`.split(' '),
      join(folder, 'clips'),
    ]),
};

/** The reference of all ratios. */
export const BARE: Peer = {
  name: 'bare node:http',
  packages: [],
  command: (place) => ownServer('bare.mjs', place),
};

export const PEERS: readonly Peer[] = [
  EMULATOR,
  BARE,
  { name: 'Express', packages: [EXPRESS], command: (place) => ownServer('express.mjs', place) },
  {
    name: 'MSW behind Express',
    packages: ['@mswjs/http-middleware@0.10.3', 'msw@2.15.0', EXPRESS],
    command: (place) => ownServer('msw.mjs', place),
  },
  {
    name: 'aimock',
    packages: ['@copilotkit/aimock@1.43.0'],
    root: '/api/v1/videos',
    accepted: 200,
    cannot: { ranges: NO_RANGE },
    command: async ({ folder, clip, port }) =>
      node(join(folder, 'node_modules/@copilotkit/aimock/dist/cli.js'), [
        ...`--host ${HOST} --port ${port} --log-level silent --fixtures`.split(' '),
        await writeAimockFixture(folder, clip),
      ]),
  },
  {
    name: 'Prism',
    packages: ['@stoplight/prism-cli@5.16.0'],
    knownId: OPENAPI_ID,
    cannot: { download: NO_FILES, ranges: NO_FILES },
    command: async ({ folder, port }) =>
      node(join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js'), [
        ...`mock --verboseLevel silent --host ${HOST} --port ${port}`.split(' '),
        join(PROJECT, 'contract/openapi.json'),
      ]),
  },
  {
    name: 'Mockoon',
    packages: ['@mockoon/cli@9.9.0'],
    knownId: KNOWN_ID,
    command: async (place) =>
      node(join(place.folder, 'node_modules/@mockoon/cli/bin/run.js'), [
        ...`start --hostname ${HOST} --port ${place.port} --disable-log-to-file --disable-admin-api --data`.split(' '),
        await writeMockoonEnvironment(place),
      ]),
  },
  {
    name: 'WireMock',
    packages: ['wiremock@3.13.2'],
    needs: 'java',
    knownId: KNOWN_ID,
    cannot: { ranges: NO_RANGE },
    command: async ({ folder, clip, port }) => ({
      file: 'java',
      args: [
        '-jar',
        join(folder, 'node_modules/wiremock/build/wiremock-standalone-3.13.2.jar'),
        ...`--bind-address ${HOST} --port ${port} --disable-banner --no-request-journal --use-chunked-encoding never --root-dir`.split(
          ' ',
        ),
        await writeWiremockRoot(folder, clip),
      ],
    }),
  },
];

function node(script: string, args: readonly string[]): Command {
  return { file: process.execPath, args: [script, ...args] };
}

async function ownServer(name: string, { folder, clip, port }: Place): Promise<Command> {
  return {
    ...node(await copyServer(name, folder), []),
    env: { PORT: String(port), CLIP: clip, NODE_ENV: 'production' },
  };
}
