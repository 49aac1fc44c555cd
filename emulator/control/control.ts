/** The control API under `/_standin/`, which stands in front of the engine on every door. */

import type { Api, ApiRequest, ApiResponse } from '../api/api-request.ts';
import { Refusal } from '../api/refusal.ts';
import { pathOf, SPARE_PATH } from '../api/route.ts';
import { answerHealth, type ReadinessProbe } from './health.ts';

const PREFIX = '/_standin/';

export interface ControlOptions {
  readonly probe: ReadinessProbe;
}

/** The engine with the control API in front of it. */
export function withControl(api: Api, { probe }: ControlOptions): Api {
  return {
    ...api,
    handle: (request) =>
      isControlTarget(request.target)
        ? answerControl(api, request, { path: pathOf(request.target), probe })
        : api.handle(request),
  };
}

/** Whether a request is for the control API; nobody else may then have it. */
export function isControlTarget(target: string): boolean {
  const path = pathOf(target);
  return path.startsWith(PREFIX) && !path.startsWith(`${SPARE_PATH}/`);
}

async function answerControl(
  api: Api,
  request: ApiRequest,
  { path, probe }: { path: string; probe: ReadinessProbe },
): Promise<ApiResponse> {
  const healthy = await answerHealth(path, request, probe);
  return healthy === undefined
    ? api.refuse(new Refusal('not_found', { message: NO_SUCH_PATH }))
    : api.complete(healthy);
}

const NO_SUCH_PATH =
  'No such path of the control API. It has GET /_standin/health/live and GET /_standin/health/ready.';
