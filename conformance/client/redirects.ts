/** Redirects: where an answer leads, and what may go along. */

import { header } from './exchange.ts';
import type { Spec } from './spec.ts';
import { isFailure, type WireResult } from './transport.ts';

/** Removes the key, however it was sent: it is for the origin of the target only. */
export function withoutKey(spec: Spec): Spec {
  const headers = (spec.headers ?? []).filter(([name]) => !/^(authorization|cookie)$/i.test(name));
  return { ...spec, key: undefined, headers };
}

/** Where to go on; nothing if the answer is no redirect to another page. */
export function redirectOf(wire: WireResult, here: URL): URL | undefined {
  if (isFailure(wire) || ![301, 302, 303, 307, 308].includes(wire.status)) return undefined;
  const location = header(wire, 'location');
  if (location === undefined || !URL.canParse(location, here)) return undefined;
  const next = new URL(location, here);
  return next.protocol === 'https:' || next.protocol === 'http:' ? next : undefined;
}

/** Keys go to the origin of the target only. */
export function isSameOrigin(one: URL, other: URL): boolean {
  return one.origin === other.origin;
}
