/** The form for a rule: it knows what goes together, and says what does not. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { commandsOn } from '../model/command-account.ts';
import {
  actsWhere,
  effectFields,
  effectKinds,
  partFields,
  phaseChoices,
  ruleProblems,
  withValue,
  type FormField,
} from '../model/rule-form.ts';
import { asObject, inCamelCase, type JsonObject, type RuleSchema, type RuleProblem } from '../model/rule-schema.ts';
import { ruleWords } from '../model/rule-words.ts';
import { TextBox, TickBox } from '../shared/inputs.tsx';
import { Alert } from '../shared/alert.tsx';
import { CommandButton } from '../shared/command-button.tsx';
import type { Doing } from '../shared/do-command.ts';
import { draftRound, ruleDraft } from './rule-draft.ts';
import { RuleField } from './rule-field.tsx';

interface RuleFormProps {
  readonly name: string;
  readonly schema: RuleSchema | undefined;
  readonly problem: string | undefined;
  readonly doing: Doing;
}

/** What most rules ask for; the rest is folded away. */
const USUAL = new Set(['operation', 'status', 'prompt', 'first', 'after', 'per', 'probability']);

/** Writes `ruleDraft`. */
export function RuleForm({ name, schema, problem, doing }: RuleFormProps): VNode {
  const [isKept, setKept] = useState(false);
  if (schema === undefined) return <Alert text={problem} />;
  const rule = ruleDraft.value ?? {};
  const problems = ruleProblems(schema, rule);
  const set = (changed: JsonObject): void => {
    ruleDraft.value = changed;
  };
  const close = (): void => {
    ruleDraft.value = undefined;
  };
  const common = { rule, problems, onChange: set };
  return (
    <div class="rule-form" key={draftRound.value} role="group" aria-label="A new rule">
      <h3>A new rule</h3>
      <EffectFields {...common} schema={schema} />
      <Part
        title="Which requests"
        fields={partFields(schema, 'match').filter(({ name: field }) => field !== 'phase')}
        {...common}
      />
      <Phase {...common} />
      <Part title="When" fields={partFields(schema, 'when')} {...common} />
      <Part title="Until" fields={partFields(schema, 'limit')} {...common} />
      <TickBox
        label="Keep it: without a limit it otherwise ends after ten minutes of the clock, or after a thousand times"
        value={isKept}
        onValue={setKept}
      />
      <TextBox
        label="Name of the rule (made up if left out)"
        value={typeof rule['id'] === 'string' ? rule['id'] : ''}
        onValue={(id) => set(withValue(rule, ['id'], id || undefined))}
      />
      <Verdict rule={rule} problems={problems} />
      <div class="tools">
        {problems.length > 0 ? null : (
          <CommandButton
            command={commandsOn(name).addRule(rule, asObject(inCamelCase(schema, rule)), isKept)}
            doing={doing}
            onDone={close}
            isMain
          />
        )}
        <button type="button" onClick={close}>
          Close the form
        </button>
      </div>
    </div>
  );
}

interface PartProps {
  readonly rule: JsonObject;
  readonly problems: readonly RuleProblem[];
  readonly onChange: (rule: JsonObject) => void;
}

function EffectFields({ schema, rule, problems, onChange }: PartProps & { readonly schema: RuleSchema }): VNode {
  const { kind = 'answer' } = asObject(rule['effect']);
  const change = (to: string): void => {
    onChange({ ...rule, effect: { kind: to } });
    // Fields of one effect mean nothing in another.
    draftRound.value += 1;
    requestAnimationFrame(() => document.getElementById('rule-effect')?.focus());
  };
  const fields = effectFields(schema, String(kind));
  return (
    <fieldset>
      <legend>What it does</legend>
      <div class="field">
        <label for="rule-effect">Effect</label>
        <select id="rule-effect" value={String(kind)} onChange={(event) => change(event.currentTarget.value)}>
          {effectKinds(schema).map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </div>
      {fields.map((field) => (
        <RuleField
          key={`${String(kind)} ${field.name}`}
          field={field}
          rule={rule}
          problems={problems}
          onChange={onChange}
        />
      ))}
    </fieldset>
  );
}

function Part({
  title,
  fields,
  ...common
}: PartProps & { readonly title: string; readonly fields: readonly FormField[] }): VNode {
  const isUsual = ({ name }: FormField): boolean => USUAL.has(name) || fields.length < 4;
  const others = fields.filter((field) => !isUsual(field));
  const show = (field: FormField): VNode => <RuleField key={field.name} field={field} {...common} />;
  return (
    <fieldset>
      <legend>{title}</legend>
      {fields.filter(isUsual).map(show)}
      {others.length === 0 ? null : (
        <details>
          <summary>More of “{title}”</summary>
          {others.map(show)}
        </details>
      )}
    </fieldset>
  );
}

/** The phases, with the reason beside each that does not go with the rest. */
function Phase({ rule, onChange }: PartProps): VNode {
  const chosen = asObject(rule['match'])['phase'];
  const choices = phaseChoices(rule);
  return (
    <div class="field">
      <label for="rule-phase">Where in the life of a request</label>
      <select
        id="rule-phase"
        value={typeof chosen === 'string' ? chosen : ''}
        onChange={(event) => onChange(withValue(rule, ['match', 'phase'], event.currentTarget.value || undefined))}
      >
        <option value="">as early as it can act</option>
        {choices.map(({ phase, why }) => (
          <option key={phase} value={phase} disabled={why !== undefined && phase !== chosen} title={why}>
            {phase}
            {why === undefined ? '' : ' (does not go with this)'}
          </option>
        ))}
      </select>
    </div>
  );
}

function Verdict({ rule, problems }: { readonly rule: JsonObject; readonly problems: readonly RuleProblem[] }): VNode {
  return (
    <div role="status">
      {problems.length === 0 ? (
        <p>
          <strong>{ruleWords(rule)}</strong> <span class="soft">It {actsWhere(rule)}.</span>
        </p>
      ) : (
        <ul class="bad">
          {problems.map(({ path, message }) => (
            <li key={path.join('.')}>
              {path.slice(-1).join('').replaceAll('_', ' ')}: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
