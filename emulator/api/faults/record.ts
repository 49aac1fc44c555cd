/** Applies a `record` effect to a response: another status, fields set or removed. */

import type { RecordEffect } from '../../faults/effect.ts';
import type { ApiResponse } from '../messages.ts';

/** Patches a body that is a JSON object; any other stays as it is. */
export function patchRecord(response: ApiResponse, { status, set, remove }: RecordEffect): ApiResponse {
  const { body } = response;
  if (typeof body !== 'string' || response.headers['content-type'] !== 'application/json') return response;
  const record: unknown = JSON.parse(body);
  if (typeof record !== 'object' || record === null) return response;
  const patched = { ...record, ...(status !== undefined && { status }), ...set };
  const kept = Object.entries(patched).filter(([name]) => !remove.includes(name));
  return { ...response, body: JSON.stringify(Object.fromEntries(kept)) };
}
