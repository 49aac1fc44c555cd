/** The JSON record of a generation in responses. */

import { failureMessage } from '../../contract/failures.ts';
import type { Status } from '../../contract/generation.ts';
import { toDollars } from '../../contract/prices.ts';
import { MODEL } from '../../contract/model.ts';
import { fixtureHint } from '../domain/fixture-paths.ts';
import type { Failure, Generation } from '../domain/generation.ts';
import type { ApiResponse } from './messages.ts';

/**
 * Returns the JSON of a generation's record. Only a completed one has `output`, and only a failed one has `error`;
 * absent fields are omitted or `null`. Only the error needs JSON.stringify, which takes twice as long (`bench:api`, row
 * `polls`).
 */
export function recordText(
  generation: Generation,
  absentFields: 'left_out' | 'null',
  status: Status = generation.status,
): string {
  const { id, cost, failure } = generation;
  const bare = `{"id":"${id}","object":"video.generation","model":"${MODEL}","status":"${status}","cost_usd":${toDollars(cost)}`;
  const hasNulls = absentFields === 'null';
  if (status === 'completed') {
    return `${bare},"output":{"url":"/v1/videos/${id}/content"}${hasNulls ? ',"error":null' : ''}}`;
  }
  const begun = hasNulls ? `${bare},"output":null` : bare;
  if (status !== 'failed' || failure === undefined) return `${begun}${hasNulls ? ',"error":null' : ''}}`;
  const error = { code: failure.code, message: failureText(generation, failure) };
  return `${begun},"error":${JSON.stringify(error)}}`;
}

/** Returns the message of a failure. For an unknown path of the fixture host, it suggests the nearest path. */
export function failureText({ assignment: { images, audios } }: Generation, { code, input = 0 }: Failure): string {
  const message = failureMessage(code, input === 0 ? undefined : input);
  if (code !== 'image_fetch_failed' && code !== 'audio_fetch_failed') return message;
  const url = [...images, ...audios][input - 1]?.url;
  const hint = url === undefined ? undefined : fixtureHint(url, input > images.length ? 'audio' : 'image');
  return hint === undefined ? message : `${message} ${hint}.`;
}

/** Returns a JSON response that caches must not store, because records change. */
export function answerJson(status: number, value: unknown, more?: Record<string, string>): ApiResponse {
  return answerText(status, JSON.stringify(value), more);
}

/** Returns a JSON response for a text that is already JSON. */
export function answerText(status: number, json: string, more?: Record<string, string>): ApiResponse {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
  };
  if (more !== undefined) Object.assign(headers, more);
  return { status, headers, body: json };
}
