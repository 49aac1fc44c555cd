/** Shows input fields with labels. */

import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { RuleValues } from '../model/rule-draft.ts';
import type { RuleField } from '../model/rule-kinds.ts';

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

/** A checkbox. */
function TickBox({ label, value, onValue }: BoxProps<boolean>): VNode {
  return (
    <label>
      <input type="checkbox" checked={value} onChange={(event) => onValue(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

interface SelectProps extends BoxProps<string> {
  readonly options: readonly (readonly [value: string, words: string])[];
}

/** A choice of one value. */
export function SelectBox({ label, value, onValue, options }: SelectProps): VNode {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        {options.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

interface FieldProps {
  readonly field: RuleField;
  readonly values: RuleValues;
  readonly problem: string | undefined;
  readonly onValue: (name: string, value: string) => void;
}

/** A field of a form, with the description of its problem. */
export function FieldInput({ field, values, problem, onValue }: FieldProps): VNode {
  const id = useId();
  const { name, kind, unit, options = [], placeholder } = field;
  const label = unit === undefined ? field.label : `${field.label} (${unit})`;
  const value = values[name] ?? '';
  const put = (typed: string): void => onValue(name, typed);
  if (kind === 'flag')
    return <TickBox label={label} value={value === 'yes'} onValue={(isOn) => put(isOn ? 'yes' : '')} />;
  if (kind === 'choice') {
    const choices = options.map(({ label: words }, at) => [String(at), words] as const);
    return <SelectBox label={label} value={value || '0'} onValue={put} options={choices} />;
  }
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        inputMode={kind === 'number' ? 'decimal' : undefined}
        autocomplete="off"
        value={value}
        placeholder={placeholder}
        aria-invalid={problem !== undefined}
        aria-describedby={`${id}-problem`}
        onInput={({ currentTarget }) => put(currentTarget.value)}
      />
      <span id={`${id}-problem`} class="bad">
        {problem}
      </span>
    </div>
  );
}
