/** Snapshots of an account: take, restore, download, open one from a file; and a fork that goes on beside it. */

import type { VNode } from 'preact';
import { pageSignal } from '../signal.ts';
import { useState } from 'preact/hooks';
import { commandsOn } from '../model/command-account.ts';
import type { AccountView } from '../../control/view-schemas.ts';
import { asObject, type JsonObject } from '../model/rule-schema.ts';
import { linkTo } from '../router.ts';
import { TextBox } from '../shared/inputs.tsx';
import { Card } from '../shared/card.tsx';
import { CommandButton, DoneNote } from '../shared/command-button.tsx';
import { CopyBlock } from '../shared/copy-block.tsx';
import { useDoing, type Doing } from '../shared/do-command.ts';
import { downloadJson } from '../shared/download-text.ts';
import { clockText } from '../model/money-text.ts';

interface SnapshotsPartProps {
  readonly name: string;
  readonly reload: () => void;
  readonly now: number;
}

interface Taken {
  readonly of: string;
  readonly title: string;
  readonly snapshot: JsonObject;
}

/** Of all accounts: one may be restored into another. */
const taken = pageSignal<readonly Taken[]>([]);

/** The list of this page, and the fork. */
export function SnapshotsPart({ name, reload, now }: SnapshotsPartProps): VNode {
  const doing = useDoing(reload);
  const [problem, setProblem] = useState('');
  const on = commandsOn(name);
  const keep = (title: string, snapshot: unknown): void => {
    taken.value = [...taken.value, { of: name, title, snapshot: asObject(snapshot) }];
  };
  const open = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    try {
      keep(file.name, JSON.parse(await file.text()));
      setProblem('');
    } catch {
      setProblem(`${file.name} is no JSON. Open a snapshot that was downloaded here.`);
    }
  };
  return (
    <Card id="snapshots" title="Snapshots">
      <p class="soft">
        A snapshot has all of the account: money, clock, generations, rules and their counts. They stay here until the
        page is reloaded; download what you want to keep.
      </p>
      <div class="tools">
        <CommandButton
          command={on.takeSnapshot()}
          doing={doing}
          onDone={(snapshot) => keep(`${name} at ${clockText(now)}`, snapshot)}
        />
        <CommandButton command={on.reset()} doing={doing} of="the account to how it opened" />
        <label>
          Open a snapshot from a file
          <input
            type="file"
            accept="application/json"
            onChange={(event) => void open(event.currentTarget.files?.[0])}
          />
        </label>
      </div>
      <DoneNote doing={{ ...doing, problem: doing.problem ?? problem }} />
      <ol class="snapshots">
        {taken.value.map((one, at) => (
          <li key={at}>
            {one.title}
            <div class="tools">
              <CommandButton command={on.restoreSnapshot(one.snapshot)} doing={doing} of={one.title} />
              <button
                type="button"
                aria-label={`Download: ${one.title}`}
                onClick={() => downloadJson(`${one.of.replaceAll(/[^\w.-]/g, '_')}.snapshot.json`, one.snapshot)}
              >
                Download
              </button>
            </div>
          </li>
        ))}
      </ol>
      <Fork name={name} doing={doing} />
    </Card>
  );
}

/** A second account that goes on from here. */
function Fork({ name, doing }: { readonly name: string; readonly doing: Doing }): VNode {
  const [wanted, setWanted] = useState('');
  const [fork, setFork] = useState<{ readonly account: AccountView; readonly key: string }>();
  const on = commandsOn(name);
  return (
    <>
      <h3>Fork</h3>
      <div class="tools">
        <TextBox
          label="Name of the fork (made up if left out)"
          value={wanted}
          onValue={(text) => setWanted(text.trim())}
        />
        <CommandButton
          command={on.fork(wanted === '' ? undefined : wanted)}
          doing={doing}
          onDone={(answer) => {
            const opened = answer as { readonly account: AccountView; readonly key: string };
            setFork(opened);
          }}
        />
      </div>
      {fork === undefined ? null : (
        <>
          <p>
            <a href={linkTo('account', { name: fork.account.name })}>{fork.account.name}</a> goes on from here by
            itself. Its key is shown this once:
          </p>
          <CopyBlock what="the key of the fork" text={fork.key} />
        </>
      )}
    </>
  );
}
