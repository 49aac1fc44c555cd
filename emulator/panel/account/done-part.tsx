/** What was done by clicks since the page opened, as a test to copy. */

import type { VNode } from 'preact';
import { toCurl, toTest } from '../model/command.ts';
import { Card } from '../shared/card.tsx';
import { ChoiceTabs } from '../shared/choice-tabs.tsx';
import { commandPlace, doneCommands } from '../shared/do-command.ts';

/** The commands in their order. */
export function DonePart(): VNode {
  const commands = doneCommands.value;
  const lines = commands.flatMap(({ code }) => code ?? []);
  const place = commandPlace();
  return (
    <Card id="done" title="What you did, as a test">
      {commands.length === 0 ? (
        <p class="soft">Nothing yet. What you click is kept here, to be copied into a test.</p>
      ) : (
        <ChoiceTabs
          key={commands.length}
          what="what you did"
          texts={{
            TypeScript: toTest(lines.join('\n'), place),
            curl: commands.map(({ request }) => toCurl(request, place)).join('\n'),
          }}
        />
      )}
    </Card>
  );
}
