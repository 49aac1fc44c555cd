/** Redirects: their targets, and the headers that may follow. */

import { header } from './exchange.ts';
import type { Spec } from './spec.ts';
import { isFailure, type WireResult } from './transport.ts';

/** Removes the key in any form, because it is only for the origin of the target. */
export function withoutKey(spec: Spec): Spec {
  const headers = (spec.headers ?? []).filter(([name]) => !/^(authorization|cookie)$/i.test(name));
  return { ...spec, key: undefined, headers };
}

/** Returns the target of a redirect; undefined if the response does not redirect to another page. */
export function redirectOf(wire: WireResult, here: URL): URL | undefined {
  if (isFailure(wire) || ![301, 302, 303, 307, 308].includes(wire.status)) return undefined;
  const location = header(wire, 'location');
  if (location === undefined || !URL.canParse(location, here)) return undefined;
  const next = new URL(location, here);
  return next.protocol === 'https:' || next.protocol === 'http:' ? next : undefined;
}

/** Returns whether two URLs have the same origin. Keys go only to the origin of the target. */
export function isSameOrigin(one: URL, other: URL): boolean {
  return one.origin === other.origin;
}
