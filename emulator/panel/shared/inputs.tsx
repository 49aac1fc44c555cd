/** Shows input fields with labels. */

import type { VNode } from 'preact';
import { useId } from 'preact/hooks';

interface BoxProps<Value> {
  readonly label: string;
  readonly value: Value;
  readonly onValue: (value: Value) => void;
}

/** An input for a number. The value is NaN while it is empty. */
export function NumberBox({ label, value, onValue }: BoxProps<number>): VNode {
  return (
    <label>
      {label}
      <input
        type="number"
        step="any"
        value={Number.isNaN(value) ? '' : value}
        onInput={(event) => onValue(event.currentTarget.valueAsNumber)}
      />
    </label>
  );
}

/** An input for a line of text. */
export function TextBox({ label, value, onValue }: BoxProps<string>): VNode {
  return (
    <label class="grow">
      {label}
      <input type="text" autocomplete="off" value={value} onInput={(event) => onValue(event.currentTarget.value)} />
    </label>
  );
}

interface SelectProps extends BoxProps<string> {
  readonly options: readonly (readonly [value: string, words?: string])[];
}

/** A choice of one value. */
export function SelectBox({ label, value, onValue, options }: SelectProps): VNode {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {options.map(([name, words = name]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}
