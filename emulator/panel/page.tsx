/** Starts the panel. Draws the frame of every view: name, navigation, the state of the stream, and the token form. */

import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { OneAccountView } from './account/one-account-view.tsx';
import { AccountsView } from './accounts/accounts-view.tsx';
import { enterToken, hasToken, isTokenWanted } from './api.ts';
import { ClipView } from './clip/clip-view.tsx';
import { RequestsView } from './requests/requests-view.tsx';
import { followLocation, linkTo, panelRoute } from './router.ts';
import { note, server, showProblem } from './server.ts';
import { Button, Card, InputBox } from './shared/parts.tsx';
import { DoneNote } from './shared/run-command.tsx';
import { drawOnSignals } from './signal.ts';
import { followStream, streamProblem } from './stream.ts';

function Page() {
  const { view, query } = panelRoute.value;
  // Unknown names, and views without a required parameter, show the requests.
  const [title, View, place = ''] =
    view === 'accounts'
      ? (['Accounts', AccountsView] as const)
      : view === 'account' && query['name']
        ? (['Account', OneAccountView, query['name']] as const)
        : view === 'clip' && query['account'] && query['id']
          ? (['Clip', ClipView, query['id']] as const)
          : (['Requests', RequestsView] as const);
  useEffect(() => void (document.title = `${title} · Standin`), [title]);
  return (
    <>
      <button class="hidden" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the view
      </button>
      <TopBar current={title === 'Requests' ? title : 'Accounts'} />
      <main id="main" tabIndex={-1}>
        <h1 class="hidden">{title}</h1>
        {isTokenWanted.value ? (
          <TokenForm />
        ) : server.value === undefined ? (
          <p class="soft">Reading …</p>
        ) : (
          // The key makes the view load again for another account, and after a restart of the server.
          <View key={`${title} ${server.value.instance} ${place}`} />
        )}
        <DoneNote />
      </main>
    </>
  );
}

/** Shows the name, the navigation and the state of the stream. */
function TopBar({ current }: { readonly current: string }) {
  const problem = streamProblem.value;
  return (
    <header class="top">
      <a class="name" href={linkTo('requests')}>
        <svg class="mark" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
          <circle cx="12.5" cy="7.5" r="5.5" />
          <circle cx="7.5" cy="12.5" r="6.5" class="filled" />
        </svg>
        Standin
      </a>
      <nav aria-label="Views">
        {['Requests', 'Accounts'].map((name) => (
          <a key={name} href={linkTo(name.toLowerCase())} aria-current={name === current ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      <p class={problem ? 'stream bad' : 'stream soft live'} role="status">
        {problem || 'Live'}
      </p>
      <nav class="links" hidden={hasToken()} aria-label="Reference">
        <a href="../openapi.json">API</a>
        <a href="openapi.json">Control API</a>
      </nav>
    </header>
  );
}

/** Shows the form until the user enters the correct control token. The token never appears in a URL. */
function TokenForm() {
  const [typed, setTyped] = useState('');
  return (
    <Card
      title="This panel is locked"
      lead="Enter the control token of this server (--control-token or STANDIN_CONTROL_TOKEN)."
    >
      <form class="row end">
        <InputBox label="Control token" type="password" required value={typed} onValue={setTyped} />
        <Button
          label="Open the panel"
          type="submit"
          look="main"
          onPress={() => enterToken(typed.trim()).catch(showProblem)}
        />
      </form>
    </Card>
  );
}

const { body } = document;
body.replaceChildren();
followLocation();
// The result of an action does not stay when another account opens.
addEventListener('hashchange', () => {
  const { account } = note.value;
  if ((panelRoute.value.query['name'] ?? account) !== account) note.value = {};
});
drawOnSignals(() => render(<Page />, body));
void followStream();
