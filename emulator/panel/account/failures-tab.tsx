/** Shows the failure scenarios by symptom, and the custom rules of the account. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { toScenarioGroups } from '../model/account-scenarios.ts';
import { commandsOn } from '../model/command-account.ts';
import { choose, panelRoute } from '../router.ts';
import { CommandButton } from '../shared/command-button.tsx';
import { Card } from '../shared/parts.tsx';
import type { AccountTabProps } from './account-tab-props.ts';
import { RulesPart } from './rules-part.tsx';
import { ScenarioLine } from './scenario-line.tsx';
import { draftFrom, type RuleDraft } from '../model/rule-draft.ts';
import type { JsonObject } from '../model/rule-json.ts';

/** Shows scenarios on the left, and rules on the right. */
export function FailuresTab(part: AccountTabProps): VNode {
  const { name, catalog, active } = part;
  const [draft, setDraft] = useState<RuleDraft>();
  const { find = '' } = panelRoute.value.query;
  const groups = toScenarioGroups(catalog, active, find);
  const on = commandsOn(name);
  const customize = ({ id: _id, ...rule }: JsonObject): void => {
    setDraft(draftFrom(rule));
    requestAnimationFrame(() => document.getElementById('rule-form')?.scrollIntoView({ block: 'nearest' }));
  };
  const tools =
    active.length === 0 ? null : (
      <>
        <CommandButton command={on.restartCounts()} look="quiet" />
        <CommandButton command={on.useScenarios('Turn all off', 'All scenarios turned off', [])} look="quiet" />
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
          {find.trim() !== '' && groups.length === 0 ? 'No scenario contains these words.' : ''}
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
      <RulesPart {...part} draft={draft} onDraft={setDraft} />
    </div>
  );
}
