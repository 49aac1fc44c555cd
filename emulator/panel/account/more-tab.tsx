/** Shows the actions as a test, scenario files, snapshots, and buttons that remove keys and accounts. */

import type { VNode } from 'preact';
import { withVariables } from '../model/actions.ts';
import { commandsOn } from '../model/command-account.ts';
import { toCurl, toTest } from '../model/command.ts';
import { doneCommands, isProxy } from '../server.ts';
import { ChoiceTabs } from '../shared/choice-tabs.tsx';
import { CommandButton } from '../shared/command-button.tsx';
import { commandPlace } from '../shared/do-command.ts';
import { Card } from '../shared/parts.tsx';
import type { AccountTabProps } from './account-tab-props.ts';
import { ScenarioFilePart } from './scenario-file-part.tsx';
import { SnapshotsPart } from './snapshots-part.tsx';

/** Shows the parts side by side. */
export function MoreTab(part: AccountTabProps): VNode {
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
          <Card title="Not available in a proxy">
            <p class="soft">
              Clocks, credits, generations and snapshots, because a real service is behind this server.
            </p>
          </Card>
        ) : (
          <SnapshotsPart {...part} />
        )}
        <Card title="Revoke, reset or delete">
          {isProxy() ? null : (
            <p class="soft">
              A reset deletes generations, money, rules and requests. Undo restores everything except the requests.
            </p>
          )}
          <div class="row">
            <CommandButton command={account.keys === 'valid' ? on.revokeKeys() : on.restoreKeys()} />
            {isProxy() ? null : (
              <>
                <CommandButton command={on.reset()} look="bad" />
                <CommandButton command={on.deleteAccount()} look="bad" />
              </>
            )}
          </div>
        </Card>
      </div>
    </div>
  );
}

/** Shows the actions since the page opened as a test to copy. */
function DonePart({ lines }: AccountTabProps): VNode {
  const commands = doneCommands.value;
  const ids = lines.map(({ generation }) => generation.id);
  const place = commandPlace();
  return (
    <Card title="Your actions as a test">
      {commands.length === 0 ? (
        <p class="soft">Your next change of an account appears here as the code of a test.</p>
      ) : (
        <ChoiceTabs
          key={commands.length}
          what="your actions"
          texts={{
            TypeScript: toTest(withVariables(commands, ids).join('\n'), place),
            curl: commands.map(({ request }) => toCurl(request, place)).join('\n'),
          }}
        />
      )}
    </Card>
  );
}
