/** Shows the status of a response, with a dot in its color. */

import type { VNode } from 'preact';

interface StatusMarkProps {
  readonly status: number;
  /** The rules that created or changed the response. */
  readonly faults?: readonly string[];
  /** The kind of failure, if the status does not show that the request failed. */
  readonly kind?: 'bad' | 'fault' | undefined;
  /** The state of a generation, in place of the status. */
  readonly state?: string | undefined;
}

/** Shows the number and the dot. The dot only repeats the meaning of the number. */
export function StatusMark({ status, faults = [], kind, state }: StatusMarkProps): VNode {
  const isInjected = faults.length > 0;
  return (
    <span class={`status ${kind ?? (isInjected ? 'fault' : status < 400 ? 'good' : 'bad')}`}>
      {state === undefined ? status : <span class="state">{state}</span>}
      {isInjected && <span class="hidden"> injected</span>}
    </span>
  );
}
