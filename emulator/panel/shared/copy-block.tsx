/** Text to copy: a command, a key, a piece of code. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

interface CopyBlockProps {
  /** What it is, for the button's name: "Copy the curl command". */
  readonly what: string;
  readonly text: string;
}

/** Shows text with a button that copies it. */
export function CopyBlock({ what, text }: CopyBlockProps): VNode {
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied');
    } catch {
      // Browsers lend the clipboard to pages over HTTPS and on this machine only.
      setSaid('The browser does not allow it: select the text.');
    }
  };
  return (
    <div class="copy">
      <pre tabIndex={0} aria-label={what}>
        <code>{text}</code>
      </pre>
      <button type="button" onClick={() => void copy()} aria-label={`Copy ${what}`}>
        Copy
      </button>
      <span role="status">{said}</span>
    </div>
  );
}
