/** Creates an account, and shows its key with ways to use it. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { problemText, send } from '../api.ts';
import type { OpenedAccount } from '../model/control-calls.ts';
import { linkTo } from '../router.ts';
import { Alert, typedIn } from '../shared/parts.tsx';
import { CopyBlock } from '../shared/copy-block.tsx';
import { rememberKey } from '../shared/send.ts';

interface NewAccountProps {
  readonly onOpened: () => void;
}

/** A name and a button, and then the account that was created. */
export function NewAccount({ onOpened }: NewAccountProps): VNode {
  const [opened, setOpened] = useState<OpenedAccount>();
  const [problem, setProblem] = useState<string>();
  const open = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const name = typedIn(form, 'name');
    try {
      const created = (await send('POST', '/_standin/accounts', name === '' ? {} : { name })) as OpenedAccount;
      rememberKey(created.account.name, created.key);
      setOpened(created);
      setProblem(undefined);
      form.reset();
      onOpened();
    } catch (cause) {
      setProblem(problemText(cause));
    }
  };
  return (
    <>
      <form class="new-account" onSubmit={(event) => void open(event)}>
        <label>
          Account name (optional)
          <input name="name" maxLength={64} autocomplete="off" placeholder="checkout-app" />
        </label>
        <button type="submit">Create account</button>
      </form>
      <Alert text={problem} />
      {opened === undefined ? null : <Opened opened={opened} />}
    </>
  );
}

function Opened({ opened }: { readonly opened: OpenedAccount }): VNode {
  const { name } = opened.account;
  return (
    <section class="opened" aria-label={`The account ${name}`}>
      <h2>Account {name} created</h2>
      <p>
        Use this key and the base URL <code>{location.origin}</code> in your app. The key works for this account only.
      </p>
      <CopyBlock what="key" text={opened.key} />
      <p class="tools">
        <a class="button main" href={linkTo('account', { name })}>
          Make it fail
        </a>
        <a class="button" href={linkTo('account', { name, tab: 'send' })}>
          Send a request
        </a>
        <a class="button" href={linkTo('requests', { account: name })}>
          View live requests
        </a>
      </p>
    </section>
  );
}
