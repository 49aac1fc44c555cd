/** What was put together by hand, as the file of a scenario. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { AccountView } from '../../control/view-schemas.ts';
import type { ActiveScenario, ScenarioView } from '../../control/routes/scenarios.ts';
import type { RuleView } from '../../control/routes/faults.ts';
import { isProxy } from '../server.ts';
import { sceneProblems, sceneUsage, toScenarioFile } from '../model/scene.ts';
import { TextBox, TickBox } from '../shared/inputs.tsx';
import { Card } from '../shared/card.tsx';
import { Alert } from '../shared/alert.tsx';
import { ChoiceTabs } from '../shared/choice-tabs.tsx';
import { commandPlace } from '../shared/do-command.ts';
import { downloadJson } from '../shared/download-text.ts';
import { useLoaded } from '../shared/use-loaded.ts';
import { ruleSchema } from './rule-draft.ts';

interface ScenePartProps {
  readonly name: string;
  readonly rules: readonly RuleView[];
  readonly active: readonly ActiveScenario[];
  readonly all: readonly ScenarioView[];
  readonly account: AccountView;
}

/** A name, what a correct client does, and the file. */
export function ScenePart({ name, rules, active, all, account }: ScenePartProps): VNode {
  const { data: schema, problem } = useLoaded(ruleSchema, []);
  const [scene, setScene] = useState({ name: 'my_scene', server: '', client: '', hasBalance: false });
  const [isTried, setTried] = useState(false);
  const scenarios = active.flatMap((one) => all.find((other) => other.name === one.name) ?? []);
  const parts = { ...scene, rules, scenarios, balance: scene.hasBalance ? account.settings.balance : undefined };
  const problems = sceneProblems(parts);
  const count = rules.length + scenarios.length;
  const save = (event: SubmitEvent): void => {
    event.preventDefault();
    setTried(true);
    if (problems.length === 0 && schema !== undefined)
      downloadJson(`${scene.name}.json`, toScenarioFile(parts, schema));
  };
  return (
    <Card id="scene" title="Keep this scene">
      <p class="soft">
        {count === 0
          ? 'Turn a scenario on or make a rule first: together they are a scene.'
          : `What is on now, ${count} in all, as the file of a scenario: for other accounts, tests and colleagues.`}
      </p>
      <form class="panel-form" onSubmit={save}>
        <TextBox label="Name" value={scene.name} onValue={(name) => setScene({ ...scene, name })} />
        <TextBox
          label="What the server does (told from the rules if left out)"
          value={scene.server}
          onValue={(server) => setScene({ ...scene, server })}
        />
        <TextBox
          label="What a correct client does"
          value={scene.client}
          onValue={(client) => setScene({ ...scene, client })}
        />
        {isProxy() ? null : (
          <TickBox
            label="Accounts open with the balance of this one"
            value={scene.hasBalance}
            onValue={(hasBalance) => setScene({ ...scene, hasBalance })}
          />
        )}
        <button type="submit">Download the scenario</button>
      </form>
      <Alert text={isTried && problems.length > 0 ? problems.join(' ') : problem} />
      <details>
        <summary>How to use the file</summary>
        <ChoiceTabs what="the use of the file" texts={sceneUsage(scene.name, name, commandPlace())} />
      </details>
    </Card>
  );
}
