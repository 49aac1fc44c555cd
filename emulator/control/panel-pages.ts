/**
 * Serves the files of the panel. They contain no secrets, so they need no control token. The host check of the control
 * API still applies.
 */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { ApiRequest, ApiResponse } from '../api/messages.ts';
import { pathOf } from '../api/operation-route.ts';

/** The content security policy: only own scripts and styles, connections to this server, and no frames. */
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

/** Relative redirects, which also work behind a proxy that adds a path prefix. */
const REDIRECTS: Readonly<Record<string, string>> = {
  '/': '_standin/',
  '/_standin': '_standin/',
  '/docs': 'openapi.json',
};

/** Returns a function that answers a page request, or undefined for requests to the control API. */
export function findPage({ method, target }: ApiRequest): (() => Promise<ApiResponse>) | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const path = pathOf(target);
  const location = Object.hasOwn(REDIRECTS, path) ? REDIRECTS[path] : undefined;
  if (location !== undefined) return async () => ({ status: 302, headers: { location }, body: null });
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

/** Returns the folder of the built panel. Even when run from source, browsers need the built files. */
function folder(): string {
  return join(dirname(createRequire(import.meta.url).resolve('#package.json')), 'dist', 'panel');
}
