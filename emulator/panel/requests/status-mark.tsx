/** The status of a response, with a dot in its color. */

import type { VNode } from 'preact';
import type { EntrySummary } from '../../journal/summary.ts';

interface StatusMarkProps {
  readonly row: Pick<EntrySummary, 'status' | 'faults'>;
  /** If the status alone does not tell that the request went wrong. */
  readonly kind?: 'bad' | 'fault' | undefined;
}

/** The number tells the status; the dot repeats it for the eye. */
export function StatusMark({ row, kind }: StatusMarkProps): VNode {
  const isInjected = row.faults.length > 0;
  return (
    <span class={`status ${kind ?? (isInjected ? 'fault' : row.status < 400 ? 'good' : 'bad')}`}>
      {row.status}
      {isInjected ? <span class="hidden"> injected</span> : null}
    </span>
  );
}
