/** Shows the failure scenarios by symptom, and the custom rules of the account, each on a line with a switch. */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { RuleView } from '../../control/routes/faults.ts';
import type { ScenarioView } from '../../control/routes/scenarios.ts';
import {
  chipLook,
  firedWords,
  matchedWords,
  toScenarioGroups,
  turnRule,
  turnScenario,
  type FailureCounts,
} from '../model/account-scenarios.ts';
import { commandsOn, type PanelCommand } from '../model/command.ts';
import { writtenRule } from '../model/json.ts';
import { newRule, type RuleDraft } from '../model/rule-draft.ts';
import { lastingWords } from '../model/rule-words.ts';
import { countText } from '../model/texts.ts';
import { choose, panelRoute } from '../router.ts';
import { catalog } from '../server.ts';
import { searchCatalog } from '../api.ts';
import { CommandButton, runCommand } from '../shared/run-command.tsx';
import { useLoaded } from '../shared/use-loaded.ts';
import { SearchBox, Toggles } from '../shared/filters.tsx';
import { Button, Card } from '../shared/parts.tsx';
import type { AccountTabProps } from './read-account-page.ts';
import { RuleForm } from './rule-form.tsx';

/** Shows scenarios on the left, and rules on the right. A form that opens or closes gets the focus. */
export function FailuresTab(account: AccountTabProps) {
  const { name, rules } = account;
  const [draft, setDraft] = useState<RuleDraft>();
  const edit = (next?: RuleDraft): void => {
    setDraft(next);
    requestAnimationFrame(() => {
      document.getElementById('rules')?.scrollIntoView();
      focusRules();
    });
  };
  return (
    <div class="parts failures">
      <Scenarios account={account} onDraft={edit} />
      <div id="rules">
        <Card
          title="Custom rules"
          tools={
            draft === undefined && <Button label="New rule" look="main" onPress={() => edit({ rule: newRule() })} />
          }
        >
          {draft && (
            <RuleForm name={name} rules={rules} draft={draft} onDraft={(next) => (next ? setDraft(next) : edit())} />
          )}
          {rules.length === 0 && draft === undefined && <p class="soft">No custom rules yet.</p>}
          <ul class="scenarios">
            {rules.map((rule) => (
              <Rule key={rule.id} rule={rule} account={account} onDraft={edit} />
            ))}
          </ul>
        </Card>
      </div>
    </div>
  );
}

/** Shows the scenarios by symptom. The server searches, and the best match comes first. */
function Scenarios({ account, onDraft }: Omit<ScenarioProps, 'scenario'>) {
  const { find = '', group = '' } = panelRoute.value.query;
  const isSearch = find.trim() !== '';
  const bySymptom = toScenarioGroups(catalog.value);
  const { data: found = [] } = useLoaded(() => searchCatalog(find), undefined, find);
  const shown = isSearch
    ? toScenarioGroups(found, 'The best match first')
    : bySymptom.filter(([title]) => ['', title].includes(group));
  const symptoms = bySymptom.map(([label, { length: count }]) => {
    const isOn = label === group;
    return { label, count, isOn, onPress: () => choose({ group: isOn ? '' : label }) };
  });
  const off = { ...commandsOn(account.name).useScenarios('Turn all off', []), isDestructive: true };
  return (
    <Card title="Failure scenarios" tools={account.active.length > 0 && <CommandButton command={off} look="quiet" />}>
      <SearchBox label="Search scenarios" placeholder={`Search ${countText(catalog.value.length, 'scenario')}`} />
      {!isSearch && <Toggles toggles={symptoms} />}
      <p role="status" class="soft">
        {shown.length === 0 && 'No scenario contains these words.'}
      </p>
      {shown.map(([title, scenarios]) => (
        <section key={title} aria-label={title}>
          <h3>{title}</h3>
          <ul class="scenarios">
            {scenarios.map((one) => (
              <Scenario key={one.name} scenario={one} account={account} onDraft={onDraft} />
            ))}
          </ul>
        </section>
      ))}
    </Card>
  );
}

