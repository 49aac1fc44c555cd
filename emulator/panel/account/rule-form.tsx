/** Shows the form "What should go wrong?": eight cards, a few fields for each, and a sentence about the effect. */

import { Button, InputBox } from '../shared/parts.tsx';
import type { RuleView } from '../../control/routes/faults.ts';
import { commandsOn } from '../model/command.ts';
import { isObject, parseJson, writtenRule, type JsonObject } from '../model/json.ts';
import {
  effectOf,
  putAt,
  shownFields,
  textAt,
  valueAt,
  withEffect,
  withTyped,
  type RuleDraft,
} from '../model/rule-draft.ts';
import { countFields, END_FIELDS, requestFields, RULE_KINDS, type RuleField } from '../model/rule-kinds.ts';
import { lastingWords } from '../model/rule-words.ts';
import { CommandButton } from '../shared/run-command.tsx';

interface RuleFormProps {
  readonly name: string;
  readonly rules: readonly RuleView[];
  readonly draft: RuleDraft;
  readonly onDraft: (draft: RuleDraft | undefined) => void;
}

/** Shows the fields and the JSON of a rule. The sentence and the buttons stay visible while the fields scroll. */
export function RuleForm({ name, rules, draft, onDraft }: RuleFormProps) {
  const { rule, replaces, edits = 0 } = draft;
  const written = writtenRule(rule);
  const json = draft.json ?? JSON.stringify(written, undefined, 2);
  const isFine = isObject(parseJson(json));
  const close = (): void => onDraft(undefined);
  const title = replaces ? `Edit ${replaces}` : 'New rule';
  const on = commandsOn(name);
  const changed = rules.map((one) => (one.id === replaces ? { id: one.id, ...written } : writtenRule(one)));
  return (
    <form class="stack" aria-label={title}>
      {replaces && <h3>{title}</h3>}
      <Fields key={edits} rule={rule} onRule={(next) => onDraft({ ...draft, rule: next, json: undefined })} />
      <details>
        <summary>Edit as JSON</summary>
        <textarea
          aria-label="Rule as JSON"
          rows={json.split('\n').length + 1}
          spellcheck={false}
          aria-invalid={!isFine}
          value={json}
          onInput={({ currentTarget: { value } }) => {
            const typed = parseJson(value);
            onDraft({ ...draft, json: value, edits: edits + 1, rule: isObject(typed) ? typed : rule });
          }}
        />
      </details>
      <div class="verdict stack">
        <p role="status">
          <strong>{isFine ? lastingWords(rule) : 'This is not a JSON object.'}</strong>
          <strong class="bad">Correct the marked field.</strong>
        </p>
        <div class="row">
          <CommandButton
            command={replaces ? on.replaceRules('Save rule', changed) : on.addRule(written)}
            onDone={close}
            disabled={!isFine}
            look="main"
            type="submit"
          />
          <Button label="Cancel" onPress={close} />
          {replaces && <span class="soft">Saving restarts all counts.</span>}
        </div>
      </div>
    </form>
  );
}

interface FieldsProps {
  readonly rule: JsonObject;
  readonly onRule: (rule: JsonObject) => void;
}

/** Shows the cards, and the fields of the chosen card. */
function Fields(props: FieldsProps) {
  const { rule, onRule } = props;
  const { kind, words = '', own } = effectOf(rule) ?? {};
  const show = (field: RuleField) => <Field key={`${kind?.title} ${words} ${field.path}`} {...props} field={field} />;
  return (
    <>
      <fieldset class="kinds">
        <legend>What should go wrong?</legend>
        {RULE_KINDS.map((one) => (
          <label key={one.title}>
            <input
              type="radio"
              name="rule-kind"
              checked={one === kind}
              onChange={() => onRule(withEffect(rule, one, one.effects[0][1]))}
            />
            {one.title}
          </label>
        ))}
      </fieldset>
      {kind && own && (
        <fieldset class="fields">
          <legend>Details</legend>
          {kind.effects.length > 1 && (
            <InputBox
              label="What happens"
              value={words}
              options={kind.effects.map(([one]) => [one])}
              onValue={(chosen) =>
                onRule(withEffect(rule, kind, kind.effects.find(([one]) => one === chosen)?.[1] ?? own))
              }
            />
          )}
          {shownFields(kind, own).map(show)}
        </fieldset>
      )}
      {Object.entries({
        'Which requests?': requestFields(kind ?? RULE_KINDS[0]),
        'How often?': countFields(valueAt(rule, 'match.operation') === 'create'),
        'How long?': END_FIELDS,
      }).map(([title, fields]) => (
        <fieldset key={title} class="fields">
          <legend>{title}</legend>
          {fields.map(show)}
        </fieldset>
      ))}
    </>
  );
}

/** Shows a field. The browser keeps the typed text, such as `1.`. */
function Field({ rule, onRule, field }: FieldsProps & { readonly field: RuleField }) {
  const { path, kind, unit, label, on, scale: _scale, ...checks } = field;
  if (kind === 'flag')
    return (
      <label>
        <input
          type="checkbox"
          checked={valueAt(rule, path) === on}
          onChange={({ currentTarget }) => onRule(putAt(rule, path, currentTarget.checked ? on : undefined))}
        />
        {label}
      </label>
    );
  return (
    <InputBox
      {...checks}
      label={unit === undefined ? label : `${label} (${unit})`}
      initial={textAt(rule, field)}
      {...(kind === 'number' && { type: 'number' })}
      onValue={(typed) => onRule(withTyped(rule, field, typed))}
    />
  );
}
