/** Shows a text to copy: a command, a key or code. */

import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

interface CopyProps {
  /** The name of the text on the button: "Copy curl command". */
  readonly what: string;
  readonly text: string;
}

const SAID_MS = 2000;

/** Shows text with a button that copies it. */
export function CopyBlock({ what, text }: CopyProps): VNode {
  return (
    <div class="copy">
      <CopyButton what={what} text={text} />
      <pre tabIndex={0} aria-label={what}>
        {text}
      </pre>
    </div>
  );
}

/** Shows a value on one line with its button. */
export function CopyValue({ what, text }: CopyProps): VNode {
  return (
    <span class="row">
      <code aria-label={what}>{text}</code>
      <CopyButton what={what} text={text} />
    </span>
  );
}

/** Copies the text. Browsers allow this only over HTTPS and on this machine. */
function CopyButton({ what, text }: CopyProps): VNode {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(''), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied ✓'),
      () => setSaid('Select the text'),
    );
  };
  return (
    <button class="small" onClick={copy} aria-label={said === '' ? `Copy ${what}` : said}>
      <span role="status">{said === '' ? 'Copy' : said}</span>
    </button>
  );
}
