/** Shows one text in the selected language. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { CopyBlock } from './copy-block.tsx';
import { Tabs } from './tabs.tsx';

interface ChoiceTabsProps {
  readonly what: string;
  /** The texts by language, such as `curl` and `TypeScript`. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Shows a tab for each language. */
export function ChoiceTabs({ what, texts }: ChoiceTabsProps): VNode {
  const names = Object.keys(texts);
  const [chosen, setChosen] = useState(names[0] ?? '');
  return (
    <Tabs label={what} tabs={names.map((name) => ({ name, title: name }))} chosen={chosen} onChoose={setChosen}>
      <CopyBlock what={`${what} in ${chosen}`} text={texts[chosen] ?? ''} />
    </Tabs>
  );
}
