/** Shows the failure scenarios by symptom, and the custom rules of the account, each on a line with a switch. */

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { RuleView } from '../../control/routes/faults.ts';
import {
  firedWords,
  matchedWords,
  toScenarioGroups,
  turnRule,
  turnScenario,
  type FailureCounts,
  type ScenarioRow,
} from '../model/account-scenarios.ts';
import { commandsOn, type PanelCommand } from '../model/command.ts';
import { writtenRule, type JsonObject } from '../model/json.ts';
import { draftFrom, newDraft, type RuleDraft } from '../model/rule-draft.ts';
import { ruleWords, spentWords } from '../model/rule-words.ts';
import { choose, panelRoute } from '../router.ts';
import { catalog } from '../server.ts';
import { CommandButton, runCommand } from '../shared/run-command.tsx';
import { Button, Card } from '../shared/parts.tsx';
import type { AccountTabProps } from './read-account-page.ts';
import { RuleForm } from './rule-form.tsx';

/** Shows scenarios on the left, and rules on the right. */
export function FailuresTab(part: AccountTabProps) {
  const { name, active } = part;
  const [draft, setDraft] = useState<RuleDraft>();
  const { find = '' } = panelRoute.value.query;
  const groups = toScenarioGroups(catalog.value, active, find);
  const on = commandsOn(name);
  const customize = ({ id: _id, ...rule }: JsonObject): void => {
    setDraft(draftFrom(rule));
    showRules();
  };
  const tools = (
    <>
      {active.length > 0 && (
        <>
          <CommandButton command={on.restartCounts()} look="quiet" />
          <CommandButton command={on.useScenarios('Turn all off', 'All scenarios turned off', [])} look="quiet" />
        </>
      )}
      <Button label="Custom rules ↓" look="quiet narrow" onPress={showRules} />
    </>
  );
  return (
    <div class="parts failures">
      <Card title="Failure scenarios" tools={tools}>
        <input
          type="search"
          aria-label="Search scenarios"
          value={find}
          placeholder="What should happen? 429 burst, stuck for an hour …"
          onInput={(event) => choose({ find: event.currentTarget.value })}
        />
        <p role="status" class="soft">
          {find.trim() !== '' && groups.length === 0 && 'No scenario contains these words.'}
        </p>
        {groups.map(({ title, rows }) => (
          <section key={title} class="scenario-group" aria-label={title}>
            <h3>{title}</h3>
            <ul class="scenarios">
              {rows.map((row) => (
                <ScenarioLine key={row.scenario.name} row={row} name={name} active={active} onCustomize={customize} />
              ))}
            </ul>
          </section>
        ))}
      </Card>
      <div id="rules">
        <Rules {...part} draft={draft} onDraft={setDraft} />
      </div>
    </div>
  );
}

function showRules(): void {
  requestAnimationFrame(() => document.getElementById('rules')?.scrollIntoView({ block: 'start' }));
}

interface ScenarioLineProps extends Pick<AccountTabProps, 'name' | 'active'> {
  readonly row: ScenarioRow;
  readonly onCustomize: (rule: JsonObject) => void;
}

/** Shows a scenario. Its details are the behavior of a correct client and the counts. */
function ScenarioLine({ row: { scenario, active: own }, name, active, onCustomize }: ScenarioLineProps) {
  const { name: title, server, client, changes, problem, rules } = scenario;
  const [rule] = rules;
  const label = own === undefined ? 'Turn on' : 'Turn off';
  const toggle = problem === null ? turnScenario({ name, active }, title, label) : undefined;
  return (
    <FailureLine name={title} effect={server} counts={own} toggle={toggle}>
      <p>
        <b>A correct client:</b> {client}
      </p>
      {changes.length > 0 && (
        <p class="bad">The scenario changes the {changes.join(' and ')} of the account for all requests.</p>
      )}
      {problem && <p class="bad">{problem}</p>}
      {own && <p class="soft">{matchedWords(own)}</p>}
      {rule && problem === null && (
        <div class="row">
          <Button label="Customize …" look="small" name={`Customize: ${title}`} onPress={() => onCustomize(rule)} />
        </div>
      )}
    </FailureLine>
  );
}

interface RulesProps extends Pick<AccountTabProps, 'name' | 'rules'> {
  readonly draft: RuleDraft | undefined;
  readonly onDraft: (draft: RuleDraft | undefined) => void;
}

/** Lists the custom rules as sentences. An open form is above the list. */
function Rules({ name, rules, draft, onDraft }: RulesProps) {
  const tools = draft === undefined && <Button label="New rule" look="main" onPress={() => onDraft(newDraft())} />;
  return (
    <Card title="Custom rules" tools={tools}>
      {draft && <RuleForm name={name} rules={rules} draft={draft} onDraft={onDraft} />}
      {rules.length === 0 && draft === undefined && <p class="soft">No custom rules yet.</p>}
      <ul class="scenarios">
        {rules.map((rule) => (
          <Rule key={rule.id} rule={rule} rules={rules} name={name} onDraft={onDraft} />
        ))}
      </ul>
    </Card>
  );
}

function Rule({ rule, rules, name, onDraft }: Omit<RulesProps, 'draft'> & { readonly rule: RuleView }) {
  const { id, enabled, spent } = rule;
  const { id: _id, ...copied } = rule;
  return (
    <FailureLine
      name={id}
      label={`Rule ${id}`}
      effect={ruleWords(writtenRule(rule))}
      counts={enabled === false ? undefined : rule}
      toggle={turnRule(name, rules, rule)}
      startsOpen
    >
      <p class="soft">
        {matchedWords(rule)} {spent && spentWords(rule)}
      </p>
      <div class="row">
        <Button label="Edit" look="small" name={`Edit: ${id}`} onPress={() => onDraft(draftFrom(rule, id))} />
        <Button label="Duplicate" look="small" name={`Duplicate: ${id}`} onPress={() => onDraft(draftFrom(copied))} />
        <CommandButton command={commandsOn(name).removeRule(id)} of={id} look="small" />
      </div>
    </FailureLine>
  );
}

interface LineProps {
  readonly name: string;
  readonly label?: string;
  readonly effect: string;
  /** The counts, or undefined if the failure is off. */
  readonly counts: FailureCounts | undefined;
  /** The command that turns the failure on or off. Undefined if the server does not support this. */
  readonly toggle: PanelCommand | undefined;
  readonly startsOpen?: boolean;
  readonly children: ComponentChildren;
}

/** The last pressed switch. Its line moves to another group and keeps the focus. */
let pressed: string | undefined;

/** Shows a failure. A click on the line opens the details. The switch of a used-up failure is on, but pale. */
function FailureLine(props: LineProps) {
  const { name, label = name, effect, counts, toggle, startsOpen = false, children } = props;
  const [isOpen, setOpen] = useState(startsOpen);
  const ownSwitch = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body;
    if (pressed === label && isFocusLost) ownSwitch.current?.focus({ preventScroll: true });
  }, []);
  const spent = counts?.spent === true ? ' spent' : '';
  return (
    <li>
      <button class="quiet line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <code>{name}</code>
        {counts && <span class={spent ? 'chip' : 'chip fault'}>{firedWords(counts)}</span>}
        <span>{effect}</span>
      </button>
      {toggle === undefined ? (
        <span class="soft">not here</span>
      ) : (
        <button
          ref={ownSwitch}
          role="switch"
          class={`switch${spent}`}
          aria-checked={counts !== undefined}
          aria-label={label}
          onClick={() => {
            pressed = label;
            void runCommand(toggle);
          }}
        />
      )}
      {isOpen && <div class="details stack">{children}</div>}
    </li>
  );
}