interface ScenarioProps {
  readonly scenario: ScenarioView;
  readonly account: AccountTabProps;
  readonly onDraft: (draft: RuleDraft) => void;
}

/** Shows a scenario. Its details are the behavior of the server and of a correct client, and the counts. */
function Scenario({ scenario, account, onDraft }: ScenarioProps) {
  const { name, title, server, client, changes, problem, rules } = scenario;
  const [rule] = rules;
  const own = account.active.find((one) => one.name === name);
  const customize = (): void => onDraft({ rule: { ...rule, id: undefined } });
  return (
    <FailureLine
      name={name}
      title={title}
      counts={own}
      toggle={problem === null ? turnScenario(account, name, own === undefined ? 'Turn on' : 'Turn off') : undefined}
    >
      <p>{server}</p>
      <h3>A correct client</h3>
      <p>{client}</p>
      {changes.length > 0 && (
        <p class="bad">The scenario changes the {changes.join(' and ')} of the account for all requests.</p>
      )}
      {problem && <p class="bad">{problem}</p>}
      {own && <p class="soft">{matchedWords(own)}</p>}
      {rule && problem === null && (
        <p>
          <Button label="Copy to a custom rule" look="small" of={name} onPress={customize} />
        </p>
      )}
    </FailureLine>
  );
}

function Rule({ rule, account, onDraft }: Omit<ScenarioProps, 'scenario'> & { readonly rule: RuleView }) {
  const { id, enabled, expired } = rule;
  return (
    <FailureLine
      name={id}
      label={`Rule ${id}`}
      title={lastingWords({ ...writtenRule(rule), expired })}
      counts={enabled === false ? undefined : rule}
      toggle={turnRule(account, rule)}
      startsOpen
    >
      {rule.seen !== rule.hits && <p class="soft">{matchedWords(rule)}</p>}
      <div class="row">
        <Button label="Edit" look="small" of={id} onPress={() => onDraft({ rule: writtenRule(rule), replaces: id })} />
        <Button
          label="Duplicate"
          look="small"
          of={id}
          onPress={() => onDraft({ rule: writtenRule({ ...rule, id: undefined }) })}
        />
        <CommandButton command={commandsOn(account.name).removeRule(id)} of={id} look="small" onDone={focusRules} />
      </div>
    </FailureLine>
  );
}

/** Focuses the form of a rule, or the button that opens it. */
function focusRules(): void {
  document.querySelector<HTMLElement>('#rules :is(:checked, .main)')?.focus();
}

interface LineProps {
  readonly name: string;
  readonly label?: string;
  readonly title: string;
  /** The counts, or undefined if the failure is off. */
  readonly counts: FailureCounts | undefined;
  /** The command that turns the failure on or off. Undefined if the server does not support this. */
  readonly toggle: PanelCommand | undefined;
  readonly startsOpen?: boolean;
  readonly children: ComponentChildren;
}

/** Shows a failure. A click on the line opens the details. The switch of a used-up failure is on, but not filled. */
function FailureLine({ name, label = name, title, counts, toggle, startsOpen = false, children }: LineProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <li class={counts && !counts.spent ? 'on' : undefined}>
      <button class="quiet line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <code>{name}</code>
        {counts && <span class={chipLook(counts)}>{firedWords(counts)}</span>}
        <span>{title}</span>
      </button>
      {toggle === undefined ? (
        <span class="soft">not here</span>
      ) : (
        <button
          role="switch"
          class={counts?.spent ? 'switch spent' : 'switch'}
          aria-checked={counts !== undefined}
          aria-label={label}
          onClick={() => void runCommand(toggle)}
        />
      )}
      {isOpen && <div class="details stack">{children}</div>}
    </li>
  );
}
