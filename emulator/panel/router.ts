/** Keeps view, filter and selection in the URL, so that a reload and a copied link lead to the same place. */

import { readRoute, routeHash, type PanelRoute } from './model/route.ts';
import { pageSignal, type PageSignal } from './signal.ts';

const current = pageSignal<PanelRoute>(readRoute(location.hash));

/** The route of this moment. */
export const panelRoute: Readonly<PageSignal<PanelRoute>> = current;

addEventListener('hashchange', () => {
  current.value = readRoute(location.hash);
});

/** A link to a view. */
export function linkTo(view: string, query: PanelRoute['query'] = {}): string {
  return routeHash({ view, query });
}

/** Changes what is chosen in the view; "back" leaves the view, and does not undo each letter of a filter. */
export function choose(changes: Readonly<Record<string, string>>): void {
  const { view, query } = current.value;
  const route = readRoute(routeHash({ view, query: { ...query, ...changes } }));
  history.replaceState(null, '', routeHash(route));
  current.value = route;
}
