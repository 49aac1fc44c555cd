/** Applies a `record` effect to a response: another status, fields set or removed. */

import type { RecordEffect } from '../../faults/effect.ts';
import type { ApiResponse } from '../messages.ts';

/** Patches a body that is a JSON object; any other stays as it is. */
export function patchRecord(response: ApiResponse, { status, set, remove }: RecordEffect): ApiResponse {
  const { body } = response;
  if (typeof body !== 'string' || !JSON_TYPE.test(response.headers['content-type'] ?? '')) return response;
  const record = parsed(body);
  if (typeof record !== 'object' || record === null) return response;
  const patched = { ...record, ...(status !== undefined && { status }), ...set };
  const kept = Object.entries(patched).filter(([name]) => !remove.includes(name));
  return { ...response, body: JSON.stringify(Object.fromEntries(kept)) };
}

/** A service behind the proxy may name a charset. */
const JSON_TYPE = /^application\/json *(?:;|$)/i;

/** Returns undefined if the body is not JSON, whatever its Content-Type says. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
