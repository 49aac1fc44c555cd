/** Shows the status of a response, with a dot in its color. */

import type { VNode } from 'preact';

interface StatusMarkProps {
  readonly status: number;
  /** The rules that created or changed the response. */
  readonly faults?: readonly string[];
  /** The kind of failure, if the status does not show that the request failed. */
  readonly kind?: 'bad' | 'fault' | undefined;
}

/** Shows the number and the dot. The dot only repeats the meaning of the number. */
export function StatusMark({ status, faults = [], kind }: StatusMarkProps): VNode {
  const isInjected = faults.length > 0;
  return (
    <span class={`status ${kind ?? (isInjected ? 'fault' : status < 400 ? 'good' : 'bad')}`}>
      {status}
      {isInjected && <span class="hidden"> injected</span>}
    </span>
  );
}
