/** Inputs with their labels. */

import type { VNode } from 'preact';

interface BoxProps<Value> {
  readonly label: string;
  readonly value: Value;
  readonly onValue: (value: Value) => void;
}

/** A number; one that is not there yet is NaN. */
export function NumberBox({ label, value, onValue }: BoxProps<number>): VNode {
  return (
    <label>
      {label}
      <input type="number" step="any" value={value} onInput={(event) => onValue(event.currentTarget.valueAsNumber)} />
    </label>
  );
}

/** A line of text. */
export function TextBox({
  label,
  value,
  onValue,
  placeholder,
}: BoxProps<string> & { readonly placeholder?: string }): VNode {
  return (
    <label class="wide">
      {label}
      <input
        type="text"
        autocomplete="off"
        value={value}
        placeholder={placeholder}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </label>
  );
}

/** Yes or no. */
export function TickBox({ label, value, onValue }: BoxProps<boolean>): VNode {
  return (
    <label>
      <input type="checkbox" checked={value} onChange={(event) => onValue(event.currentTarget.checked)} />
      {label}
    </label>
  );
}
