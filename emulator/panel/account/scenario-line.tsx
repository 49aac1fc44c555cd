/** A scenario on one line with its switch; a click on the line opens it. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ActiveScenario } from '../../control/routes/scenarios.ts';
import { withScenario, type ScenarioRow } from '../model/account-scenarios.ts';
import { commandsOn } from '../model/command-account.ts';
import { CommandButton } from '../shared/command-button.tsx';
import { countText } from '../model/texts.ts';
import { runCommand } from '../shared/do-command.ts';
import { Switch } from '../shared/parts.tsx';

interface LineProps {
  readonly row: ScenarioRow;
  readonly name: string;
  readonly active: readonly ActiveScenario[];
  readonly onCustomize: () => void;
}

/** The line, and below it the scenario once it is open. */
export function ScenarioLine({ row, name, active, onCustomize }: LineProps): VNode {
  const [isOpen, setOpen] = useState(false);
  const { scenario, active: own } = row;
  const isOn = own !== undefined;
  const command = commandsOn(name).useScenarios(
    isOn ? 'Turn off' : 'Turn on',
    isOn ? 'Scenario turned off' : 'Scenario turned on',
    withScenario(active, scenario.name, !isOn),
  );
  return (
    <li class={isOn ? 'on' : undefined}>
      <button class="quiet line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span>{scenario.server}</span>
        <code>{scenario.name}</code>
      </button>
      {own === undefined ? null : <span class="soft">{own.spent ? 'used up' : `fired ${own.hits}`}</span>}
      {scenario.problem === null ? (
        <Switch label={scenario.name} isOn={isOn} onToggle={() => void runCommand(command)} />
      ) : (
        <span class="soft">not here</span>
      )}
      {isOpen ? <Details row={row} name={name} active={active} onCustomize={onCustomize} /> : null}
    </li>
  );
}

function Details({ row: { scenario, active: own }, name, active, onCustomize }: LineProps): VNode {
  const restart = commandsOn(name).useScenarios(
    'Restart',
    'Scenario restarted',
    withScenario(active, scenario.name, true),
  );
  return (
    <div class="details stack">
      <p>{scenario.server}</p>
      <p>
        <b>A correct client:</b> {scenario.client}
      </p>
      {scenario.changes.length === 0 ? null : (
        <p class="warn">The scenario changes the {scenario.changes.join(' and ')} of the account for all requests.</p>
      )}
      {scenario.problem === null ? null : <p class="warn">{scenario.problem}</p>}
      {own === undefined ? null : (
        <p>
          Matched {countText(own.seen, 'request')}, fired {countText(own.hits, 'time')}.
          {own.spent ? ' Used up. To make the scenario fire again, restart it.' : ''}
        </p>
      )}
      <div class="row">
        {own === undefined ? null : <CommandButton command={restart} of={scenario.name} />}
        {scenario.rules.length === 0 || scenario.problem !== null ? null : (
          <button aria-label={`Customize: ${scenario.name}`} onClick={onCustomize}>
            Customize …
          </button>
        )}
      </div>
    </div>
  );
}
