/** Shows the status of a response, with a dot in its color. */

import type { VNode } from 'preact';
import type { EntrySummary } from '../../journal/summary.ts';

interface StatusMarkProps {
  readonly row: Pick<EntrySummary, 'status' | 'faults'>;
  /** The kind of failure, if the status does not show that the request failed. */
  readonly kind?: 'bad' | 'fault' | undefined;
}

/** Shows the number and the dot. The dot only repeats the meaning of the number. */
export function StatusMark({ row, kind }: StatusMarkProps): VNode {
  const isInjected = row.faults.length > 0;
  return (
    <span class={`status ${kind ?? statusKind(row)}`}>
      {row.status}
      {isInjected ? <span class="hidden"> injected</span> : null}
    </span>
  );
}

/** Returns the name of the color. */
export function statusKind({ status, faults }: Pick<EntrySummary, 'status' | 'faults'>): string {
  if (faults.length > 0) return 'fault';
  return status < 400 ? 'good' : 'bad';
}
