/** The control API under `/_standin/`, which stands in front of the engine on every door. */

import { ClientGone, type Api, type ApiRequest, type ApiResponse } from '../api/api-request.ts';
import { answerJson } from '../api/record.ts';
import { Refusal } from '../api/refusal.ts';
import { pathOf, SPARE_PATH } from '../api/route.ts';
import { ControlError } from './control-error.ts';
import { passGate, type GateSettings } from './gate.ts';
import { answerHealth, type ReadinessProbe } from './health.ts';
import type { ControlRoom } from './route.ts';
import type { Router } from './router.ts';

const PREFIX = '/_standin/';
const SPARE_PREFIX = `${SPARE_PATH}/`;
/** The descriptions for people and for programs lie beside the API, behind the same gate as all else. */
const BESIDE: ReadonlySet<string> = new Set(['/openapi.json', '/docs']);

export interface ControlOptions {
  readonly probe: ReadinessProbe;
  readonly room: ControlRoom;
  /** Nothing when only health is served. */
  readonly gate: GateSettings | undefined;
}

/** The engine with the control API in front of it. */
export function withControl(api: Api, options: ControlOptions): Api {
  const router = onceLoaded();
  const answer = async (request: ApiRequest, gate: GateSettings): Promise<ApiResponse> => {
    const requestId = options.room.context.newRequestId();
    try {
      passGate(request, gate);
      const route = await router();
      return api.complete(await route(request, options.room), requestId);
    } catch (cause) {
      return api.complete(toErrorAnswer(cause, requestId, options.room), requestId);
    }
  };
  const control = async (request: ApiRequest, path: string): Promise<ApiResponse> => {
    const isControl = isControlPath(path);
    const healthy = isControl ? await answerHealth(path, request, options.probe) : undefined;
    if (healthy !== undefined) return api.complete(healthy);
    return options.gate === undefined ? turnedOff(api, request, isControl) : answer(request, options.gate);
  };
  return {
    ...api,
    handle: (request) => {
      const path = pathOf(request.target);
      return isControlPath(path) || BESIDE.has(path) ? control(request, path) : api.handle(request);
    },
  };
}

/** Whether a request is for the control API; nobody else may then have it. */
export function isControlTarget(target: string): boolean {
  return isControlPath(pathOf(target));
}

function isControlPath(path: string): boolean {
  return path.startsWith(PREFIX) && !path.startsWith(SPARE_PREFIX);
}

/** Most emulators are never controlled, and start sooner without the table and its schemas. */
function onceLoaded(): () => Promise<Router> {
  let loading: Promise<Router> | undefined;
  const load = async (): Promise<Router> => {
    const [{ createRouter }, { ROUTES }] = await Promise.all([import('./router.ts'), import('./table.ts')]);
    return createRouter(ROUTES);
  };
  return () => (loading ??= load());
}

function turnedOff(api: Api, request: ApiRequest, isControl: boolean): ApiResponse | Promise<ApiResponse> {
  if (!isControl) return api.handle(request);
  const message = 'The control API is turned off. GET /_standin/health/live and GET /_standin/health/ready answer.';
  return api.refuse(new Refusal('not_found', { message }));
}

function toErrorAnswer(cause: unknown, requestId: string, { context }: ControlRoom): ApiResponse {
  const error = cause instanceof ControlError ? cause : crashed(cause, context.reportCrash);
  const { code, message, status, headers } = error;
  return answerJson(status, { error: { code, message, request_id: requestId } }, headers);
}

function crashed(cause: unknown, report: (cause: unknown) => void): ControlError {
  if (!(cause instanceof ClientGone)) report(cause);
  return new ControlError(
    'internal_error',
    'Something went wrong on our side. Quote the request_id when you ask for help.',
  );
}
