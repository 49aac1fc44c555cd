/** The status of an answer: never by colour alone. */

import type { VNode } from 'preact';
import type { EntrySummary } from '../../journal/summary.ts';

/** A status with its colour; an injected answer has one of its own, and a sign. */
export function StatusMark({ row }: { readonly row: Pick<EntrySummary, 'status' | 'faults'> }): VNode {
  return (
    <span class={`status ${statusKind(row)}`}>
      {row.faults.length > 0 ? '⚡' : ''}
      {row.status}
    </span>
  );
}

/** The name of the colour. */
export function statusKind({ status, faults }: Pick<EntrySummary, 'status' | 'faults'>): string {
  if (faults.length > 0) return 'fault';
  return status < 400 ? 'good' : status === 429 ? 'warn' : 'bad';
}
