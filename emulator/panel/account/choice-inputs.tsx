/** One of several, and some of several. */

import type { VNode } from 'preact';

type ChoiceProps = {
  readonly id?: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: boolean;
  readonly options: readonly string[];
  readonly value: unknown;
  readonly put: (said: string | undefined) => void;
};

/** One, or none. */
export function ChoiceInput({ options, value, put, ...common }: ChoiceProps): VNode {
  return (
    <select
      {...common}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => put(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
    >
      <option value="">not set</option>
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  );
}

/** Some, or none. */
export function ChoicesInput({
  options,
  value,
  put,
}: {
  readonly options: readonly string[];
  readonly value: unknown;
  readonly put: (value: unknown) => void;
}): VNode {
  const chosen: readonly unknown[] = value === undefined ? [] : Array.isArray(value) ? value : [value];
  const toggle = (option: string): void => {
    const changed = options.filter((one) => chosen.includes(one) !== (one === option));
    put(changed.length === 0 ? undefined : changed.length === 1 ? changed[0] : changed);
  };
  return (
    <>
      {options.map((option) => (
        <label key={option}>
          <input type="checkbox" checked={chosen.includes(option)} onChange={() => toggle(option)} />
          {option}
        </label>
      ))}
    </>
  );
}
