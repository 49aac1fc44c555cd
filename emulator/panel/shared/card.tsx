/** A part of a view with its heading. */

import type { ComponentChildren, VNode } from 'preact';

interface CardProps {
  readonly id: string;
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A region that screen readers list by its heading. */
export function Card({ id, title, children }: CardProps): VNode {
  return (
    <section aria-labelledby={id} class="card">
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
