/** Shows one search field for the requests, with chips for named filters. */

import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { ErrorCount } from '../model/requests.ts';
import { FILTER_NAMES, readSearch } from '../model/search-text.ts';
import { choose } from '../router.ts';
import { isProxy } from '../server.ts';
import { useKey } from './use-list-keys.ts';

interface SearchBarProps {
  readonly query: Readonly<Record<string, string>>;
}

/** Filters with each letter. Enter or a space turns `status:429` into a chip. */
export function SearchBar({ query }: SearchBarProps): VNode {
  const field = useRef<HTMLInputElement>(null);
  useKey('/', () => field.current?.focus());
  const chips = FILTER_NAMES.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]] as const]));
  const toChips = (typed: string): void => {
    const { parts, text } = readSearch(typed);
    choose({ ...parts, text });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { value } = event.currentTarget as HTMLInputElement;
    const last = chips.at(-1)?.[0];
    if (event.key === 'Enter') toChips(value);
    else if (event.key === 'Backspace' && value === '' && last !== undefined) choose({ [last]: '' });
    else if (event.key === 'Escape') field.current?.blur();
  };
  return (
    <search class="search">
      {chips.map(([name, value]) => (
        <button
          key={name}
          class="quiet chip"
          aria-label={`Remove the filter ${name}: ${value}`}
          onClick={() => choose({ [name]: '' })}
        >
          {name}:{value} <span aria-hidden="true">×</span>
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

/** Shows buttons for common filters. */
export function QuickFilters({ query, errors }: SearchBarProps & { readonly errors: readonly ErrorCount[] }): VNode {
  const toggles = isProxy() ? [...TOGGLES, BROKEN] : TOGGLES;
  return (
    <div class="row quick">
      {toggles.map(([words, name, value]) => (
        <Toggle key={words} words={words} isOn={query[name] === value} changes={{ [name]: value }} />
      ))}
      {errors.slice(0, 8).map(({ code, route, count }) => (
        <Toggle
          key={`${code} ${route}`}
          words={code}
          title={`${count} × ${code} of ${route}`}
          count={count}
          isOn={query['code'] === code && query['route'] === route}
          changes={{ code, route }}
        />
      ))}
    </div>
  );
}

type Preset = readonly [words: string, name: string, value: string];

const TOGGLES: readonly Preset[] = [
  ['Injected', 'status', 'fault'],
  ['Creates', 'operation', 'create'],
  ['Polls', 'operation', 'get'],
  ['Downloads', 'operation', 'content'],
];
const BROKEN: Preset = ['Broken promises', 'upstream', 'broken'];

interface ToggleProps {
  readonly words: string;
  readonly isOn: boolean;
  readonly changes: Readonly<Record<string, string>>;
  readonly title?: string;
  readonly count?: number;
}

function Toggle({ words, isOn, changes, title, count }: ToggleProps): VNode {
  const off = Object.fromEntries(Object.keys(changes).map((name) => [name, '']));
  return (
    <button class="toggle" title={title} aria-pressed={isOn} onClick={() => choose(isOn ? off : changes)}>
      {words}
      {count === undefined ? null : <strong>{count}</strong>}
    </button>
  );
}
