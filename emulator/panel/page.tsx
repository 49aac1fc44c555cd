/** The frame of every view: name, navigation, the state of the stream, and the form for the token. */

import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { isTokenWanted } from './api.ts';
import { linkTo, panelRoute } from './router.ts';
import { restartNotice, server } from './server.ts';
import { onSignals } from './signal.ts';
import { streamProblem } from './stream.ts';
import { Empty } from './shared/empty.tsx';
import { TokenForm } from './shared/token-form.tsx';
import { PANEL_VIEWS } from './view-table.ts';

/** The whole page. */
export function Page(): VNode {
  const [, drawAgain] = useState(0);
  // Before anything else runs: the stream changes one at once.
  useLayoutEffect(() => onSignals(() => drawAgain((drawn) => drawn + 1)), []);
  const { view } = panelRoute.value;
  const shown = PANEL_VIEWS.find(({ name }) => name === view);
  const title = shown?.title ?? 'No such view';
  useEffect(() => {
    document.title = `${title} · Standin`;
    restartNotice.value = '';
  }, [title]);
  return (
    <>
      <a class="skip" href="#main" onClick={skipToMain}>
        Skip to the view
      </a>
      <header class="top">
        <span class="name">Standin</span>
        <nav aria-label="Views">
          {PANEL_VIEWS.map(({ name, title, isListed }) =>
            isListed || name === view ? (
              <a key={name} href={linkTo(name)} aria-current={name === view ? 'page' : undefined}>
                {title}
              </a>
            ) : null,
          )}
        </nav>
        <StreamState />
      </header>
      <main id="main" tabIndex={-1}>
        <h1>{title}</h1>
        {restartNotice.value === '' ? null : (
          <p class="warn" role="alert">
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

/** The view that the URL names. */
function View({ name }: { readonly name: string }): VNode {
  const shown = PANEL_VIEWS.find((view) => view.name === name);
  if (shown !== undefined) return <shown.Component />;
  return (
    <Empty title={`There is no view "${name}".`}>
      <a href={linkTo('now')}>See what happens now</a>
    </Empty>
  );
}

/** Focus goes to the view, and the hash stays the route. */
function skipToMain(event: Event): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** Says aloud when the stream breaks and when it is back. */
function StreamState(): VNode {
  const problem = streamProblem.value;
  return (
    <p class={problem === '' ? 'stream live' : 'stream'} role="status">
      {problem === '' ? 'Live' : problem}
    </p>
  );
}
