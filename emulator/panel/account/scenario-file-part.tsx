/** The failures that are on, saved as the file of a scenario; and such a file opened. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { commandsOn } from '../model/command-account.ts';
import { toSnakeRules } from '../model/rule-json.ts';
import { rulesIn, scenarioProblems, toScenarioFile } from '../model/scenario-file.ts';
import { isProxy } from '../server.ts';
import { Alert, FileBox } from '../shared/parts.tsx';
import { TextBox, TickBox } from '../shared/inputs.tsx';
import { downloadJson, readJsonFile } from '../shared/json-files.ts';
import type { AccountTabProps } from './account-tab-props.ts';

/** A name, what a correct client does, and the file. */
export function ScenarioFilePart({ name, rules, active, catalog, account, doing }: AccountTabProps): VNode {
  const [file, setFile] = useState({ name: 'my_scenario', server: '', client: '', hasBalance: false });
  const [isTried, setTried] = useState(false);
  const [opened, setOpened] = useState('');
  const scenarios = active.flatMap((one) => catalog.find((other) => other.name === one.name) ?? []);
  const parts = { ...file, rules, scenarios, balance: file.hasBalance ? account.settings.balance : undefined };
  const problems = scenarioProblems(parts);
  const save = (event: SubmitEvent): void => {
    event.preventDefault();
    setTried(true);
    if (problems.length === 0) downloadJson(`${file.name}.json`, toScenarioFile(parts));
  };
  const open = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return;
    const found = rulesIn(await readJsonFile(chosen));
    setOpened(found === undefined ? `${chosen.name} isn't a scenario file.` : '');
    if (found !== undefined)
      await doing.run(
        commandsOn(name).replaceRules('Open scenario', `Rules of ${chosen.name} added`, [
          ...rules,
          ...toSnakeRules(found),
        ]),
      );
  };
  return (
    <section aria-labelledby="scenario-file">
      <h2 id="scenario-file">Scenario file</h2>
      <p class="soft">Save the failures that are on as a scenario file, for other accounts, tests and colleagues.</p>
      <form class="send" onSubmit={save}>
        <TextBox label="Scenario name" value={file.name} onValue={(typed) => setFile({ ...file, name: typed })} />
        <TextBox
          label="Description of the failure (optional)"
          value={file.server}
          onValue={(server) => setFile({ ...file, server })}
        />
        <TextBox
          label="What a correct client does"
          value={file.client}
          onValue={(client) => setFile({ ...file, client })}
        />
        {isProxy() ? null : (
          <TickBox
            label="New accounts get the opening balance of this account"
            value={file.hasBalance}
            onValue={(hasBalance) => setFile({ ...file, hasBalance })}
          />
        )}
        <div class="tools">
          <button type="submit">Save as scenario</button>
          <FileBox label="Open a scenario file" onFile={(chosen) => void open(chosen)} />
        </div>
      </form>
      <Alert text={isTried && problems.length > 0 ? problems.join(' ') : opened} />
    </section>
  );
}
