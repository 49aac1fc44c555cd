/** Keeps view, filter and selection in the URL, so that a reload and a copied link lead to the same place. */

import { readRoute, routeHash, type PanelRoute } from './model/route.ts';
import { pageSignal, type PageSignal } from './signal.ts';

const current = pageSignal<PanelRoute>(readRoute(location.hash));

/** The current route. */
export const panelRoute: Readonly<PageSignal<PanelRoute>> = current;

addEventListener('hashchange', read);
addEventListener('popstate', read);

/** A link to a view. */
export function linkTo(view: string, query: PanelRoute['query'] = {}): string {
  return routeHash({ view, query });
}

/** Changes the choices in the view. With `push`, Back undoes the change. */
export function choose(changes: Readonly<Record<string, string>>, mode: 'push' | 'replace' = 'replace'): void {
  const { view, query } = current.value;
  const route = readRoute(routeHash({ view, query: { ...query, ...changes } }));
  const isOpening = mode === 'push' && query['selected'] === undefined;
  if (isOpening) history.pushState(null, '', routeHash(route));
  else history.replaceState(null, '', routeHash(route));
  current.value = route;
}

function read(): void {
  const route = readRoute(location.hash);
  if (routeHash(route) !== routeHash(current.value)) current.value = route;
}
