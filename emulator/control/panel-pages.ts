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
  "media-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGES: Readonly<Record<string, () => Promise<ApiResponse>>> = {
  '/': redirect('_standin/'),
  '/_standin': redirect('_standin/'),
  '/docs': redirect('openapi.json'),
  '/_standin/': file('index.html', 'text/html'),
  '/_standin/panel.js': file('panel.js', 'text/javascript'),
  '/_standin/panel.css': file('panel.css', 'text/css'),
};

/** Returns a function that answers a page request, or undefined for requests to the control API. */
export function findPage({ method, target }: ApiRequest): (() => Promise<ApiResponse>) | undefined {
  const path = pathOf(target);
  return (method === 'GET' || method === 'HEAD') && Object.hasOwn(PAGES, path) ? PAGES[path] : undefined;
}

/** Redirects to a relative location, which also works behind a proxy that adds a path prefix. */
function redirect(location: string): () => Promise<ApiResponse> {
  return async () => ({ status: 302, headers: { location }, body: null });
}

function file(name: string, type: string): () => Promise<ApiResponse> {
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'content-security-policy': POLICY,
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  };
  // Each response has its own headers, because the engine adds headers.
  return async () => ({ status: 200, headers: { ...headers }, body: await readFile(join(folder(), name), 'utf8') });
}

/** Returns the folder of the built panel. Even when run from source, browsers need the built files. */
function folder(): string {
  return join(dirname(createRequire(import.meta.url).resolve('#package.json')), 'dist', 'panel');
}
