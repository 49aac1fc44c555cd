/** The frame of every view: name, navigation, the state of the stream, and the form for the token. */

import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { isTokenWanted } from './api.ts';
import { linkTo, panelRoute } from './router.ts';
import { restartNotice, server } from './server.ts';
import { onSignals } from './signal.ts';
import { streamProblem } from './stream.ts';
import { Empty } from './shared/parts.tsx';
import { TokenForm } from './shared/token-form.tsx';
import { PANEL_VIEWS } from './view-table.ts';

/** The whole page. */
export function Page(): VNode {
  const [, drawAgain] = useState(0);
  // Before other effects run: the stream changes a signal at once.
  useLayoutEffect(() => onSignals(() => drawAgain((drawn) => drawn + 1)), []);
  const { view } = panelRoute.value;
  const shown = PANEL_VIEWS.find(({ name }) => name === view);
  const title = `${shown?.title ?? 'No such view'} · Standin`;
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
          {PANEL_VIEWS.filter(({ name, under }) => name === under).map(({ name, title: entry }) => (
            <a key={name} href={linkTo(name)} aria-current={name === shown?.under ? 'page' : undefined}>
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
        <h1 class="hidden">{shown?.title ?? 'No such view'}</h1>
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
          <View key={view + server.value.instance} name={view} />
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

/** The view that the URL names. */
function View({ name }: { readonly name: string }): VNode {
  const shown = PANEL_VIEWS.find((view) => view.name === name);
  if (shown !== undefined) return <shown.Component />;
  return (
    <Empty title={`Unknown view "${name}".`}>
      <a href={linkTo('requests')}>Show the requests</a>
    </Empty>
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
