/** Finds the operation of a request. Path and method are checked first, so a wrong path needs no key. */

import type { OperationName } from '../../contract/error-entry.ts';
import type { ApiSettings } from './context.ts';
import { Refusal } from './refusal.ts';

export interface Route {
  readonly operation: OperationName;
  /** The id in the path as received, or an empty text for a create. */
  readonly id: string;
  /** Whether the request has a path before `/v1`. */
  readonly underPath: boolean;
}

/** A prefix of `/v1` that always works, for testing clients whose base URL has a path. */
export const SPARE_PATH = '/_standin/base';

type Methods = Readonly<Record<string, OperationName>>;

const COLLECTION: Methods = { POST: 'create' };
const RECORD: Methods = { GET: 'get', HEAD: 'get' };
const CONTENT: Methods = { GET: 'content', HEAD: 'content' };

export function routeOf(
  method: string,
  target: string,
  { basePath, answersHead }: Pick<ApiSettings, 'basePath' | 'answersHead'>,
): Route | Refusal {
  const path = pathOf(target);
  const isSpare = path.startsWith(`${SPARE_PATH}/`);
  const prefix = isSpare ? SPARE_PATH : basePath;
  const place = placeOf(path, prefix);
  if (place === undefined) return notFound(path, prefix);
  const isSupported = Object.hasOwn(place.methods, method) && (answersHead || method !== 'HEAD');
  const operation = isSupported ? place.methods[method] : undefined;
  if (operation !== undefined) return { operation, id: place.id, underPath: isSpare || basePath !== '' };
  const allow = Object.keys(place.methods)
    .filter((name) => answersHead || name !== 'HEAD')
    .join(', ');
  const message = `This path does not support this method. Use ${allow}.`;
  return new Refusal('method_not_allowed', { message, headers: { allow } });
}

/** Refuses an unknown path, and suggests the path without doubled slashes, final slash or second `/v1`. */
function notFound(path: string, prefix: string): Refusal {
  const below = path.startsWith(prefix) ? path.slice(prefix.length) : path;
  const plain = below.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '');
  const meant = prefix + plain.replace(/^(?:\/v1)*(?=\/videos(?:\/|$))/i, '/v1');
  // An empty id has no correction.
  const isClear = !below.includes('/videos//') && meant !== path && meant.length <= LONGEST_SHOWN;
  if (!isClear || placeOf(meant, prefix) === undefined) return new Refusal('not_found');
  return new Refusal('not_found', { message: `No such path. Did you mean ${meant}?` });
}

/** The characters of a path that a message repeats. */
const LONGEST_SHOWN = 120;

/** Returns the path of a target in origin form or absolute form, without its query. */
export function pathOf(target: string): string {
  const path = target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return upTo('?', upTo('#', path));
}

function upTo(sign: string, path: string): string {
  const at = path.indexOf(sign);
  return at < 0 ? path : path.slice(0, at);
}

function placeOf(path: string, basePath: string): { methods: Methods; id: string } | undefined {
  const root = `${basePath}/v1/videos`;
  if (!path.startsWith(root)) return undefined;
  if (path.length === root.length) return { methods: COLLECTION, id: '' };
  if (path[root.length] !== '/') return undefined;
  const rest = path.slice(root.length + 1);
  const slash = rest.indexOf('/');
  if (slash < 0) return rest === '' ? undefined : { methods: RECORD, id: rest };
  return slash > 0 && rest.slice(slash) === '/content' ? { methods: CONTENT, id: rest.slice(0, slash) } : undefined;
}
