/** Applies a `record` effect to a response: another status, changed fields or removed fields. */

import type { RecordEffect } from '../../faults/effect.ts';
import type { ApiResponse } from '../messages.ts';

/** Patches a body that is a JSON object. Other bodies do not change. */
export function patchRecord(response: ApiResponse, { status, set, remove }: RecordEffect): ApiResponse {
  const { body } = response;
  if (typeof body !== 'string' || !JSON_TYPE.test(response.headers['content-type'] ?? '')) return response;
  const record = parsed(body);
  if (typeof record !== 'object' || record === null) return response;
  const patched = { ...record, ...(status !== undefined && { status }), ...set };
  const kept = Object.entries(patched).filter(([name]) => !remove.includes(name));
  return { ...response, body: JSON.stringify(Object.fromEntries(kept)) };
}

/** The media type JSON. A service behind the proxy may add a charset. */
const JSON_TYPE = /^application\/json *(?:;|$)/i;

/** Returns undefined if the body is not JSON, despite its Content-Type. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
