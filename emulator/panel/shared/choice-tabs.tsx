/** One text in several languages, of which one is shown. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { CopyBlock } from './copy-block.tsx';

interface ChoiceTabsProps {
  readonly what: string;
  /** For example `curl`, `TypeScript`. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Lets choose between texts; arrows move between the choices, as in any group of radio buttons. */
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
