/** Where the control token is typed in. It stays in memory: a reload asks again, and no URL or storage ever has it. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { enterToken } from '../api.ts';
import { Alert, typedIn } from './parts.tsx';

/** Asks for the token until one is right. */
export function TokenForm(): VNode {
  const [problem, setProblem] = useState<string>();
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setProblem(await enterToken(typedIn(event.currentTarget, 'token')));
  };
  return (
    <form class="new-account" onSubmit={(event) => void submit(event)}>
      <p>Enter the control token that this server was started with (--control-token or STANDIN_CONTROL_TOKEN).</p>
      <label>
        Control token
        <input name="token" type="password" autocomplete="off" required />
      </label>
      <button type="submit">Open the panel</button>
      <Alert text={problem} />
    </form>
  );
}
