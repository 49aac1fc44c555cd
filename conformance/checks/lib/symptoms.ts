/** Predicates on one exchange that recognize a mistake of the server. */

import { LIMITS } from '../../../contract/limits.ts';
import { header, jsonOf, type Exchange } from '../../client/exchange.ts';
import { isObject } from '../../engine/evidence.ts';

export function isSuccess({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 200 && response.status < 300;
}

export function isRejection({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 400 && response.status < 500;
}

export function isKeyed({ request }: Exchange): boolean {
  return header(request, 'idempotency-key') !== undefined;
}

export function typeOf({ request }: Exchange): string | undefined {
  return header(request, 'content-type');
}

export function isDenial({ response }: Exchange): boolean {
  return response?.status === 401 || response?.status === 403;
}

export function textOf({ response }: Exchange): string {
  return response?.body.text ?? '';
}

export function recordIn({ response }: Exchange): Record<string, unknown> | undefined {
  const json = response === undefined ? undefined : jsonOf(response);
  return isObject(json) ? json : undefined;
}

export function statusIn(exchange: Exchange): string | undefined {
  const status = recordIn(exchange)?.['status'];
  return typeof status === 'string' ? status : undefined;
}

/** Returns whether a successful response does not contain a record. */
export function isUnreadable(exchange: Exchange): boolean {
  return isSuccess(exchange) && typeof recordIn(exchange)?.['id'] !== 'string';
}

export function tagOf({ response }: Exchange): string | undefined {
  return response && header(response, 'etag');
}

const LONGEST_PROMPT = LIMITS.prompt.max;

export function hasManyBytes({ request }: Exchange): boolean {
  const { prompt } = parsed(request.body);
  return typeof prompt === 'string' && Buffer.byteLength(prompt) > LONGEST_PROMPT;
}

const LISTS = {
  subject_to_image_ids: 'image_urls',
  subject_to_video_ids: 'source_video_ids',
  subject_to_audio_ids: 'audio_urls',
} as const;

export function hasIndexBeyond({ request }: Exchange): boolean {
  const body = parsed(request.body);
  return Object.entries(LISTS).some(([map, list]) => {
    const [maps, things] = [body[map], body[list]];
    if (!isObject(maps)) return false;
    const length = Array.isArray(things) ? things.length : 0;
    return Object.values(maps).some(
      (indexes) => Array.isArray(indexes) && indexes.some((index) => typeof index === 'number' && index >= length),
    );
  });
}

function parsed(text = ''): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

export function isUnreadableClip({ response }: Exchange): boolean {
  return response?.status === 200 && response.body.clip?.readable === false;
}

export function isOfSameClip({ request }: Exchange, cause: Exchange): boolean {
  return request.url === cause.request.url;
}

const CONTENT_RANGE = /^bytes (\d+)-(\d+)\//;

export function lengthOfPart({ response }: Exchange): number | undefined {
  const [, first, last] = CONTENT_RANGE.exec((response && header(response, 'content-range')) ?? '') ?? [];
  return first === undefined || last === undefined ? response?.body.size : Number(last) - Number(first) + 1;
}
