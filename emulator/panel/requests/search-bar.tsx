/** Shows one search field for the requests, with chips for named filters. */

import { useRef, useState } from 'preact/hooks';
import { type countErrors, FILTER_NAMES, readSearch, type RequestFilter } from '../model/requests.ts';
import { choose } from '../router.ts';
import { isProxy } from '../server.ts';
import { Toggles, type ToggleProps } from '../shared/parts.tsx';
import { useKey } from './use-list-keys.ts';

/** Filters with each letter. Enter or a space turns `status:429` into a chip. */
export function SearchBar({ query }: { readonly query: RequestFilter }) {
  const field = useRef<HTMLInputElement>(null);
  useKey('/', () => field.current?.focus());
  const chips = FILTER_NAMES.filter((name) => query[name] !== undefined);
  const toChips = (typed: string): void => {
    const { parts, text } = readSearch(typed);
    choose({ ...parts, text });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { value } = event.currentTarget as HTMLInputElement;
    const last = chips.at(-1);
    if (event.key === 'Enter') toChips(value);
    else if (event.key === 'Backspace' && value === '' && last !== undefined) choose({ [last]: '' });
    else if (event.key === 'Escape') field.current?.blur();
  };
  return (
    <search class="search">
      {chips.map((name) => (
        <button
          key={name}
          class="quiet chip"
          aria-label={`Remove the filter ${name}: ${query[name]}`}
          onClick={() => choose({ [name]: '' })}
        >
          {name}:{query[name]} <span aria-hidden="true">×</span>
        </button>
      ))}
      <input
        ref={field}
        type="search"
        aria-label="Filter requests"
        placeholder="Press / to filter: text, 429, 4xx, account:demo, rule:storm_503 …"
        value={query['text'] ?? ''}
        onInput={({ currentTarget: { value } }) => (/:\S+ $/.test(value) ? toChips(value) : choose({ text: value }))}
        onKeyDown={onKeyDown}
      />
    </search>
  );
}

/** The number of error buttons that fit beside the others. */
const MOST_ERRORS = 3;

type Errors = ReturnType<typeof countErrors>;

/** Shows buttons for common filters, and for the errors of the filtered requests. */
export function QuickFilters({ query, errors }: { readonly query: RequestFilter; readonly errors: Errors }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? errors : errors.slice(0, MOST_ERRORS);
  const more = errors.length - shown.length;
  const toggle = (label: string, name: string, value: string): ToggleProps => {
    const isOn = query[name] === value;
    return { label, isOn, onPress: () => choose({ [name]: isOn ? '' : value }) };
  };
  return (
    <Toggles
      toggles={[
        { ...toggle('Injected', 'status', 'fault'), kind: 'fault' },
        toggle('Creates', 'operation', 'create'),
        toggle('Polls', 'operation', 'get'),
        toggle('Downloads', 'operation', 'content'),
        ...(isProxy() ? [toggle('Broken promises', 'upstream', 'broken')] : []),
        ...shown.map(({ code, ...error }) => ({ ...toggle(code, 'code', code), ...error })),
        ...(more > 0 ? [{ label: `+${more} more`, isOn: false, onPress: () => setWhole(true) }] : []),
      ]}
    />
  );
}
