/** The account's own fault rules, and the form for another. */

import type { VNode } from 'preact';
import { commandsOn } from '../model/command-account.ts';
import type { RuleView } from '../../control/routes/faults.ts';
import { ruleWords } from '../model/rule-words.ts';
import { Card } from '../shared/card.tsx';
import { CommandButton, DoneNote } from '../shared/command-button.tsx';
import { useDoing } from '../shared/do-command.ts';
import { useLoaded } from '../shared/use-loaded.ts';
import { beginRule, ruleDraft, ruleSchema } from './rule-draft.ts';
import { RuleForm } from './rule-form.tsx';
import { shortRule } from './short-rule.ts';

interface RulesPartProps {
  readonly name: string;
  readonly reload: () => void;
  readonly rules: readonly RuleView[];
}

/** Each in a sentence, with what came of it. */
export function RulesPart({ name, reload, rules }: RulesPartProps): VNode {
  const doing = useDoing(reload);
  const { data: schema, problem } = useLoaded(ruleSchema, []);
  const on = commandsOn(name);
  return (
    <Card id="rules" title="Rules of your own">
      {rules.length === 0 ? <p class="soft">None yet. A rule says which requests fail, when, and how.</p> : null}
      <ul class="rules">
        {rules.map((rule) => (
          <li key={rule.id}>
            <p>
              <code>{rule.id}</code> {ruleWords(shortRule(schema, rule))}
            </p>
            <p class="soft">
              Seen {rule.seen}, fired {rule.hits}
              {rule.spent ? ', spent: it will not fire again unless its counts start again' : ''}
            </p>
            <div class="tools">
              <CommandButton command={on.removeRule(rule.id)} doing={doing} of={rule.id} />
            </div>
          </li>
        ))}
      </ul>
      <div class="tools">
        {ruleDraft.value === undefined ? (
          <button type="button" onClick={beginRule}>
            Make a rule
          </button>
        ) : null}
        <CommandButton command={on.restartCounts()} doing={doing} />
        {rules.length === 0 ? null : <CommandButton command={on.clearRules()} doing={doing} of="rules" />}
      </div>
      <DoneNote doing={doing} />
      {ruleDraft.value === undefined ? null : <RuleForm name={name} schema={schema} problem={problem} doing={doing} />}
    </Card>
  );
}
