/** The frame of every view: name, navigation, the state of the stream, and the form for the token. */

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
import { TokenForm } from './shared/token-form.tsx';

interface PanelView {
  /** The name in the URL. */
  readonly name: string;
  readonly title: string;
  /** The entry of the navigation that leads to the view. */
  readonly under: string;
  readonly Component: ComponentType;
  /** The view is not shown if the URL leaves one out. */
  readonly needs?: readonly string[];
}

/** Shown for every other name, too. */
const FIRST: PanelView = { name: 'requests', title: 'Requests', under: 'requests', Component: RequestsView };

/** The views, in the order of the navigation. */
const VIEWS: readonly PanelView[] = [
  FIRST,
  { name: 'accounts', title: 'Accounts', under: 'accounts', Component: AccountsView },
  { name: 'account', title: 'Account', under: 'accounts', Component: OneAccountView, needs: ['name'] },
  { name: 'clip', title: 'Clip', under: 'accounts', Component: ClipView, needs: ['account', 'id'] },
];

/** The whole page. */
export function Page(): VNode {
  const [, drawAgain] = useState(0);
  // Before other effects run: the stream changes a signal at once.
  useLayoutEffect(() => onSignals(() => drawAgain((drawn) => drawn + 1)), []);
  const { view, query } = panelRoute.value;
  const shown = VIEWS.find(({ name, needs = [] }) => name === view && needs.every((field) => field in query)) ?? FIRST;
  const title = `${shown.title} · Standin`;
  useEffect(() => {
    document.title = title;
    restartNotice.value = '';
  }, [title]);
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
          {VIEWS.filter(({ name, under }) => name === under).map(({ name, title: entry }) => (
            <a key={name} href={linkTo(name)} aria-current={name === shown.under ? 'page' : undefined}>
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
          // After a restart, the views start again.
          <shown.Component key={shown.name + server.value.instance} />
        )}
      </main>
    </>
  );
}

/** A circle and the one that stands in for it. */
function Mark(): VNode {
  return (
    <svg class="mark" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <circle cx="12.5" cy="7.5" r="5.5" />
      <circle cx="7.5" cy="12.5" r="6.5" class="filled" />
    </svg>
  );
}

/** Focus goes to the view, and the hash stays the route. */
function skipToMain(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** Screen readers hear when the stream breaks and when it is back. */
function StreamState(): VNode {
  const problem = streamProblem.value;
  return (
    <p class={problem === '' ? 'stream live' : 'stream'} role="status">
      {problem === '' ? 'Live' : problem}
    </p>
  );
}
