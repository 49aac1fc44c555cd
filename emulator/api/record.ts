/** The JSON record of a generation in responses. */

import { failureMessage } from '../../contract/failures.ts';
import type { Status, VideoGeneration } from '../../contract/generation.ts';
import { toDollars } from '../../contract/prices.ts';
import { MODEL } from '../../contract/model.ts';
import { fixtureHint } from '../domain/fixture-paths.ts';
import type { Failure, Generation } from '../domain/generation.ts';
import type { ApiResponse } from './messages.ts';

/** Converts a generation to its record. Only a completed one has `output`, and only a failed one has `error`. */
export function toRecord(generation: Generation): VideoGeneration {
  const { id, status, failure } = generation;
  if (status === 'completed') return { ...baseOf(generation, status), output: { url: `/v1/videos/${id}/content` } };
  if (status !== 'failed' || failure === undefined) return baseOf(generation, status);
  const error = { code: failure.code, message: failureText(generation, failure) };
  return { ...baseOf(generation, status), error };
}

/** Returns the message of a failure. For an unknown path of the fixture host, it suggests the nearest path. */
export function failureText({ assignment: { images, audios } }: Generation, { code, input = 0 }: Failure): string {
  const message = failureMessage(code, input === 0 ? undefined : input);
  if (code !== 'image_fetch_failed' && code !== 'audio_fetch_failed') return message;
  const url = [...images, ...audios][input - 1]?.url;
  const hint = url === undefined ? undefined : fixtureHint(url, input > images.length ? 'audio' : 'image');
  return hint === undefined ? message : `${message} ${hint}.`;
}

/** Returns the record in the response to the create. It follows from the generation, so it is not stored. */
export function toFirstRecord(generation: Generation): VideoGeneration {
  return baseOf(generation, 'pending');
}

function baseOf({ id, cost }: Generation, status: Status): VideoGeneration {
  return { id, object: 'video.generation', model: MODEL, status, cost_usd: toDollars(cost) };
}

/**
 * Returns the JSON of a record. Absent fields are omitted or `null`. No field needs an escape, and JSON.stringify takes
 * twice as long (`bench:api`, row `polls`).
 */
export function recordText(record: VideoGeneration, absentFields: 'left_out' | 'null'): string {
  const { id, object, model, status, cost_usd: cost, output, error } = record;
  const bare = `{"id":"${id}","object":"${object}","model":"${model}","status":"${status}","cost_usd":${cost}`;
  return `${bare}${memberText('output', output, absentFields)}${memberText('error', error, absentFields)}}`;
}

function memberText(name: string, value: object | undefined, absentFields: 'left_out' | 'null'): string {
  if (value !== undefined) return `,"${name}":${JSON.stringify(value)}`;
  return absentFields === 'null' ? `,"${name}":null` : '';
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
