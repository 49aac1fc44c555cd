/** Draws the frame of every view: name, navigation, the state of the stream, and the form for the token. */

import type { ComponentType, VNode } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { OneAccountView } from './account/one-account-view.tsx';
import { AccountsView } from './accounts/accounts-view.tsx';
import { isTokenWanted } from './api.ts';
import { ClipView } from './clip/clip-view.tsx';
import { RequestsView } from './requests/requests-view.tsx';
import { linkTo, panelRoute } from './router.ts';
import { restartNotice, server } from './server.ts';
import { onSignals } from './signal.ts';
import { streamProblem } from './stream.ts';
import { useEvents } from './shared/use-events.ts';
import { TokenForm } from './shared/token-form.tsx';

interface PanelView {
  /** The name of the view in the URL. */
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

/** Draws the whole page. */
export function Page(): VNode {
  const [, drawAgain] = useState(0);
  // A layout effect runs before other effects. Otherwise the page would miss the first change of the stream's signal.
  useLayoutEffect(() => onSignals(() => drawAgain((drawn) => drawn + 1)), []);
  const { view, query } = panelRoute.value;
  const shown = VIEWS.find(({ name, needs = [] }) => name === view && needs.every((field) => field in query)) ?? FIRST;
  useTitle(shown.title);
  useEffect(() => {
    restartNotice.value = '';
  }, [shown.name]);
  return (
    <>
      <a class="skip" href="#main" onClick={skipToMain}>
        Skip to the view
      </a>
      <header class="top">
        <a class="name" href={linkTo('requests')}>
          <Mark />
          Standin
        </a>
        <nav aria-label="Views">
          {VIEWS.filter(({ needs }) => needs === undefined).map(({ name, title: entry }) => (
            <a
              key={name}
              href={linkTo(name)}
              aria-current={name === (shown.needs === undefined ? shown.name : 'accounts') ? 'page' : undefined}
            >
              {entry}
            </a>
          ))}
        </nav>
        <StreamState />
        <nav class="links" aria-label="Reference">
          <a href="../openapi.json">API</a>
          <a href="openapi.json">Control API</a>
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        <h1 class="hidden">{shown.title}</h1>
        {restartNotice.value === '' ? null : (
          <p class="notice" role="alert">
            {restartNotice.value}
          </p>
        )}
        {isTokenWanted.value ? (
          <TokenForm />
        ) : server.value === undefined ? (
          <p class="soft">Reading from the server …</p>
        ) : (
          // The key makes the views load again after a restart of the server.
          <shown.Component key={shown.name + server.value.instance} />
        )}
      </main>
    </>
  );
}

/** Sets the title of the page. A hidden page shows the number of new requests. */
function useTitle(title: string): void {
  const [unseen, setUnseen] = useState(0);
  useEvents((events) => {
    if (document.hidden) setUnseen(unseen + events.filter(({ type }) => type === 'request').length);
  });
  useEffect(() => {
    document.title = `${unseen === 0 ? '' : `(${unseen}) `}${title} · Standin`;
    document.onvisibilitychange = () => setUnseen(0);
  });
}

/** Draws the logo, a circle with its stand-in. */
function Mark(): VNode {
  return (
    <svg class="mark" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <circle cx="12.5" cy="7.5" r="5.5" />
      <circle cx="7.5" cy="12.5" r="6.5" class="filled" />
    </svg>
  );
}

/** Moves the focus to the view without changing the hash, because the hash is the route. */
function skipToMain(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** Shows the state of the stream. Screen readers announce when it breaks and when it is back. */
function StreamState(): VNode {
  const problem = streamProblem.value;
  return (
    <p class={problem === '' ? 'stream live' : 'stream'} role="status">
      {problem === '' ? 'Live' : problem}
    </p>
  );
}
