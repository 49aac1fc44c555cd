/** The control API under `/_standin/`, in front of the engine on every transport. */

import type { Api, ApiRequest, ApiResponse } from '../api/messages.ts';
import { Refusal, unavailable } from '../api/refusal.ts';
import { pathOf, SPARE_PATH } from '../api/operation-route.ts';
import { lazy } from '../../lib/lazy.ts';
import { isOutOfFiles, NO_FILES_LEFT } from '../../lib/open-files.ts';
import type { AccessSettings } from './access.ts';
import type { ReadinessProbe } from './health.ts';
import type { ControlServices } from './route.ts';

const PREFIX = '/_standin/';
const API_PREFIX = '/v1/videos';
const SPARE_PREFIX = `${SPARE_PATH}/`;

export interface ControlOptions {
  readonly probe: ReadinessProbe;
  /** Made when the first request comes: most emulators are never controlled, and start sooner without. */
  readonly services: () => Promise<ControlServices>;
  /** Undefined if only health is served. */
  readonly access: AccessSettings | undefined;
  /** Called with unexpected errors, which responses do not show. */
  readonly reportCrash: (cause: unknown) => void;
}

/** The engine with the control API in front of it. */
export function withControl(api: Api, options: ControlOptions): Api {
  const loaded = lazy(async () => {
    // Both at once, while there are files for both.
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
      // The fast path of nearly every request, without parsing its target.
      if (request.target.startsWith(API_PREFIX)) return api.handle(request);
      const path = pathOf(request.target);
      const isOurs = isControlPath(path) || isControlAlias(path) || isFrontPage(path, request);
      return isOurs ? answer(request, path) : api.handle(request);
    },
  };
}

/** It is small, and is asked when all is not well. */
const FILES_OF_HEALTH = 2;
const healthOf = lazy(() => import('./health.ts'), FILES_OF_HEALTH);

async function health(path: string, request: ApiRequest, probe: ReadinessProbe): Promise<ApiResponse | undefined> {
  const { answerHealth } = healthOf.now ?? (await healthOf.load());
  return answerHealth(path, request, probe);
}

/** Whether a target belongs to the control API; users' own handlers never see such a request. */
export function isControlTarget(target: string): boolean {
  return isControlPath(pathOf(target));
}

/** Whether a request needs access to the control API, for which its host is checked. */
export function isGatedTarget(target: string): boolean {
  const path = pathOf(target);
  return isControlPath(path) || isControlAlias(path);
}

function isControlPath(path: string): boolean {
  return path.startsWith(PREFIX) && !path.startsWith(SPARE_PREFIX);
}

/** Outside of `/_standin/`, but part of it: a document behind the same access check, and ways to the panel. */
function isControlAlias(path: string): boolean {
  return path === '/openapi.json' || path === '/docs' || path === '/_standin';
}

/** Somebody opened the server's own address in a browser; the API has nothing there. */
function isFrontPage(path: string, request: ApiRequest): boolean {
  return path === '/' && request.header('accept')?.includes('text/html') === true;
}

async function turnedOff(api: Api, request: ApiRequest, isControl: boolean): Promise<ApiResponse> {
  if (!isControl) return api.handle(request);
  const message =
    'The control API and its panel are turned off (--no-control). Only GET /_standin/health/live and GET /_standin/health/ready are available.';
  return api.refuse(new Refusal('not_found', { message }));
}
