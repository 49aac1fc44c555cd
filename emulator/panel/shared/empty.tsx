/** What a view says when it has nothing to show: what is missing, and what to do first. */

import type { ComponentChildren, VNode } from 'preact';

interface EmptyProps {
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** A sentence on what is not there, and what to do about it. */
export function Empty({ title, children }: EmptyProps): VNode {
  return (
    <section class="empty">
      <p>
        <strong>{title}</strong>
      </p>
      {children}
    </section>
  );
}
