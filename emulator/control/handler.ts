/** What lies behind the gate of the control API, with its table and the schemas of its input: loaded with the first request for it. */

import { ClientGone, type Api, type ApiRequest, type ApiResponse } from '../api/api-request.ts';
import { answerJson } from '../api/record.ts';
import { ControlError } from './control-error.ts';
import { passGate, type GateSettings } from './access.ts';
import type { ControlRoom } from './route.ts';
import { createRouter } from './router.ts';
import { ROUTES } from './routes/table.ts';

/** Answers requests that the gate lets in, and says why to the others. */
export function createControl(api: Api, room: ControlRoom, gate: GateSettings): Api['handle'] {
  const route = createRouter(ROUTES);
  return async (request: ApiRequest): Promise<ApiResponse> => {
    const requestId = room.context.newRequestId();
    try {
      passGate(request, gate);
      return api.complete(await route(request, room), requestId);
    } catch (cause) {
      return api.complete(toErrorAnswer(cause, requestId, room), requestId);
    }
  };
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
