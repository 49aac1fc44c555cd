/** Scenarios by search: what the server does, what a correct client does, on and off, and what came of them. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { read } from '../api.ts';
import { toScenarioRows, withScenario, type ScenarioRow } from '../model/account-scenarios.ts';
import { commandsOn } from '../model/command-account.ts';
import type { ActiveScenario, ScenarioView } from '../../control/routes/scenarios.ts';
import { choose, panelRoute } from '../router.ts';
import { Alert } from '../shared/alert.tsx';
import { Card } from '../shared/card.tsx';
import { CommandButton, DoneNote } from '../shared/command-button.tsx';
import { useDoing, type Doing } from '../shared/do-command.ts';
import { useLoaded } from '../shared/use-loaded.ts';
import { copyToForm } from './rule-draft.ts';

interface ScenariosPartProps {
  readonly name: string;
  readonly reload: () => void;
  readonly all: readonly ScenarioView[];
  readonly active: readonly ActiveScenario[];
}

const FEW = 5;
const LONGEST_SEARCH = 200;

/** A search, and what it found. */
export function ScenariosPart({ name, reload, all, active }: ScenariosPartProps): VNode {
  const doing = useDoing(reload);
  const [isWhole, setWhole] = useState(false);
  const { find = '' } = panelRoute.value.query;
  const words = find.trim().slice(0, LONGEST_SEARCH);
  const found = useLoaded(
    async () => (words === '' ? undefined : (await read('/scenarios', { query: { search: words } })).scenarios),
    [words],
  );
  const rows = toScenarioRows(found.data ?? all, active, found.data !== undefined);
  const shown = isWhole ? rows : rows.slice(0, Math.max(FEW, active.length));
  return (
    <Card id="scenarios" title="Fail on purpose: scenarios">
      <p class="soft">
        A scenario acts on requests from the moment it is on; generations that exist already go on as they were. Turning
        one on starts the counts of all that are on again.
      </p>
      <search class="tools">
        <label class="wide">
          Search by what you want to happen
          <input
            type="search"
            value={find}
            placeholder="429 burst, refunded, download cut"
            onInput={(event) => choose({ find: event.currentTarget.value })}
          />
        </label>
        {active.length === 0 ? null : (
          <CommandButton command={commandsOn(name).useScenarios('Turn all off', [])} doing={doing} />
        )}
      </search>
      <p role="status" class="soft">
        {statusText(rows.length, words)}
      </p>
      <Alert text={found.problem} />
      <DoneNote doing={doing} />
      <ul class="scenarios">
        {shown.map((row) => (
          <li key={row.scenario.name} class={row.active === undefined ? '' : 'on'}>
            <ScenarioItem row={row} name={name} active={active} doing={doing} />
          </li>
        ))}
      </ul>
      {rows.length > shown.length || isWhole ? (
        <button type="button" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show few' : `Show all ${rows.length}`}
        </button>
      ) : null}
    </Card>
  );
}

function statusText(found: number, find: string): string {
  if (find === '') return '';
  if (found === 0) return 'No scenario has these words. Try others, or make a rule of your own below.';
  return found === 1 ? 'One scenario.' : `${found} scenarios.`;
}

interface ItemProps {
  readonly row: ScenarioRow;
  readonly name: string;
  readonly active: readonly ActiveScenario[];
  readonly doing: Doing;
}

function ScenarioItem({ row: { scenario, active: own }, name, active, doing }: ItemProps): VNode {
  const on = commandsOn(name);
  const turned = (isOn: boolean): string[] => withScenario(active, scenario.name, isOn);
  return (
    <>
      <h3>
        {scenario.name} <span class="soft">#{scenario.number}</span>
        {own === undefined ? null : <span class="badge">{own.spent ? 'on, spent' : 'on'}</span>}
      </h3>
      <p>
        <strong>The server:</strong> {scenario.server}
      </p>
      <p>
        <strong>A correct client:</strong> {scenario.client}
      </p>
      {scenario.changes.length === 0 ? null : (
        <p class="warn">It changes the account’s {scenario.changes.join(' and ')}, for all its requests.</p>
      )}
      {own === undefined ? null : (
        <p>
          It has seen {own.seen} {own.seen === 1 ? 'request' : 'requests'} and fired {own.hits}{' '}
          {own.hits === 1 ? 'time' : 'times'}
          {own.spent ? '. It will not fire again unless it starts again.' : '.'}
        </p>
      )}
      <div class="tools">
        {scenario.problem !== null ? (
          <p class="warn">{scenario.problem}</p>
        ) : own === undefined ? (
          <CommandButton command={on.useScenarios('Turn on', turned(true))} doing={doing} of={scenario.name} isMain />
        ) : (
          <>
            <CommandButton command={on.useScenarios('Turn off', turned(false))} doing={doing} of={scenario.name} />
            <CommandButton command={on.useScenarios('Start again', turned(true))} doing={doing} of={scenario.name} />
          </>
        )}
        {scenario.rules.length === 0 || scenario.problem !== null ? null : (
          <button
            type="button"
            aria-label={`Change it: ${scenario.name}`}
            onClick={() => copyToForm(scenario.rules[0] ?? {})}
          >
            Change it
          </button>
        )}
      </div>
    </>
  );
}
