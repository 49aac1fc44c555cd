/** An error as people meet it. */

import type { VNode } from 'preact';

/** Says what went wrong as soon as it did; nothing while nothing is wrong. */
export function Alert({ text }: { readonly text: string | undefined }): VNode {
  return <div role="alert">{text === undefined || text === '' ? null : <p class="problem">{text}</p>}</div>;
}
