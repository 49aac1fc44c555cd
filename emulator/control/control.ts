/** Serves the control API under `/_standin/`, before the engine, on every transport. */

import type { Api, ApiRequest, ApiResponse } from '../api/messages.ts';
import { answerJson } from '../api/record.ts';
import { Refusal, unavailable } from '../api/refusal.ts';
import { pathOf, SPARE_PATH } from '../api/operation-route.ts';
import { lazy } from '../../lib/lazy.ts';
import { isOutOfFiles, NO_FILES_LEFT } from '../../lib/open-files.ts';
import type { AccessSettings } from './access.ts';
import type { ControlServices } from './route.ts';

const PREFIX = '/_standin/';
const API_PREFIX = '/v1/videos';
const SPARE_PREFIX = `${SPARE_PATH}/`;

/** The body of `/_standin/health/ready`. Its structure is stable. */
export interface Readiness {
  readonly status: 'ready' | 'not_ready';
  readonly ffmpeg: { readonly found: boolean; readonly version: string | null; readonly origin: string | null };
  /** The advice if the server is not ready, or null. */
  readonly reason: string | null;
}

export interface ControlOptions {
  readonly probe: () => Promise<Readiness>;
  /** Creates the services on the first control request. Without the services, most emulators start faster. */
  readonly services: () => Promise<ControlServices>;
  /** The access rules, or undefined if only the health checks are served. */
  readonly access: AccessSettings | undefined;
  /** Called with unexpected errors, which responses do not show. */
  readonly reportCrash: (cause: unknown) => void;
}

/** Wraps the engine with the control API. */
export function withControl(api: Api, options: ControlOptions): Api {
  const loaded = lazy(async () => {
    // Both are loaded in parallel, while file descriptors are available for both.
    const [handler, services] = await Promise.all([import('./control-handler.ts'), options.services()]);
    return options.access && handler.createControlHandler(api, services, options.access);
  });
  const control = async (request: ApiRequest, path: string): Promise<ApiResponse> => {
    const isControl = isControlPath(path);
    const healthy = isControl ? await health(path, request, options.probe) : undefined;
    if (healthy !== undefined) return api.complete(healthy);
    const handle = options.access && (await loaded.load());
    return handle === undefined ? turnedOff(api, request, isControl) : handle(request);
  };
  const answer = (request: ApiRequest, path: string): Promise<ApiResponse> =>
    control(request, path).catch((cause: unknown) => {
      if (isOutOfFiles(cause)) return api.refuse(unavailable(NO_FILES_LEFT));
      options.reportCrash(cause);
      return api.refuse(new Refusal('internal_error'));
    });
  return {
    ...api,
    handle: (request) => {
      // Nearly every request takes this fast path, which does not parse the target.
      if (request.target.startsWith(API_PREFIX)) return api.handle(request);
      const path = pathOf(request.target);
      const isOurs = isControlPath(path) || isControlAlias(path) || isFrontPage(path, request);
      return isOurs ? answer(request, path) : api.handle(request);
    },
  };
}

/** Answers a health check without a key or token: live as soon as the server answers, ready when it can make clips. */
async function health(path: string, { method }: ApiRequest, probe: ControlOptions['probe']) {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  if (path === `${PREFIX}health/live`) return answerJson(200, { status: 'live' });
  if (path !== `${PREFIX}health/ready`) return undefined;
  const readiness = await probe();
  return readiness.status === 'ready' ? answerJson(200, readiness) : answerJson(503, readiness, { 'retry-after': '5' });
}

/** Returns whether a target belongs to the control API. User handlers never receive such requests. */
export function isControlTarget(target: string): boolean {
  return isControlPath(pathOf(target));
}

/** Returns whether the control API checks the host of a request. */
export function isGatedTarget(target: string): boolean {
  const path = pathOf(target);
  return isControlPath(path) || isControlAlias(path);
}

function isControlPath(path: string): boolean {
  return path.startsWith(PREFIX) && !path.startsWith(SPARE_PREFIX);
}

/** Returns whether a path outside of `/_standin/` belongs to the control API: its document, or a redirect. */
function isControlAlias(path: string): boolean {
  return path === '/openapi.json' || path === '/docs' || path === '/_standin';
}

/** Returns whether a browser opened the address of the server. The video API does not use this path. */
function isFrontPage(path: string, request: ApiRequest): boolean {
  return path === '/' && request.header('accept')?.includes('text/html') === true;
}

async function turnedOff(api: Api, request: ApiRequest, isControl: boolean): Promise<ApiResponse> {
  if (!isControl) return api.handle(request);
  const message =
    'The control API and its panel are turned off (--no-control). Only GET /_standin/health/live and GET /_standin/health/ready are available.';
  return api.refuse(new Refusal('not_found', { message }));
}
