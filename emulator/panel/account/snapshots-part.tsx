/** Takes, restores, saves and opens snapshots of an account, and forks the account. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { commandsOn } from '../model/command-account.ts';
import { clockText } from '../model/texts.ts';
import { asObject, type JsonObject } from '../model/rule-json.ts';
import { Alert, Card, downloadJson, FileButton } from '../shared/parts.tsx';
import { CommandButton } from '../shared/command-button.tsx';
import { TextBox } from '../shared/inputs.tsx';
import { openAccount } from '../shared/send.ts';
import { pageSignal } from '../signal.ts';
import type { AccountTabProps } from './account-tab-props.ts';

interface Taken {
  readonly of: string;
  readonly title: string;
  readonly snapshot: JsonObject;
}

/** The snapshots of all accounts, because a snapshot can be restored into another account. */
const taken = pageSignal<readonly Taken[]>([]);

/** Lists the snapshots of this page, with the fork below. */
export function SnapshotsPart({ name, now }: AccountTabProps): VNode {
  const [problem, setProblem] = useState('');
  const on = commandsOn(name);
  const keep = (title: string, snapshot: unknown): void => {
    taken.value = [...taken.value, { of: name, title, snapshot: asObject(snapshot) }];
  };
  const open = (value: unknown, fileName: string): void => {
    const isSnapshot = asObject(value)['format'] === 'standin-account';
    setProblem(isSnapshot ? '' : `${fileName} isn't a Standin snapshot.`);
    if (isSnapshot) keep(fileName, value);
  };
  return (
    <Card title="Snapshots">
      <p class="soft">A snapshot contains the whole account. Download it to keep it after a reload of the page.</p>
      <div class="row">
        <CommandButton
          command={on.takeSnapshot()}
          onDone={(snapshot) => keep(`${name} at ${clockText(now)}`, snapshot)}
        />
        <FileButton label="Load from file" onJson={open} />
      </div>
      <Alert text={problem} />
      <ol class="stack">
        {taken.value.map((one, at) => (
          <li key={at} class="row">
            <span class="grow">{one.title}</span>
            <CommandButton command={on.restoreSnapshot(one.snapshot)} of={one.title} look="small" />
            <button
              class="small"
              aria-label={`Download: ${one.title}`}
              onClick={() => downloadJson(`${one.of.replaceAll(/[^\w.-]/g, '_')}.snapshot.json`, one.snapshot)}
            >
              Download
            </button>
          </li>
        ))}
      </ol>
      <Fork name={name} />
    </Card>
  );
}

/** Creates a second account from the current state. */
function Fork({ name }: { readonly name: string }): VNode {
  const [wanted, setWanted] = useState('');
  return (
    <form class="row end">
      <TextBox label="Name of the fork (optional)" value={wanted} onValue={(text) => setWanted(text.trim())} />
      <CommandButton
        command={commandsOn(name).fork(wanted === '' ? undefined : wanted)}
        onDone={openAccount}
        isSubmit
      />
    </form>
  );
}
