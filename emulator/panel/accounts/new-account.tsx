/** Creates an account, and opens it. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { problemText, send } from '../api.ts';
import { Alert, typedIn } from '../shared/parts.tsx';
import { openAccount } from '../shared/send.ts';

/** A name and a button. */
export function NewAccount(): VNode {
  const [problem, setProblem] = useState<string>();
  const open = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const name = typedIn(event.currentTarget, 'name');
    try {
      openAccount(await send('POST', '/_standin/accounts', name === '' ? {} : { name }));
    } catch (cause) {
      setProblem(problemText(cause));
    }
  };
  return (
    <>
      <form class="row" onSubmit={(event) => void open(event)}>
        <input
          name="name"
          maxLength={64}
          autocomplete="off"
          aria-label="Account name (optional)"
          placeholder="Account name (optional)"
        />
        <button type="submit" class="main">
          Create account
        </button>
      </form>
      <Alert text={problem} />
    </>
  );
}
