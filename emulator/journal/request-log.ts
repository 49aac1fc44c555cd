/** One line for each request that was answered, for a terminal or for programs: the setting `log`. */

import type { CapturedRequest } from './stored-entry.ts';

export type LogForm = 'requests' | 'json';

/** Makes the listener that writes the lines; requests of one turn of the event loop are one write. */
export function createRequestLog(form: LogForm, write: (text: string) => void): (captured: CapturedRequest) => void {
  const lineOf = form === 'json' ? jsonLine : plainLine;
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

/** For people: time, account, request, answer, and the faults that fired. */
function plainLine(captured: CapturedRequest): string {
  const { realAt, account, method, target, status, code, engineMs } = captured;
  const answer = code === undefined ? `${status}` : `${status} ${code}`;
  const faults = firedRules(captured);
  const because = faults.length === 0 ? '' : `  fault ${faults.join(', ')}`;
  return `${timeOfDay(realAt)}  ${account ?? '-'}  ${method} ${target}  ${answer}  ${engineMs.toFixed(1)} ms${because}`;
}

/** The names are those of the journal, where the rest can be read by the request id. */
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

function firedRules({ weighed }: CapturedRequest): string[] {
  return weighed.filter(({ fired }) => fired).map(({ rule }) => rule);
}

/** Of this machine's time zone, as a person who watches expects. */
function timeOfDay(ms: number): string {
  const date = new Date(ms);
  const milliseconds = String(date.getMilliseconds()).padStart(3, '0');
  return `${date.toTimeString().slice(0, 8)}.${milliseconds}`;
}
