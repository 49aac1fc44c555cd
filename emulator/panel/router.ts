/** Keeps the view, its filters and the selection in the URL. A reload or a copied link opens the same place. */

import { pageSignal } from './signal.ts';

/** A place in the panel, as in the hash of its URL. */
export interface PanelRoute {
  readonly view: string;
  /** The filters and the selection, without empty values. */
  readonly query: Readonly<Record<string, string>>;
}

/** The current route. Views change it through links and `choose`. */
export const panelRoute = pageSignal(readRoute(''));

/** Follows the links and the history of the browser. */
export function followLocation(): void {
  const read = (): void => {
    if (location.hash !== routeHash(panelRoute.value)) panelRoute.value = readRoute(location.hash);
  };
  addEventListener('hashchange', read);
  read();
}

export function linkTo(view: string, query: PanelRoute['query'] = {}): string {
  return routeHash({ view, query });
}

/** Changes filters or the selection. If this opens the details of a request, Back closes them again. */
export function choose(changes: Readonly<Record<string, string>>): void {
  const { view, query } = panelRoute.value;
  const hash = routeHash({ view, query: { ...query, ...changes } });
  const isOpening = query['selected'] === undefined && Boolean(changes['selected']);
  history[isOpening ? 'pushState' : 'replaceState'](null, '', hash);
  panelRoute.value = readRoute(hash);
}

/** Reads a hash such as `#/requests?status=4xx`. An empty hash selects the first view. */
export function readRoute(hash: string): PanelRoute {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  return { view: path || 'requests', query: Object.fromEntries(new URLSearchParams(search)) };
}

/** Returns the hash of a route, without empty values. */
export function routeHash({ view, query }: PanelRoute): string {
  const chosen = Object.entries(query).filter(([, value]) => value !== '');
  const search = new URLSearchParams(chosen).toString();
  return `#/${view}${search && `?${search}`}`;
}
