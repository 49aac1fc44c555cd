/** Shows buttons that add a filter to the search field, or remove it. */

import type { countErrors } from '../model/requests.ts';
import { choose } from '../router.ts';
import { isProxy } from '../server.ts';
import { Toggles, type ToggleProps } from '../shared/filters.tsx';

interface QuickFiltersProps {
  /** The text of the search field. */
  readonly find: string;
  readonly errors: ReturnType<typeof countErrors>;
}

/** Shows buttons for common filters, and for the errors of the filtered requests. */
export function QuickFilters({ find, errors }: QuickFiltersProps) {
  const words = find.split(/\s+/).filter(Boolean);
  const toggle = (label: string, word: string): ToggleProps => {
    const isOn = words.includes(word);
    const others = words.filter((one) => !one.startsWith(word.replace(/:.*/, ':')));
    return { label, isOn, onPress: () => choose({ find: (isOn ? others : [...others, word]).join(' ') }) };
  };
  return (
    <Toggles
      toggles={[
        { ...toggle('Injected', 'status:injected'), kind: 'fault' },
        toggle('Creates', 'operation:create'),
        toggle('Polls', 'operation:poll'),
        toggle('Downloads', 'operation:download'),
        ...(isProxy() ? [toggle('Broken promises', 'origin:broken')] : []),
        ...errors.map(({ code, ...error }) => ({ ...toggle(code, `code:${code}`), ...error })),
      ]}
    />
  );
}
