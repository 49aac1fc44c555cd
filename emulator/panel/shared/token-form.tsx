/** Shows the form for the control token. The token is kept for this tab, and never appears in a URL. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { enterToken } from '../api.ts';
import { Alert, Card, typedIn } from './parts.tsx';

/** Shows the form until the user enters the correct token. */
export function TokenForm(): VNode {
  const [problem, setProblem] = useState<string>();
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setProblem(await enterToken(typedIn(event.currentTarget, 'token')));
  };
  return (
    <Card title="This panel is locked">
      <p>Enter the control token that this server was started with (--control-token or STANDIN_CONTROL_TOKEN).</p>
      <form class="row" onSubmit={(event) => void submit(event)}>
        <input name="token" type="password" aria-label="Control token" autocomplete="off" required />
        <button type="submit" class="main">
          Open the panel
        </button>
      </form>
      <Alert text={problem} />
    </Card>
  );
}
