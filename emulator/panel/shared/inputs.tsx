/** Inputs with their labels. */

import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { RuleValues } from '../model/rule-draft.ts';
import type { RuleField } from '../model/rule-kinds.ts';

interface BoxProps<Value> {
  readonly label: string;
  readonly value: Value;
  readonly onValue: (value: Value) => void;
}

/** A number; NaN while it is empty. */
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

interface FieldProps {
  readonly field: RuleField;
  readonly values: RuleValues;
  readonly problem: string | undefined;
  readonly onValue: (name: string, value: string) => void;
}

/** A field of a form, with its problem in words. */
export function FieldInput({ field, values, problem, onValue }: FieldProps): VNode {
  const id = useId();
  const { name, label, kind, unit, options = [], placeholder } = field;
  const value = values[name] ?? '';
  if (kind === 'flag')
    return <TickBox label={label} value={value === 'yes'} onValue={(isOn) => onValue(name, isOn ? 'yes' : '')} />;
  const common = { id, value, 'aria-describedby': problem === undefined ? undefined : `${id}-problem` };
  return (
    <div class="field">
      <label for={id}>
        {label}
        {unit === undefined ? '' : ` (${unit})`}
      </label>
      {kind === 'choice' ? (
        <select {...common} onChange={({ currentTarget }) => onValue(name, currentTarget.value)}>
          {options.map(({ label: words }, at) => (
            <option key={at} value={at}>
              {words}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          type="text"
          inputMode={kind === 'number' ? 'decimal' : undefined}
          autocomplete="off"
          placeholder={placeholder}
          aria-invalid={problem !== undefined}
          onInput={({ currentTarget }) => onValue(name, currentTarget.value)}
        />
      )}
      {problem === undefined ? null : (
        <span id={`${id}-problem`} class="bad">
          {problem}
        </span>
      )}
    </div>
  );
}
