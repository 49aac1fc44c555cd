/** The control API under `/_standin/`, which stands in front of the engine on every door. */

import type { Api, ApiRequest, ApiResponse } from '../api/api-request.ts';
import { Refusal } from '../api/refusal.ts';
import { pathOf, SPARE_PATH } from '../api/route.ts';
import type { GateSettings } from './gate.ts';
import type { ReadinessProbe } from './health.ts';
import type { ControlRoom } from './route.ts';

const PREFIX = '/_standin/';
const API_PREFIX = '/v1/videos';
const SPARE_PREFIX = `${SPARE_PATH}/`;

export interface ControlOptions {
  readonly probe: ReadinessProbe;
  /** Made when the first request comes: most emulators are never controlled, and start sooner without. */
  readonly room: () => Promise<ControlRoom>;
  /** Nothing when only health is served. */
  readonly gate: GateSettings | undefined;
  /** Hears of what goes wrong inside; the client does not. */
  readonly reportCrash: (cause: unknown) => void;
}

/** The engine with the control API in front of it. */
export function withControl(api: Api, options: ControlOptions): Api {
  let loading: Promise<Api['handle']> | undefined;
  const control = async (request: ApiRequest, path: string): Promise<ApiResponse> => {
    const isControl = isControlPath(path);
    const healthy = isControl ? await health(path, request, options.probe) : undefined;
    if (healthy !== undefined) return api.complete(healthy);
    if (options.gate === undefined) return turnedOff(api, request, isControl);
    const behindGate = await (loading ??= loadControl(api, options.room, options.gate));
    return behindGate(request);
  };
  const answer = (request: ApiRequest, path: string): Promise<ApiResponse> =>
    control(request, path).catch((cause: unknown) => {
      options.reportCrash(cause);
      return api.refuse(new Refusal('internal_error'));
    });
  return {
    ...api,
    handle: (request) => {
      // What nearly every request is for, seen without taking its target apart.
      if (request.target.startsWith(API_PREFIX)) return api.handle(request);
      const path = pathOf(request.target);
      return isControlPath(path) || isBeside(path) ? answer(request, path) : api.handle(request);
    },
  };
}

async function loadControl(api: Api, room: ControlOptions['room'], gate: GateSettings): Promise<Api['handle']> {
  const { createControl } = await import('./behind-gate.ts');
  return createControl(api, await room(), gate);
}

async function health(path: string, request: ApiRequest, probe: ReadinessProbe): Promise<ApiResponse | undefined> {
  const { answerHealth } = await import('./health.ts');
  return answerHealth(path, request, probe);
}

/** Whether a request is for the control API; nobody else may then have it. */
export function isControlTarget(target: string): boolean {
  return isControlPath(pathOf(target));
}

/** Whether a request goes through the gate of the control API, which judges its host. */
export function isGatedTarget(target: string): boolean {
  const path = pathOf(target);
  return isControlPath(path) || isBeside(path);
}

function isControlPath(path: string): boolean {
  return path.startsWith(PREFIX) && !path.startsWith(SPARE_PREFIX);
}

/** The descriptions for people and for programs lie beside the API, behind the same gate as all else. */
function isBeside(path: string): boolean {
  return path === '/openapi.json' || path === '/docs';
}

function turnedOff(api: Api, request: ApiRequest, isControl: boolean): ApiResponse | Promise<ApiResponse> {
  if (!isControl) return api.handle(request);
  const message = 'The control API is turned off. GET /_standin/health/live and GET /_standin/health/ready answer.';
  return api.refuse(new Refusal('not_found', { message }));
}
