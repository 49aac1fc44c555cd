/** Saves the active failures as a scenario file, and opens scenario files. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { commandsOn } from '../model/command-account.ts';
import { toSnakeRules } from '../model/rule-json.ts';
import { rulesIn, scenarioProblems, toScenarioFile } from '../model/scenario-file.ts';
import { runCommand } from '../shared/do-command.ts';
import { Alert, Card, downloadJson, FileButton } from '../shared/parts.tsx';
import { TextBox } from '../shared/inputs.tsx';
import type { AccountTabProps } from './account-tab-props.ts';

/** Shows the name, the behavior of a correct client, and the file. */
export function ScenarioFilePart({ name, rules, active, catalog }: AccountTabProps): VNode {
  const [file, setFile] = useState({ name: 'my_scenario', client: '' });
  const [isTried, setTried] = useState(false);
  const [opened, setOpened] = useState('');
  const scenarios = active.flatMap((one) => catalog.find((other) => other.name === one.name) ?? []);
  const parts = { ...file, rules, scenarios };
  const problems = scenarioProblems(parts);
  const save = (event: SubmitEvent): void => {
    event.preventDefault();
    setTried(true);
    if (problems.length === 0) downloadJson(`${file.name}.json`, toScenarioFile(parts));
  };
  const open = (value: unknown, fileName: string): void => {
    const found = rulesIn(value);
    setOpened(found === undefined ? `${fileName} isn't a scenario file.` : '');
    if (found === undefined) return;
    const all = [...rules, ...toSnakeRules(found)];
    void runCommand(commandsOn(name).replaceRules('Open scenario', `Rules of ${fileName} added`, all));
  };
  return (
    <Card title="Scenario file">
      <p class="soft">Save the failures that are on as a scenario file, for other accounts, tests and colleagues.</p>
      <form class="stack" onSubmit={save}>
        <TextBox label="Scenario name" value={file.name} onValue={(typed) => setFile({ ...file, name: typed })} />
        <TextBox
          label="Behavior of a correct client"
          value={file.client}
          onValue={(client) => setFile({ ...file, client })}
        />
        <div class="row">
          <button type="submit">Save as scenario</button>
          <FileButton label="Open a scenario file" onJson={open} />
        </div>
      </form>
      <Alert text={isTried && problems.length > 0 ? problems.join(' ') : opened} />
    </Card>
  );
}
