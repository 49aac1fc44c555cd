/** Creates an account, and shows its key with ways to use it. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { problemText, send } from '../api.ts';
import type { OpenedAccount } from '../model/control-calls.ts';
import { linkTo } from '../router.ts';
import { Alert, Card, typedIn } from '../shared/parts.tsx';
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
      {opened === undefined ? null : <Opened opened={opened} />}
    </>
  );
}

function Opened({ opened: { account, key } }: { readonly opened: OpenedAccount }): VNode {
  const { name } = account;
  return (
    <Card title={`Account ${name} created`}>
      <p>
        Use this key and the base URL <code>{location.origin}</code> in your app. The key works for this account only.
      </p>
      <CopyBlock what="key" text={key} />
      <div class="row">
        <a class="button main" href={linkTo('account', { name })}>
          Make it fail
        </a>
        <a class="button" href={linkTo('account', { name, tab: 'send' })}>
          Send a request
        </a>
        <a class="button" href={linkTo('requests', { account: name })}>
          View live requests
        </a>
      </div>
    </Card>
  );
}
