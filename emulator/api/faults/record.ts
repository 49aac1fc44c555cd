/** Changes a record on its way out: another status, fields more or fewer. */

import type { RecordEffect } from '../../faults/effect.ts';
import type { ApiResponse } from '../messages.ts';

/** Patches a JSON object; any other body goes out as it is. */
export function patchRecord(response: ApiResponse, { status, set, remove }: RecordEffect): ApiResponse {
  const { body } = response;
  if (typeof body !== 'string' || response.headers['content-type'] !== 'application/json') return response;
  const record: unknown = JSON.parse(body);
  if (typeof record !== 'object' || record === null) return response;
  const patched = { ...record, ...(status !== undefined && { status }), ...set };
  const kept = Object.entries(patched).filter(([name]) => !remove.includes(name));
  return { ...response, body: JSON.stringify(Object.fromEntries(kept)) };
}
