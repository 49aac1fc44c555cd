/** Handles control requests: access check, routing, errors. It is loaded with the first such request. */

import { ClientGone, type Api, type ApiRequest, type ApiResponse } from '../api/messages.ts';
import { answerJson } from '../api/record.ts';
import { StoreUnavailable } from '../domain/store.ts';
import { isOutOfFiles, NO_FILES_LEFT } from '../../lib/open-files.ts';
import { ControlError } from './control-error.ts';
import { checkAccess, checkHost, type AccessSettings } from './access.ts';
import { findPage } from './panel-pages.ts';
import type { ControlServices } from './route.ts';
import { createRouter } from './router.ts';
import { CONTROL_ROUTES } from './routes/table.ts';

/** Creates the handler. Requests without access get an error. */
export function createControlHandler(api: Api, services: ControlServices, settings: AccessSettings): Api['handle'] {
  const route = createRouter(CONTROL_ROUTES);
  return async (request: ApiRequest): Promise<ApiResponse> => {
    const requestId = services.context.newRequestId();
    try {
      const page = findPage(request);
      if (page !== undefined) {
        checkHost(request, settings);
        return api.complete(await page(), requestId);
      }
      checkAccess(request, settings);
      return api.complete(await route(request, services), requestId);
    } catch (cause) {
      return api.complete(toErrorAnswer(cause, requestId, services), requestId);
    }
  };
}

function toErrorAnswer(cause: unknown, requestId: string, { context }: ControlServices): ApiResponse {
  const error = cause instanceof ControlError ? cause : toControlError(cause, context.reportCrash);
  const { code, message, status, headers } = error;
  return answerJson(status, { error: { code, message, request_id: requestId } }, headers);
}

function toControlError(cause: unknown, report: (cause: unknown) => void): ControlError {
  if (cause instanceof StoreUnavailable)
    return new ControlError('store_unavailable', cause.message, { 'retry-after': '5' });
  if (isOutOfFiles(cause)) return new ControlError('no_room', NO_FILES_LEFT, { 'retry-after': '5' });
  if (!(cause instanceof ClientGone)) report(cause);
  return new ControlError('internal_error', 'The server failed. Quote the request_id when you ask for help.');
}
