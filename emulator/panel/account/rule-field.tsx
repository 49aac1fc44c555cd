/** One field of the form for rules, as its schema says. */

import type { VNode } from 'preact';
import { useId, useState } from 'preact/hooks';
import { fieldFor, valueAt, withValue, type FormField } from '../model/rule-form.ts';
import { alternativeFor, formOf, type JsonObject, type RuleProblem } from '../model/rule-schema.ts';
import { durationText } from '../model/duration-text.ts';
import { ChoiceInput, ChoicesInput } from './choice-inputs.tsx';
import { typedText, typedValue } from './typed-value.ts';

export interface RuleFieldProps {
  readonly field: FormField;
  readonly rule: JsonObject;
  readonly problems: readonly RuleProblem[];
  readonly onChange: (rule: JsonObject) => void;
}

/** A field with its name, what it means, and what is wrong with it. */
export function RuleField(props: RuleFieldProps): VNode {
  const { field, problems, rule } = props;
  const id = useId();
  const own = problems.find(({ path }) => path.join('.') === field.path.join('.'))?.message;
  const about = [field.schema.description ?? '', hintFor(field, valueAt(rule, field.path)), own ?? ''].filter(
    (part) => part !== '',
  );
  const described = about.length === 0 ? undefined : `${id}-about`;
  const isMany = field.kind === 'group' || field.kind === 'choices' || field.kind === 'one-of';
  const input = <Input {...props} id={id} described={described} isWrong={own !== undefined} />;
  const note = (
    <span id={described} class={own === undefined ? 'soft' : 'bad'}>
      {about.join(' ')}
    </span>
  );
  if (isMany)
    return (
      <fieldset class="field" aria-describedby={described}>
        <legend>{field.label}</legend>
        {input}
        {described === undefined ? null : note}
      </fieldset>
    );
  return (
    <div class="field">
      <label for={id}>
        {field.label}
        {field.isNeeded ? ' (needed)' : ''}
      </label>
      {input}
      {described === undefined ? null : note}
    </div>
  );
}

/** What a number of milliseconds or seconds is for people. */
function hintFor({ name }: FormField, value: unknown): string {
  const [, unit] = /(?:^|_)(ms|seconds)$/.exec(name) ?? [];
  if (typeof value !== 'number' || unit === undefined) return '';
  const isLong = unit === 'ms' ? value >= 1000 : value >= 60;
  return isLong ? `That is ${durationText(unit === 'ms' ? value : value * 1000)}.` : '';
}

interface InputProps extends RuleFieldProps {
  readonly id: string;
  readonly described: string | undefined;
  readonly isWrong: boolean;
}

function Input(props: InputProps): VNode {
  const { field, rule, onChange, id, described, isWrong } = props;
  const value = valueAt(rule, field.path);
  const put = (changed: unknown): void => onChange(withValue(rule, field.path, changed));
  const common = { id, 'aria-describedby': described, 'aria-invalid': isWrong };
  switch (field.kind) {
    case 'group':
      return (
        <>
          {field.fields.map((inner) => (
            <RuleField key={inner.name} {...props} field={inner} />
          ))}
        </>
      );
    case 'one-of':
      return <Variants {...props} />;
    case 'choices':
      return <ChoicesInput options={field.options} value={value} put={put} />;
    case 'choice':
      return <ChoiceInput {...common} options={field.options} value={value ?? field.schema.default} put={put} />;
    case 'tri-state':
      return (
        <ChoiceInput
          {...common}
          options={['yes', 'no']}
          value={value === undefined ? undefined : value === true ? 'yes' : 'no'}
          put={(said) => put(said === undefined ? undefined : said === 'yes')}
        />
      );
    case 'flag':
      return (
        <input
          {...common}
          type="checkbox"
          checked={value === true}
          onChange={(event) => put(event.currentTarget.checked ? true : undefined)}
        />
      );
    case 'number':
      return <NumberInput common={common} field={field} value={value} put={put} />;
    case 'map':
    case 'json':
    case 'numbers':
    case 'text':
    case 'texts':
      return <TextInput common={common} kind={field.kind} field={field} value={value} put={put} />;
  }
}

type Put = (value: unknown) => void;
type Common = {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
};

function NumberInput({
  common,
  field: { schema },
  value,
  put,
}: {
  readonly common: Common;
  readonly field: FormField;
  readonly value: unknown;
  readonly put: Put;
}): VNode {
  const read = (input: HTMLInputElement): void =>
    put(Number.isNaN(input.valueAsNumber) ? undefined : input.valueAsNumber);
  const usual = typeof schema.default === 'number' ? String(schema.default) : '';
  return (
    <input
      {...common}
      type="number"
      step="any"
      placeholder={usual}
      title={formOf(schema)}
      value={typeof value === 'number' ? value : ''}
      onInput={(event) => read(event.currentTarget)}
    />
  );
}

/** Numbers, names with values and JSON are typed as text; what cannot be read yet stays as it was typed. */
function TextInput({
  common,
  kind,
  field,
  value,
  put,
}: {
  readonly common: Common;
  readonly kind: FormField['kind'];
  readonly field: FormField;
  readonly value: unknown;
  readonly put: Put;
}): VNode {
  const [typed, setTyped] = useState(() => typedText(kind, value));
  const change = (text: string): void => {
    setTyped(text);
    put(text === '' ? undefined : typedValue(field, text));
  };
  if (kind === 'map' || kind === 'json')
    return (
      <textarea
        {...common}
        rows={2}
        placeholder={kind === 'map' ? 'name: value' : 'JSON'}
        value={typed}
        onInput={(event) => change(event.currentTarget.value)}
      />
    );
  const example = kind === 'numbers' ? '1, 3' : kind === 'texts' ? 'one, two' : '';
  return (
    <input
      {...common}
      type="text"
      placeholder={example}
      value={typed}
      onInput={(event) => change(event.currentTarget.value)}
    />
  );
}

/** First in which form, then the value. */
function Variants(props: InputProps): VNode {
  const { field, rule, onChange, id } = props;
  const value = valueAt(rule, field.path);
  const options = field.kind === 'one-of' ? field.options : [];
  const fitting = value === undefined ? undefined : alternativeFor(field.schema, value);
  const [chosen, setChosen] = useState(() =>
    Math.max(
      options.findIndex(({ schema }) => schema === fitting),
      0,
    ),
  );
  const schema = options[chosen]?.schema ?? {};
  const { name, path, isNeeded } = field;
  const inner = {
    ...fieldFor(schema, { name, path, isNeeded }),
    label: `${field.label}, as ${options[chosen]?.title ?? ''}`,
  };
  const change = (to: number): void => {
    setChosen(to);
    onChange(withValue(rule, path, undefined));
  };
  return (
    <>
      <select
        id={id}
        aria-label={`Form of ${field.label}`}
        value={chosen}
        onChange={(event) => change(Number(event.currentTarget.value))}
      >
        {options.map(({ title }, at) => (
          <option key={title} value={at}>
            {title}
          </option>
        ))}
      </select>
      <RuleField {...props} key={chosen} field={inner} />
    </>
  );
}
