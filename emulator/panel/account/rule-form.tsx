/** Shows the form "What should go wrong?": eight cards, a few fields for each, and a sentence about the effect. */

import { Button, InputBox } from '../shared/parts.tsx';
import type { RuleView } from '../../control/routes/faults.ts';
import { commandsOn, type PanelCommand } from '../model/command.ts';
import { isObject, parseJson, writtenRule, type JsonObject } from '../model/json.ts';
import { OPERATION_NOUNS } from '../model/requests.ts';
import {
  ALL_REQUESTS,
  chosenOperation,
  draftFrom,
  draftProblems,
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
import { lastingWords } from '../model/rule-words.ts';
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
  const problems = json === undefined ? draftProblems(draft) : {};
  const rule = json === undefined ? toRule(draft) : parseJson(json);
  const isFine = isObject(rule) && Object.keys(problems).length === 0;
  const words = isFine && lastingWords(withLife(draft, rule));
  const close = (): void => onDraft(undefined);
  const form = isFine && json !== undefined ? draftFrom(withLife(draft, rule), replaces) : undefined;
  return (
    <form
      class="stack"
      aria-label={replaces ? `Edit ${replaces}` : 'New rule'}
      onSubmit={(event) => event.preventDefault()}
    >
      <div class="verdict stack">
        <p role="status">{words ? <strong>{words}</strong> : <span class="bad">Fix the marked fields first.</span>}</p>
        <div class="row">
          {isFine ? (
            <CommandButton command={commandFor(props, rule)} onDone={close} look="main" type="submit" />
          ) : (
            <Button label={replaces ? 'Save rule' : 'Add rule'} look="main" onPress={focusOnProblem} />
          )}
          <Button label="Cancel" onPress={close} />
          <Button
            label={json === undefined ? 'Edit as JSON' : 'Edit as form'}
            look="quiet"
            disabled={json !== undefined && (form === undefined || form.json !== undefined)}
            onPress={() => onDraft(json === undefined ? { ...draft, json: JSON.stringify(rule, undefined, 2) } : form)}
          />
        </div>
      </div>
      {json === undefined ? (
        <FieldForm {...props} problems={problems} />
      ) : (
        <>
          <label>
            Rule as JSON
            <textarea
              rows={14}
              spellcheck={false}
              aria-invalid={!isFine}
              value={json}
              onInput={({ currentTarget }) => onDraft({ ...draft, json: currentTarget.value })}
            />
            <span class="bad">{!isFine && 'This is not a JSON object.'}</span>
          </label>
          <DraftField draft={draft} onDraft={onDraft} field={KEEP_FIELD} problem={undefined} />
        </>
      )}
    </form>
  );
}

function focusOnProblem({ currentTarget }: Event): void {
  (currentTarget as HTMLButtonElement).form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
}

function commandFor({ name, rules, draft }: RuleFormProps, rule: JsonObject): PanelCommand {
  const on = commandsOn(name);
  if (draft.replaces === undefined) return on.addRule(rule, draft.rule['keep'] === true);
  const changed = rules.map((one) =>
    one.id === draft.replaces ? { id: one.id, ...withLife(draft, rule) } : writtenRule(one),
  );
  return on.replaceRules('Save rule', 'Rule saved; the counts of all rules start again', changed);
}

function FieldForm(props: RuleFormProps & { readonly problems: ReturnType<typeof draftProblems> }) {
  const { draft, onDraft, problems } = props;
  const { kind, effect } = draft;
  const show = (field: RuleField) => (
    <DraftField
      key={`${kind.title} ${effect[0]} ${field.path}`}
      {...{ draft, onDraft, field }}
      problem={problems[field.path]}
    />
  );
  const chooseEffect = (words: string): void => {
    const chosen = kind.effects.find(([own]) => own === words);
    onDraft(withEffect(draft, kind, chosen));
  };
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
            onValue={chooseEffect}
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
          <span>
            <b>{one.title}</b> <span class="soft">{one.about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface FieldProps extends Pick<RuleFormProps, 'draft' | 'onDraft'> {
  readonly field: RuleField;
  readonly problem: string | undefined;
}

/** Shows a field with the description of its problem. The browser keeps the typed text, such as `1.`. */
function DraftField({ draft, onDraft, field, problem }: FieldProps) {
  const { kind, unit, options, placeholder, label } = field;
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
  const inputMode = kind === 'number' ? 'decimal' : undefined;
  return <InputBox {...shown} initial={text} {...{ placeholder, problem, inputMode }} />;
}
