/** Shows the form "What should go wrong?": eight cards, a few fields for each, and a sentence about the effect. */

import type { VNode } from 'preact';
import type { RuleView } from '../../control/routes/faults.ts';
import { commandsOn } from '../model/command-account.ts';
import type { PanelCommand } from '../model/command.ts';
import { OPERATION_NOUNS } from '../model/requests.ts';
import {
  COUNT_FIELDS,
  ALL_REQUESTS,
  draftFrom,
  draftOf,
  draftProblems,
  END_FIELDS,
  chosenOperation,
  kindNamed,
  readObject,
  shownFields,
  PROMPT_FIELD,
  toRule,
  type RuleDraft,
} from '../model/rule-draft.ts';
import { asObject, writtenRule, type JsonObject } from '../model/rule-json.ts';
import { RULE_KINDS, type RuleField } from '../model/rule-kinds.ts';
import { ruleWords } from '../model/rule-words.ts';
import { CommandButton } from '../shared/command-button.tsx';
import { FieldInput, SelectBox } from '../shared/inputs.tsx';

interface RuleFormProps {
  readonly name: string;
  readonly rules: readonly RuleView[];
  readonly draft: RuleDraft;
  readonly onDraft: (draft: RuleDraft | undefined) => void;
}

/** The drafts of the rules that were written on this page, by account and id. */
const written = new Map<string, RuleDraft>();

/** Returns the draft from which a rule was written, or a draft with its JSON. */
export function draftToEdit(name: string, rule: RuleView): RuleDraft {
  const draft = written.get(`${name} ${rule.id}`);
  return draft === undefined ? draftFrom(rule, rule.id) : { ...draft, replaces: rule.id };
}

/** Shows the form. The sentence and the button stay visible while the fields scroll. */
export function RuleForm(props: RuleFormProps): VNode {
  const { name, draft, onDraft } = props;
  const problems = draft.json === undefined ? draftProblems(draft) : {};
  const rule = ruleOf(draft);
  const isFine = rule !== undefined && Object.keys(problems).length === 0;
  const title = draft.replaces === undefined ? 'New rule' : `Edit ${draft.replaces}`;
  return (
    <form id="rule-form" class="stack" aria-label={title} onSubmit={(event) => event.preventDefault()}>
      <div class="verdict stack">
        <p role="status">
          {isFine ? <strong>{ruleWords(rule)}</strong> : <span class="bad">Fix the marked fields first.</span>}
        </p>
        <div class="row">
          {isFine ? (
            <CommandButton
              command={commandFor(props, rule)}
              onDone={(answer) => {
                written.set(`${name} ${draft.replaces ?? String(asObject(answer)['id'])}`, draft);
                onDraft(undefined);
              }}
              look="main"
              isSubmit
            />
          ) : (
            <button type="button" class="main" onClick={focusOnProblem}>
              {draft.replaces === undefined ? 'Add rule' : 'Save rule'}
            </button>
          )}
          <button type="button" onClick={() => onDraft(undefined)}>
            Cancel
          </button>
          <button type="button" class="quiet" onClick={() => onDraft({ ...draft, json: otherForm(draft) })}>
            {draft.json === undefined ? 'Edit as JSON' : 'Edit in fields'}
          </button>
        </div>
      </div>
      {draft.json === undefined ? (
        <FieldForm draft={draft} onDraft={onDraft} problems={problems} />
      ) : (
        <JsonForm draft={draft} json={draft.json} onDraft={onDraft} />
      )}
    </form>
  );
}

function focusOnProblem({ currentTarget }: { readonly currentTarget: HTMLButtonElement }): void {
  currentTarget.form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
}

/** Returns the JSON of the fields, or undefined to switch from JSON back to fields. */
function otherForm(draft: RuleDraft): string | undefined {
  return draft.json === undefined ? JSON.stringify(toRule(draft), undefined, 2) : undefined;
}

function ruleOf(draft: RuleDraft): JsonObject | undefined {
  return draft.json === undefined ? toRule(draft) : readObject(draft.json);
}

function commandFor({ name, rules, draft }: RuleFormProps, rule: JsonObject): PanelCommand {
  const on = commandsOn(name);
  const isKept = draft.json !== undefined || draft.values['keep'] === 'yes';
  if (draft.replaces === undefined) return on.addRule(rule, isKept);
  const limit = isKept ? {} : { limit: { ttl_seconds: 600, hits: 1000 } };
  const changed = rules.map((one) =>
    one.id === draft.replaces ? { id: one.id, ...limit, ...rule } : writtenRule(one),
  );
  return on.replaceRules('Save rule', 'Rule saved; the counts of all rules start again', changed);
}

interface FormProps {
  readonly draft: RuleDraft;
  readonly onDraft: (draft: RuleDraft) => void;
}

function FieldForm({
  draft,
  onDraft,
  problems,
}: FormProps & { readonly problems: Readonly<Record<string, string>> }): VNode {
  const { values, replaces } = draft;
  const put = (name: string, value: string): void => onDraft({ ...draft, values: { ...values, [name]: value } });
  const show = (field: RuleField): VNode => (
    <FieldInput key={field.name} field={field} values={values} problem={problems[field.name]} onValue={put} />
  );
  return (
    <>
      <fieldset class="kinds">
        <legend>What should go wrong?</legend>
        {RULE_KINDS.map(({ name, title, about }) => (
          <label key={name}>
            <input
              type="radio"
              name="rule-kind"
              checked={name === draft.kind}
              onChange={() => onDraft(draftOf(name, values, replaces))}
            />
            <span>
              <b>{title}</b> <span class="soft">{about}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <fieldset class="fields">
        <legend>{kindNamed(draft.kind).title}</legend>
        {shownFields(kindNamed(draft.kind), values).map(show)}
      </fieldset>
      <fieldset class="fields">
        <legend>Which requests?</legend>
        <Operation draft={draft} onDraft={onDraft} />
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

/** Shows the operations on which the effect can act. */
function Operation({ draft, onDraft }: FormProps): VNode {
  const possible = kindNamed(draft.kind).operations;
  const options = possible.map((name) => [name, `${OPERATION_NOUNS[name]}s`] as const);
  return (
    <SelectBox
      label="Requests"
      value={chosenOperation(draft)}
      options={possible.length === 1 ? options : [...options, [ALL_REQUESTS, 'all requests']]}
      onValue={(operation) => onDraft({ ...draft, values: { ...draft.values, operation } })}
    />
  );
}

function JsonForm({ draft, json, onDraft }: FormProps & { readonly json: string }): VNode {
  const isBroken = readObject(json) === undefined;
  return (
    <label>
      Rule as JSON
      <textarea
        rows={14}
        spellcheck={false}
        aria-invalid={isBroken}
        value={json}
        onInput={({ currentTarget }) => onDraft({ ...draft, json: currentTarget.value })}
      />
      <span class="bad">{isBroken ? 'This is not a JSON object.' : ''}</span>
    </label>
  );
}
