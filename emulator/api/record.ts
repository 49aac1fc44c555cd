/** The record as the API shows it. */

import { failureMessage } from '../../contract/failures.ts';
import type { VideoGeneration } from '../../contract/generation.ts';
import { toDollars } from '../../contract/prices.ts';
import { MODEL } from '../../contract/model.ts';
import type { Generation } from '../domain/generation.ts';
import type { ApiResponse } from './api-request.ts';

/** Writes a generation as its status allows: `output` only when completed, `error` only when failed. */
export function toRecord(generation: Generation): VideoGeneration {
  const { id, status, cost, failure } = generation;
  return {
    id,
    object: 'video.generation',
    model: MODEL,
    status,
    cost_usd: toDollars(cost),
    ...(status === 'completed' && { output: { url: `/v1/videos/${id}/content` } }),
    ...(failure !== undefined &&
      status === 'failed' && { error: { code: failure.code, message: failureMessage(failure.code, failure.input) } }),
  };
}

/** The record as it was when the create answered: a function of the generation, so it need not be stored. */
export function toFirstRecord(generation: Generation): VideoGeneration {
  return toRecord({ ...generation, status: 'pending' });
}

/** A JSON answer. A record changes, so no cache may keep it. */
export function answerJson(status: number, value: unknown, headers: Record<string, string> = {}): ApiResponse {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(value),
  };
}
