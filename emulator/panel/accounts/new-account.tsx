/** Opens an account: its key is shown this once, with how to use it. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { problemText, send } from '../api.ts';
import type { OpenedAccount } from '../model/control-calls.ts';
import { usageOf } from '../model/usage.ts';
import { linkTo } from '../router.ts';
import { ChoiceTabs } from '../shared/choice-tabs.tsx';
import { CopyBlock } from '../shared/copy-block.tsx';
import { typedIn } from '../shared/typed-in.ts';
import { Alert } from '../shared/alert.tsx';

interface NewAccountProps {
  readonly onOpened: () => void;
}

/** A button, and what came of it. */
export function NewAccount({ onOpened }: NewAccountProps): VNode {
  const [opened, setOpened] = useState<OpenedAccount>();
  const [problem, setProblem] = useState<string>();
  const open = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const name = typedIn(form, 'name');
    try {
      setOpened((await send('POST', '/_standin/accounts', name === '' ? {} : { name })) as OpenedAccount);
      setProblem(undefined);
      form.reset();
      onOpened();
    } catch (cause) {
      setProblem(problemText(cause));
    }
  };
  return (
    <>
      <form class="panel-form" onSubmit={(event) => void open(event)}>
        <label>
          Name of a new account (made up if left out)
          <input name="name" maxLength={64} autocomplete="off" placeholder="checkout-app" />
        </label>
        <button type="submit">Open an account</button>
      </form>
      <Alert text={problem} />
      {opened === undefined ? null : (
        <section class="card" aria-label={`The account ${opened.account.name}`}>
          <h2>Account {opened.account.name} is open</h2>
          <p>Its key opens it and no other. It is shown this once: copy it now.</p>
          <CopyBlock what="key" text={opened.key} />
          <p>
            Put this key into your app, and {location.origin} as the address of the service. Then{' '}
            <a href={linkTo('account', { name: opened.account.name })}>make the service fail for it</a>, and{' '}
            <a href={linkTo('now', { account: opened.account.name })}>watch what your app does</a>.
          </p>
          <p>Without an app, try it here:</p>
          <ChoiceTabs what="first request" texts={usageOf(location.origin, opened.key)} />
        </section>
      )}
    </>
  );
}
