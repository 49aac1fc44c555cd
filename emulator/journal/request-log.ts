/** One line for each request that was answered, for a terminal or for programs: the setting `log`. */

import type { CapturedRequest } from './stored-entry.ts';

export type LogForm = 'requests' | 'json';

/** Makes the listener that writes the lines; requests of one turn of the event loop are one write. */
export function createRequestLog(form: LogForm, write: (text: string) => void): (captured: CapturedRequest) => void {
  const lineOf = form === 'json' ? jsonLine : createPlainLine();
  let lines = '';
  const flush = (): void => {
    const text = lines;
    lines = '';
    write(text);
  };
  return (captured) => {
    if (lines === '') queueMicrotask(flush);
    lines += `${lineOf(captured)}\n`;
  };
}

/** The widest account name that sets the width of its column. */
const MOST_PADDED = 24;

/** For people: time, account, request, response, and the faults that fired. The columns are aligned. */
function createPlainLine(): (captured: CapturedRequest) => string {
  let width = 0;
  return (captured) => {
    const { realAt, method, target, status, code, engineMs } = captured;
    const account = captured.account ?? '(no key)';
    width = Math.max(width, Math.min(account.length, MOST_PADDED));
    const request = `${account.padEnd(width)}  ${method.padEnd(4)} ${target}`;
    const response = code === undefined ? `${status}` : `${status} ${code}`;
    const faults = firedRules(captured);
    const because = faults.length === 0 ? '' : `  fault ${faults.join(', ')}`;
    return `${timeOfDay(realAt)}  ${request}  ${response}  ${engineMs.toFixed(1)} ms${because}`;
  };
}

/** The names are the names in the journal, which has the other facts under the request id. */
function jsonLine(captured: CapturedRequest): string {
  const { realAt, account, requestId, operation, method, target, status, code, engineMs } = captured;
  return JSON.stringify({
    at: new Date(realAt).toISOString(),
    account,
    request_id: requestId,
    operation,
    method,
    path: target,
    status,
    code: code ?? null,
    faults: firedRules(captured),
    engine_ms: Math.round(engineMs * 1000) / 1000,
  });
}

function firedRules({ evaluations }: CapturedRequest): string[] {
  return evaluations.filter(({ fired }) => fired).map(({ rule }) => rule);
}

/** The time of day in the time zone of this machine. */
function timeOfDay(ms: number): string {
  const date = new Date(ms);
  const milliseconds = String(date.getMilliseconds()).padStart(3, '0');
  return `${date.toTimeString().slice(0, 8)}.${milliseconds}`;
}
