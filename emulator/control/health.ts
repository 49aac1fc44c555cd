/** Serves health checks: live as soon as the server answers, ready as soon as it can render clips. */

import { answerJson } from '../api/record.ts';
import type { ApiRequest, ApiResponse } from '../api/messages.ts';

/** The body of `/_standin/health/ready`. Its structure is stable. */
export interface Readiness {
  readonly status: 'ready' | 'not_ready';
  readonly ffmpeg: { readonly found: boolean; readonly version: string | null; readonly origin: string | null };
  /** The advice if the server is not ready, or null. */
  readonly reason: string | null;
}

export type ReadinessProbe = () => Promise<Readiness>;

const LIVE_PATH = '/_standin/health/live';
const READY_PATH = '/_standin/health/ready';

/** Answers a health check without a key or token. Returns undefined for other paths. */
export async function answerHealth(
  path: string,
  request: ApiRequest,
  probe: ReadinessProbe,
): Promise<ApiResponse | undefined> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
  if (path === LIVE_PATH) return answerJson(200, { status: 'live' });
  if (path !== READY_PATH) return undefined;
  const readiness = await probe();
  return readiness.status === 'ready' ? answerJson(200, readiness) : answerJson(503, readiness, { 'retry-after': '5' });
}
