/** One text in several languages, of which one is shown. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { CopyBlock } from './copy-block.tsx';

interface ChoiceTabsProps {
  readonly what: string;
  /** The texts by language, such as `curl` and `TypeScript`. */
  readonly texts: Readonly<Record<string, string>>;
}

/** A group of radio buttons, and the chosen text. */
export function ChoiceTabs({ what, texts }: ChoiceTabsProps): VNode {
  const names = Object.keys(texts);
  const [chosen, setChosen] = useState(names[0] ?? '');
  return (
    <div class="choices">
      <fieldset aria-label={what}>
        {names.map((name) => (
          <label key={name}>
            <input type="radio" name={what} checked={name === chosen} onChange={() => setChosen(name)} />
            {name}
          </label>
        ))}
      </fieldset>
      <CopyBlock what={`${what} in ${chosen}`} text={texts[chosen] ?? ''} />
    </div>
  );
}
