/**
 * The files of the panel, and its routes. The files contain no secrets, so the server sends them without the control
 * token. Only the host names of the control API are allowed.
 */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ApiRequest, ApiResponse } from '../api/messages.ts';
import { pathOf } from '../api/operation-route.ts';

/** The page runs its own script, speaks to this server only, plays what it made itself, and stands in no frame. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob: data:",
  'media-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/_standin/': ['index.html', 'text/html'],
  '/_standin/panel.js': ['panel.js', 'text/javascript'],
  '/_standin/panel.css': ['panel.css', 'text/css'],
};

/** Relative, so that they also work behind a proxy that puts a path in front. */
const WAYS: Readonly<Record<string, string>> = {
  '/': '_standin/',
  '/_standin': '_standin/',
  '/docs': 'openapi.json',
};

/** How to answer a request for a page; undefined where it is for the control API itself. */
export function findPage({ method, target }: ApiRequest): (() => Promise<ApiResponse>) | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const path = pathOf(target);
  const way = Object.hasOwn(WAYS, path) ? WAYS[path] : undefined;
  if (way !== undefined) return async () => ({ status: 302, headers: { location: way }, body: null });
  const [file, type] = (Object.hasOwn(FILES, path) ? FILES[path] : undefined) ?? [];
  if (file === undefined || type === undefined) return undefined;
  return async () => ({ status: 200, headers: headersOf(type), body: await readFile(join(folder(), file), 'utf8') });
}

function headersOf(type: string): Record<string, string> {
  return {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'content-security-policy': POLICY,
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
}

/** In `dist/` also for the sources: a browser cannot run those. */
function folder(): string {
  return join(dirname(createRequire(import.meta.url).resolve('#package.json')), 'dist', 'panel');
}
