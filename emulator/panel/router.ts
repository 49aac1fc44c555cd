/** Keeps the view, its filters and the selection in the URL. A reload or a copied link opens the same place. */

import { readRoute, routeHash, type PanelRoute } from './model/route.ts';
import { pageSignal } from './signal.ts';

/** The current route. Views change it through links and `choose`. */
export const panelRoute = pageSignal<PanelRoute>(readRoute(location.hash));

addEventListener('hashchange', read);
addEventListener('popstate', read);

export function linkTo(view: string, query: PanelRoute['query'] = {}): string {
  return routeHash({ view, query });
}

/** Changes filters or the selection. If this opens the details of a request, Back closes them again. */
export function choose(changes: Readonly<Record<string, string>>): void {
  const { view, query } = panelRoute.value;
  const route = readRoute(routeHash({ view, query: { ...query, ...changes } }));
  const isOpening = query['selected'] === undefined && route.query['selected'] !== undefined;
  history[isOpening ? 'pushState' : 'replaceState'](null, '', routeHash(route));
  panelRoute.value = route;
}

function read(): void {
  const route = readRoute(location.hash);
  if (routeHash(route) !== routeHash(panelRoute.value)) panelRoute.value = route;
}
