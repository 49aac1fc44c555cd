/** Shows the custom rules of an account, each as a sentence with a switch, and the form for a new rule. */

import type { VNode } from 'preact';
import type { RuleView } from '../../control/routes/faults.ts';
import { matchedWords, turnRule } from '../model/account-scenarios.ts';
import { commandsOn } from '../model/command-account.ts';
import { draftFrom, draftOf, type RuleDraft } from '../model/rule-draft.ts';
import { writtenRule } from '../model/rule-json.ts';
import { ruleWords, spentWords } from '../model/rule-words.ts';
import { CommandButton } from '../shared/command-button.tsx';
import { Card } from '../shared/parts.tsx';
import type { AccountTabProps } from './account-tab-props.ts';
import { FailureLine } from './failure-line.tsx';
import { draftToEdit, RuleForm } from './rule-form.tsx';

interface RulesPartProps extends AccountTabProps {
  readonly draft: RuleDraft | undefined;
  readonly onDraft: (draft: RuleDraft | undefined) => void;
}

/** Lists the rules. An open form is above the list. */
export function RulesPart({ name, rules, draft, onDraft }: RulesPartProps): VNode {
  const tools =
    draft === undefined ? (
      <button class="main" onClick={() => onDraft(draftOf('answer'))}>
        New rule
      </button>
    ) : null;
  return (
    <Card title="Custom rules" look={rules.length === 0 ? '' : 'rules-part'} tools={tools}>
      {draft === undefined ? null : <RuleForm name={name} rules={rules} draft={draft} onDraft={onDraft} />}
      {rules.length === 0 && draft === undefined ? <p class="soft">No custom rules yet.</p> : null}
      <ul class="scenarios">
        {rules.map((rule) => (
          <Rule key={rule.id} rule={rule} rules={rules} name={name} onDraft={onDraft} />
        ))}
      </ul>
    </Card>
  );
}

interface RuleProps extends Pick<RulesPartProps, 'name' | 'rules' | 'onDraft'> {
  readonly rule: RuleView;
}

function Rule({ rule, rules, name, onDraft }: RuleProps): VNode {
  const { id } = rule;
  const { id: _id, ...copied } = rule;
  return (
    <FailureLine
      name={id}
      label={`Rule ${id}`}
      effect={ruleWords(writtenRule(rule))}
      counts={rule.enabled === false ? undefined : rule}
      toggle={turnRule(name, rules, rule)}
      startsOpen
    >
      <p class="soft">
        {matchedWords(rule)} {rule.spent ? spentWords(rule) : ''}
      </p>
      <div class="row">
        <button class="small" aria-label={`Edit: ${id}`} onClick={() => onDraft(draftToEdit(name, rule))}>
          Edit
        </button>
        <button class="small" aria-label={`Duplicate: ${id}`} onClick={() => onDraft(draftFrom(copied))}>
          Duplicate
        </button>
        <CommandButton command={commandsOn(name).removeRule(id)} of={id} look="small" />
      </div>
    </FailureLine>
  );
}
