/** Shows the actions as a test, scenario files, snapshots, and buttons that remove keys and accounts. */

import { useState } from 'preact/hooks';
import { hasToken } from '../api.ts';
import { commandsOn, toCurl, toTest, withVariables } from '../model/command.ts';
import { asObject, parseJson } from '../model/json.ts';
import { rulesIn, toScenarioFile } from '../model/account-scenarios.ts';
import { linkTo } from '../router.ts';
import { catalog, doneCommands, isProxy, showProblem } from '../server.ts';
import { CommandButton, runCommand } from '../shared/run-command.tsx';
import { Button, Card, CopyBlock, InputBox } from '../shared/parts.tsx';
import { openAccount } from '../shared/send.ts';
import type { AccountTabProps } from './read-account-page.ts';

export function MoreTab(part: AccountTabProps) {
  const { name, account } = part;
  const on = commandsOn(name);
  return (
    <div class="parts">
      <div>
        <DonePart {...part} />
        <ScenarioFilePart {...part} />
      </div>
      <div>
        {isProxy() ? (
          <Card
            title="Not available in a proxy"
            lead="A real service is behind this server. So clocks, credits, generations and snapshots are missing."
          />
        ) : (
          <SnapshotsPart {...part} />
        )}
        <Card
          title="Revoke, reset or delete"
          lead="A reset deletes generations, rules and requests, and restores the opening balance. Undo does not restore requests."
        >
          <div class="row">
            <CommandButton command={account.keys === 'valid' ? on.revokeKeys() : on.restoreKeys()} />
            {!isProxy() && [
              <CommandButton command={on.reset()} look="bad" />,
              <CommandButton
                command={on.deleteAccount()}
                onDone={() => (location.hash = linkTo('accounts'))}
                look="bad"
              />,
            ]}
          </div>
        </Card>
      </div>
    </div>
  );
}

/** Shows the actions on this account since the page opened as a test to copy. */
function DonePart({ name, lines }: AccountTabProps) {
  const commands = doneCommands.value.filter(({ account }) => account === name);
  const ids = lines.map(({ generation }) => generation.id);
  const place = { origin: location.origin, hasToken: hasToken() };
  const test = toTest(withVariables(commands, ids), place);
  return (
    <Card title="Your actions as a test" lead="Each change to this account becomes a line of code.">
      {commands.length === 0 ? (
        <p>You have not changed this account yet.</p>
      ) : (
        <>
          <CopyBlock what="your actions in TypeScript" text={test} />
          <details>
            <summary>The same as curl commands</summary>
            <CopyBlock
              what="your actions in curl"
              text={commands.map(({ request }) => toCurl(request, place)).join('\n')}
            />
          </details>
        </>
      )}
    </Card>
  );
}

/** Saves the active failures as a scenario file, and opens scenario files. */
function ScenarioFilePart({ name: account, rules, active }: AccountTabProps) {
  const [name, setName] = useState('my_scenario');
  const [client, setClient] = useState('');
  const scenarios = active.flatMap((one) => catalog.value.find((other) => other.name === one.name) ?? []);
  const isEmpty = rules.length + active.length === 0;
  const open = (value: unknown, fileName: string): void => {
    const found = rulesIn(value);
    if (found === undefined) showProblem(`${fileName} isn't a scenario file.`);
    else void runCommand(commandsOn(account).replaceRules(`Add the rules of ${fileName}`, [...rules, ...found]));
  };
  return (
    <Card title="Scenario file">
      <form class="stack">
        <InputBox
          label="Scenario name"
          value={name}
          onValue={setName}
          required
          pattern="[a-z0-9]+(_[a-z0-9]+)*"
          hint="Use only lowercase letters, digits and single underscores."
        />
        <InputBox label="Behavior of a correct client" value={client} onValue={setClient} required />
        <div class="row">
          <Button
            label="Save scenario file"
            type="submit"
            disabled={isEmpty}
            onPress={() => downloadJson(`${name}.json`, toScenarioFile({ name, client, rules, scenarios }))}
          />
          <FileButton label="Open a scenario file" onJson={open} />
        </div>
      </form>
    </Card>
  );
}

/** Saves snapshots as files, restores them, and forks the account. */
function SnapshotsPart({ name }: AccountTabProps) {
  const on = commandsOn(name);
  const restore = (value: unknown, fileName: string): void => {
    const snapshot = asObject(value);
    if (snapshot['format'] === 'standin-account') void runCommand(on.restoreSnapshot(snapshot));
    else showProblem(`${fileName} isn't a Standin snapshot.`);
  };
  return (
    <Card title="Snapshots" lead="A fork is a copy of the account, with its own key.">
      <div class="row">
        <CommandButton command={on.takeSnapshot()} onDone={(answer) => downloadJson(`${name}.snapshot.json`, answer)} />
        <FileButton label="Restore a snapshot" onJson={restore} />
        <CommandButton command={on.fork()} onDone={openAccount} />
      </div>
    </Card>
  );
}

/** Receives the JSON, or undefined if the file does not contain JSON. */
type OnJson = (value: unknown, fileName: string) => void;

function FileButton({ label, onJson }: { readonly label: string; readonly onJson: OnJson }) {
  const onChange = ({ currentTarget: { files } }: { readonly currentTarget: HTMLInputElement }): void => {
    const [file] = files ?? [];
    void file?.text().then((text) => onJson(parseJson(text), file.name));
  };
  return (
    <label class="button">
      {label}
      <input type="file" class="hidden" accept="application/json" onChange={onChange} />
    </label>
  );
}

function downloadJson(name: string, value: unknown): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(value, undefined, 2)}\n`], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // The browser reads the URL only after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
