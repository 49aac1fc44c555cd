/** Why a request was answered as it was: an entry of the journal, taken apart for the view. */

import type { Entry } from '../../journal/entry.ts';
import { shellWord } from './command.ts';

/** Headers that were kept of the request, as they were sent. */
export function requestHeaders({ request }: Pick<Entry, 'request'>): readonly (readonly [string, string])[] {
  const sent = KEPT.flatMap((field) => {
    const value = request[field];
    return value === null ? [] : [[field.replaceAll('_', '-'), value] as const];
  });
  return request.has_authorization ? [[AUTHORIZATION, 'Bearer (its key is not kept)'], ...sent] : sent;
}

const AUTHORIZATION = 'authorization';
const KEPT = [
  'content_type',
  'idempotency_key',
  'range',
  'if_range',
  'if_match',
  'if_none_match',
  'if_modified_since',
  'if_unmodified_since',
  'user_agent',
] as const;

/**
 * The curl that sends the same again. The journal does not keep the key, so the command reads it from the environment.
 * `-g` and `--data-raw`: curl expands no brackets in the path, and reads no file for a body that begins with `@`.
 */
export function toCurlAgain(entry: Pick<Entry, 'method' | 'path' | 'request'>, origin: string): string {
  const { method, path, request } = entry;
  const sent = requestHeaders(entry).filter(([name]) => name !== AUTHORIZATION && name !== 'user-agent');
  const lines = [
    `curl -g -i${method === 'GET' ? '' : method === 'HEAD' ? 'I' : ` -X ${method}`} ${quoted(`${origin}${path}`)}`,
    ...(request.has_authorization ? ['-H "Authorization: Bearer $STANDIN_API_KEY"'] : []),
    ...sent.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(request.body === null ? [] : [`--data-raw ${quoted(request.body)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** JSON with line breaks where it is whole; else the text as it is. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** One word of a shell, in which no shell reads anything. */
function quoted(text: string): string {
  return /^[\w./:@=-]+$/.test(text) ? text : shellWord(text);
}
