/** Converts entries to a HAR 1.2 log for the network panels of browsers and other tools. */

import type { Entry } from './entry.ts';
import { HEADERS } from './entry-field.ts';
import { REDACTED } from './redact.ts';

/** HTTP Archive 1.2 (W3C web performance group, draft of 2012). As it requires, unknown values are -1 or absent. */
export type Har = ReturnType<typeof toHar>;

/** Converts entries to a HAR log. HAR requires whole URLs, so `baseUrl` precedes the paths. */
export function toHar(entries: readonly Entry[], baseUrl = 'http://localhost') {
  return {
    log: {
      version: '1.2' as const,
      // Version 2 of the entry format has snake_case names.
      creator: { name: 'standin journal', version: '2' },
      entries: entries.map((entry) => toHarEntry(entry, baseUrl)),
    },
  };
}

function toHarEntry(entry: Entry, baseUrl: string) {
  const { method, path, request, status, response, timing } = entry;
  const { engine_ms: wait, total_ms } = timing;
  const total = total_ms ?? wait;
  const { headers, body, bytes_sent } = response;
  return {
    startedDateTime: entry.real_at,
    time: total,
    request: {
      method,
      url: path.startsWith('/') ? baseUrl + path : path,
      httpVersion: 'HTTP/1.1',
      cookies: [] as const,
      headers: listed({ authorization: request.has_authorization ? REDACTED : null, ...sentHeaders(request) }),
      queryString: queryOf(path),
      ...(request.body !== null && {
        postData: { mimeType: request.content_type ?? 'application/json', text: request.body },
      }),
      headersSize: -1 as const,
      bodySize: request.bytes ?? 0,
    },
    response: {
      status,
      // The journal does not contain reason phrases.
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [] as const,
      headers: listed(headers),
      content: { size: bytes_sent ?? 0, mimeType: headers['content-type'] ?? '', ...(body !== null && { text: body }) },
      redirectURL: headers['location'] ?? '',
      headersSize: -1 as const,
      bodySize: bytes_sent ?? -1,
    },
    cache: {},
    timings: { send: 0, wait, receive: total - wait },
    // HAR allows other fields if their names begin with an underscore.
    _standin: entry,
  };
}

/** Returns the stored headers, except the retry count, which several headers may contain. */
function sentHeaders(request: Entry['request']) {
  const names = [...HEADERS.keys()].filter((name) => name !== 'retry-count').toSorted();
  return Object.fromEntries(names.map((name) => [name, Reflect.get(request, name.replaceAll('-', '_'))]));
}

function listed(headers: Readonly<Record<string, unknown>>) {
  return Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [{ name, value }] : []));
}

function queryOf(path: string) {
  const [, query = ''] = /\?([^#]*)/.exec(path) ?? [];
  return Array.from(new URLSearchParams(query), ([name, value]) => ({ name, value }));
}
