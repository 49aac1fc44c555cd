/** The versions of MSW that `standin/msw` makes handlers for. */

import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import * as msw3 from 'msw3';
import * as msw3Node from 'msw3/node';
import { videoHandlers } from '../../emulator/msw/index.ts';
import { createHandlers } from '../../emulator/msw/video-handlers.ts';

/** One version, with the types of version 2; test/package/install.test.ts compiles a program with the types of each. */
export interface Msw {
  readonly major: 2 | 3;
  readonly http: typeof http;
  readonly HttpResponse: typeof HttpResponse;
  readonly setupServer: typeof setupServer;
  readonly videoHandlers: typeof videoHandlers;
}

export const MSW_2: Msw = { major: 2, http, HttpResponse, setupServer, videoHandlers };

export const MSW_3 = {
  major: 3,
  http: msw3.http,
  HttpResponse: msw3.HttpResponse,
  setupServer: msw3Node.setupServer,
  videoHandlers: (options: Parameters<typeof videoHandlers>[0]) => createHandlers(msw3.http, options),
} as unknown as Msw;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
/** MSW 3 says so in its `engines`: on Node 20 none of its requests gets an answer. */
export const CAN_RUN_MSW_3 = major > 22 || (major === 22 && minor >= 12);
