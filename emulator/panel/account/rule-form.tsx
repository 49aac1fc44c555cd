/** Shows the form "What should go wrong?": eight cards, a few fields for each, and a sentence about the effect. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, InputBox } from '../shared/parts.tsx';
import type { RuleView } from '../../control/routes/faults.ts';
import { commandsOn, type PanelCommand } from '../model/command.ts';
import { asObject, isObject, parseJson, writtenRule, type JsonObject } from '../model/json.ts';
import { OPERATION_NOUNS } from '../model/requests.ts';
import {
  ALL_REQUESTS,
  chosenOperation,
  draftFrom,
  OPERATION_FIELD,
  shownFields,
  textAt,
  toRule,
  withEffect,
  withLife,
  withTyped,
  type RuleDraft,
} from '../model/rule-draft.ts';
import { COUNT_FIELDS, END_FIELDS, KEEP_FIELD, PROMPT_FIELD, RULE_KINDS, type RuleField } from '../model/rule-kinds.ts';
import { kindProblem, lastingWords } from '../model/rule-words.ts';
import { CommandButton } from '../shared/run-command.tsx';

interface RuleFormProps {
  readonly name: string;
  readonly rules: readonly RuleView[];
  readonly draft: RuleDraft;
  readonly onDraft: (draft: RuleDraft | undefined) => void;
}

/** Shows the form. The sentence and the buttons stay visible while the fields scroll. */
export function RuleForm(props: RuleFormProps) {
  const { draft, onDraft } = props;
  const { json, replaces } = draft;
  const rule = json === undefined ? toRule(draft) : asObject(parseJson(json));
  const isFine = json === undefined || isObject(parseJson(json));
  const close = (): void => onDraft(undefined);
  const form = json === undefined || !isFine ? undefined : draftFrom(withLife(draft, rule), replaces);
  const title = replaces ? `Edit ${replaces}` : 'New rule';
  const fields = useRef<HTMLFormElement>(null);
  const [isValid, setValid] = useState(true);
  useEffect(() => setValid(fields.current?.matches(':valid') !== false));
  const problem = !isFine ? 'This is not a JSON object.' : isValid ? kindProblem(rule) : 'Correct the marked field.';
  return (
    <form class="stack" aria-label={title} ref={fields}>
      <h3>{title}</h3>
      {json === undefined ? (
        <FieldForm {...props} />
      ) : (
        <>
          <label>
            Rule as JSON
            <textarea
              rows={json.split('\n').length + 1}
              spellcheck={false}
              aria-invalid={!isFine}
              value={json}
              onInput={({ currentTarget }) => onDraft({ ...draft, json: currentTarget.value })}
            />
          </label>
          <DraftField draft={draft} onDraft={onDraft} field={KEEP_FIELD} />
        </>
      )}
      <div class="verdict stack">
        <p role="status" class={problem ? 'bad' : undefined}>
          <strong>{problem || lastingWords(withLife(draft, rule))}</strong>
        </p>
        <div class="row">
          <CommandButton
            command={commandFor(props, rule)}
            onDone={close}
            disabled={!isFine}
            look="main"
            type="submit"
          />
          <Button label="Cancel" onPress={close} />
          <Button
            label={json === undefined ? 'Edit as JSON' : 'Edit as form'}
            look="quiet"
            disabled={!isFine || form?.json !== undefined}
            onPress={() => onDraft(json === undefined ? { ...draft, json: JSON.stringify(rule, undefined, 2) } : form)}
          />
        </div>
      </div>
    </form>
  );
}

function commandFor({ name, rules, draft }: RuleFormProps, rule: JsonObject): PanelCommand {
  const on = commandsOn(name);
  if (draft.replaces === undefined) return on.addRule(rule, draft.rule['keep'] === true);
  const changed = rules.map((one) =>
    one.id === draft.replaces ? { id: one.id, ...withLife(draft, rule) } : writtenRule(one),
  );
  return on.replaceRules('Save rule', 'Rule saved; the counts of all rules start again', changed);
}

function FieldForm(props: RuleFormProps) {
  const { draft, onDraft } = props;
  const { kind, effect } = draft;
  const show = (field: RuleField) => (
    <DraftField key={`${kind.title} ${effect[0]} ${field.path}`} {...{ draft, onDraft, field }} />
  );
  const requests = kind.operations.map((name) => [name, `${OPERATION_NOUNS[name]}s`] as const);
  return (
    <>
      <Kinds {...props} />
      <fieldset class="fields">
        <legend>{kind.title}</legend>
        {kind.label && (
          <InputBox
            label={kind.label}
            value={effect[0]}
            options={kind.effects.map(([words]) => [words])}
            onValue={(words) =>
              onDraft(
                withEffect(
                  draft,
                  kind,
                  kind.effects.find(([own]) => own === words),
                ),
              )
            }
          />
        )}
        {shownFields(draft).map(show)}
      </fieldset>
      <fieldset class="fields">
        <legend>Which requests?</legend>
        <InputBox
          label="Requests"
          value={chosenOperation(draft)}
          options={requests.length === 1 ? requests : [...requests, [ALL_REQUESTS, 'all requests']]}
          onValue={(typed) => onDraft(withTyped(draft, OPERATION_FIELD, typed))}
        />
        {show(PROMPT_FIELD)}
      </fieldset>
      <fieldset class="fields">
        <legend>How often?</legend>
        {COUNT_FIELDS.map(show)}
      </fieldset>
      {END_FIELDS.map(show)}
    </>
  );
}

function Kinds({ draft, onDraft }: RuleFormProps) {
  return (
    <fieldset class="kinds">
      <legend>What should go wrong?</legend>
      {RULE_KINDS.map((one) => (
        <label key={one.title}>
          <input
            type="radio"
            name="rule-kind"
            checked={one === draft.kind}
            onChange={() => onDraft(withEffect(draft, one))}
          />
          {one.title}
        </label>
      ))}
    </fieldset>
  );
}

interface FieldProps extends Pick<RuleFormProps, 'draft' | 'onDraft'> {
  readonly field: RuleField;
}

/** Shows a field. The browser keeps the typed text, such as `1.`. */
function DraftField({ draft, onDraft, field }: FieldProps) {
  const { path: _path, kind, unit, options, label, flag: _flag, scale: _scale, ...checks } = field;
  const text = textAt(draft.rule, field);
  const onTyped = (typed: string): void => onDraft(withTyped(draft, field, typed));
  if (kind === 'flag')
    return (
      <label>
        <input
          type="checkbox"
          checked={text !== ''}
          onChange={({ currentTarget }) => onTyped(currentTarget.checked ? 'yes' : '')}
        />
        {label}
      </label>
    );
  const shown = { label: unit === undefined ? label : `${label} (${unit})`, onValue: onTyped };
  if (kind === 'choice') return <InputBox {...shown} value={text} options={options} />;
  return <InputBox {...shown} {...checks} initial={text} isNumber={kind === 'number'} />;
}
