/** Writes one log line for each answered request, as text or JSON: the setting `log`. */

import { batchPerTurn } from '../../lib/batch.ts';
import type { Entry } from './entry.ts';
import { pick } from './summary.ts';

export type LogForm = 'requests' | 'json';

/** Creates a listener that writes log lines. The lines of one turn of the event loop are one write. */
export function createRequestLog(form: LogForm, write: (text: string) => void): (entry: Entry) => void {
  const lineOf = form === 'json' ? jsonLine : createPlainLine();
  const batch = batchPerTurn<string>((lines) => write(lines.join('')));
  return (entry) => void batch.add(`${lineOf(entry)}\n`);
}

/** The widest account name that sets the width of its column. */
const MOST_PADDED = 24;

/** Returns a function that formats a line: time, account, request, response, faults. Columns are aligned. */
function createPlainLine(): (entry: Entry) => string {
  let width = 0;
  return ({ real_at, account: name, method, path, status, code, faults, timing }) => {
    const account = name ?? '(no key)';
    width = Math.max(width, Math.min(account.length, MOST_PADDED));
    const request = `${account.padEnd(width)}  ${method.padEnd(4)} ${path}`;
    const response = code === null ? `${status}` : `${status} ${code}`;
    const because = faults.length === 0 ? '' : `  fault ${faults.join(', ')}`;
    return `${timeOfDay(real_at)}  ${request}  ${response}  ${timing.engine_ms.toFixed(1)} ms${because}`;
  };
}

/** Formats a line as JSON with the field names of the journal. */
function jsonLine(entry: Entry): string {
  const own = pick(entry, ['account', 'request_id', 'operation', 'method', 'path', 'status', 'code', 'faults']);
  return JSON.stringify({ at: entry.real_at, ...own, engine_ms: Math.round(entry.timing.engine_ms * 1000) / 1000 });
}

/** Returns the time of day in the time zone of this machine. */
function timeOfDay(iso: string): string {
  const date = new Date(iso);
  return `${date.toTimeString().slice(0, 8)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}
