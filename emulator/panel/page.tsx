/** Starts the panel. Draws the frame of every view: name, navigation, the state of the stream, and the token form. */

import { render, type ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { OneAccountView } from './account/one-account-view.tsx';
import { AccountsView } from './accounts/accounts-view.tsx';
import { enterToken, isTokenWanted } from './api.ts';
import { ClipView } from './clip/clip-view.tsx';
import { RequestsView } from './requests/requests-view.tsx';
import { linkTo, panelRoute } from './router.ts';
import { restartNotice, server } from './server.ts';
import { Alert, Card, typedIn } from './shared/parts.tsx';
import { onSignals } from './signal.ts';
import { followStream, streamProblem } from './stream.ts';

interface PanelView {
  readonly name: string;
  readonly title: string;
  readonly Component: ComponentType;
  /** The required parameters. Only views without required parameters are in the navigation. */
  readonly needs?: readonly string[];
}

/** The first view, which is also shown for unknown names. */
const FIRST: PanelView = { name: 'requests', title: 'Requests', Component: RequestsView };

/** The views, in the order of the navigation. */
const VIEWS: readonly PanelView[] = [
  FIRST,
  { name: 'accounts', title: 'Accounts', Component: AccountsView },
  { name: 'account', title: 'Account', Component: OneAccountView, needs: ['name'] },
  { name: 'clip', title: 'Clip', Component: ClipView, needs: ['account', 'id'] },
];

function Page() {
  const [, drawAgain] = useState(0);
  // A layout effect runs before other effects. Otherwise the page would miss the first change of the stream's signal.
  useLayoutEffect(() => onSignals(() => drawAgain((drawn) => drawn + 1)), []);
  const { view, query } = panelRoute.value;
  const shown = VIEWS.find(({ name, needs = [] }) => name === view && needs.every((field) => field in query)) ?? FIRST;
  useEffect(() => {
    document.title = `${shown.title} · Standin`;
    restartNotice.value = '';
  }, [shown.name]);
  const listed = VIEWS.filter(({ needs }) => needs === undefined);
  const current = listed.includes(shown) ? shown.name : 'accounts';
  const problem = streamProblem.value;
  return (
    <>
      <a class="skip" href="#main" onClick={skipToMain}>
        Skip to the view
      </a>
      <header class="top">
        <a class="name" href={linkTo('requests')}>
          <svg class="mark" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <circle cx="12.5" cy="7.5" r="5.5" />
            <circle cx="7.5" cy="12.5" r="6.5" class="filled" />
          </svg>
          Standin
        </a>
        <nav aria-label="Views">
          {listed.map(({ name, title }) => (
            <a key={name} href={linkTo(name)} aria-current={name === current ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <p class={problem === '' ? 'stream live' : 'stream'} role="status">
          {problem || 'Live'}
        </p>
        <nav class="links" aria-label="Reference">
          <a href="../openapi.json">API</a>
          <a href="openapi.json">Control API</a>
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        <h1 class="hidden">{shown.title}</h1>
        {restartNotice.value && (
          <p class="notice" role="alert">
            {restartNotice.value}
          </p>
        )}
        {isTokenWanted.value ? (
          <TokenForm />
        ) : server.value === undefined ? (
          <p class="soft">Reading from the server …</p>
        ) : (
          // The key makes the view load again for another account, and after a restart of the server.
          <shown.Component
            key={[shown.name, server.value.instance, ...(shown.needs ?? []).map((field) => query[field])].join(' ')}
          />
        )}
      </main>
    </>
  );
}

/** Moves the focus to the view without changing the hash, because the hash is the route. */
function skipToMain(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** Shows the form until the user enters the correct control token. The token never appears in a URL. */
function TokenForm() {
  const [problem, setProblem] = useState<string>();
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setProblem(await enterToken(typedIn(event, 'token')));
  };
  return (
    <Card
      title="This panel is locked"
      lead="Enter the control token that this server was started with (--control-token or STANDIN_CONTROL_TOKEN)."
    >
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

const root = document.getElementById('panel');
if (root !== null) {
  root.replaceChildren();
  render(<Page />, root);
  void followStream();
}
