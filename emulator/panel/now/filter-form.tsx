/** The filter of the view Now; it lives in the URL. */

import type { VNode } from 'preact';
import { UPSTREAM_WORDS } from '../model/now.ts';
import { choose, linkTo } from '../router.ts';
import { isProxy } from '../server.ts';

interface FilterFormProps {
  readonly query: Readonly<Record<string, string>>;
}

const FIELDS = [
  ['text', 'Text', 'anything'],
  ['account', 'Account', 'demo'],
  ['status', 'Status', '4xx, 429 …'],
  ['generation', 'Generation', 'its id'],
  ['fault', 'Fault', 'name of a rule'],
] as const;

const FILTERS = [...FIELDS.map(([name]) => name), 'operation', 'code', 'route', 'upstream'];

/** Each letter filters at once. */
export function FilterForm({ query }: FilterFormProps): VNode {
  const isFiltered = FILTERS.some((name) => (query[name] ?? '') !== '');
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      {FIELDS.map(([name, title, placeholder]) => (
        <label key={name}>
          {title}
          <input
            type="search"
            name={name}
            value={query[name] ?? ''}
            placeholder={placeholder}
            onInput={({ currentTarget }) => choose({ [name]: currentTarget.value })}
          />
        </label>
      ))}
      <label>
        Operation
        <select
          name="operation"
          value={query['operation'] ?? ''}
          onChange={({ currentTarget }) => choose({ operation: currentTarget.value })}
        >
          <option value="">any</option>
          <option value="create">create</option>
          <option value="get">get (poll)</option>
          <option value="content">content (download)</option>
        </select>
      </label>
      {isProxy() ? (
        <label>
          Answer
          <select
            value={query['upstream'] ?? ''}
            onChange={({ currentTarget }) => choose({ upstream: currentTarget.value })}
          >
            <option value="">any</option>
            {Object.entries(UPSTREAM_WORDS).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
            <option value="broken">breaks a promise</option>
          </select>
        </label>
      ) : null}
      <label>
        <input
          type="checkbox"
          checked={query['status'] === 'fault'}
          onChange={({ currentTarget }) => choose({ status: currentTarget.checked ? 'fault' : '' })}
        />
        Injected only
      </label>
      {isFiltered ? <a href={linkTo('now')}>Clear the filter</a> : null}
    </form>
  );
}
