/** The keys of an account: revoked and restored, all at once. */

import type { VNode } from 'preact';
import { commandsOn } from '../model/command-account.ts';
import type { AccountView } from '../../control/view-schemas.ts';
import { Card } from '../shared/card.tsx';
import { CommandButton, DoneNote } from '../shared/command-button.tsx';
import { useDoing } from '../shared/do-command.ts';

interface KeysPartProps {
  readonly name: string;
  readonly reload: () => void;
  readonly keys: AccountView['keys'];
}

/** What they open, and a button that changes it. */
export function KeysPart({ name, reload, keys }: KeysPartProps): VNode {
  const doing = useDoing(reload);
  const on = commandsOn(name);
  return (
    <Card id="keys" title="Keys">
      <p class={keys === 'valid' ? 'soft' : 'warn'}>{WORDS[keys]}</p>
      <div class="tools">
        <CommandButton command={keys === 'valid' ? on.revokeKeys() : on.restoreKeys()} doing={doing} />
      </div>
      <DoneNote doing={doing} />
    </Card>
  );
}

const WORDS: Record<AccountView['keys'], string> = {
  valid: 'They open this account.',
  revoked: 'All keys of this account are revoked: its requests are refused.',
  some_revoked: 'Some keys of this account are revoked.',
};
