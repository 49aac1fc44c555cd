/** Shows a scenario with its switch. Its details are the behavior of a correct client and the counts. */

import type { VNode } from 'preact';
import type { ActiveScenario } from '../../control/routes/scenarios.ts';
import { matchedWords, turnScenario, type ScenarioRow } from '../model/account-scenarios.ts';
import type { JsonObject } from '../model/rule-json.ts';
import { FailureLine } from './failure-line.tsx';

interface LineProps {
  readonly row: ScenarioRow;
  readonly name: string;
  readonly active: readonly ActiveScenario[];
  readonly onCustomize: (rule: JsonObject) => void;
}

/** Shows the line, and the details if the scenario is open. */
export function ScenarioLine({ row: { scenario, active: own }, name, active, onCustomize }: LineProps): VNode {
  const { name: title, server, client, changes, problem, rules } = scenario;
  const [rule] = rules;
  const toggle =
    problem === null ? turnScenario({ name, active }, title, own === undefined ? 'Turn on' : 'Turn off') : undefined;
  return (
    <FailureLine name={title} effect={server} counts={own} toggle={toggle}>
      <p>
        <b>A correct client:</b> {client}
      </p>
      {changes.length === 0 ? null : (
        <p class="bad">The scenario changes the {changes.join(' and ')} of the account for all requests.</p>
      )}
      {problem === null ? null : <p class="bad">{problem}</p>}
      {own === undefined ? null : <p class="soft">{matchedWords(own)}</p>}
      <div class="row">
        {rule === undefined || problem !== null ? null : (
          <button class="small" aria-label={`Customize: ${title}`} onClick={() => onCustomize(rule)}>
            Customize …
          </button>
        )}
      </div>
    </FailureLine>
  );
}
