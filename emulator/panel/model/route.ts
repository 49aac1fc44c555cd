/** The place in the panel, as in the hash of its URL: a view, its filters and its selection. */

export interface PanelRoute {
  readonly view: string;
  /** Filters and selection, without empty values. */
  readonly query: Readonly<Record<string, string>>;
}

const FIRST_VIEW = 'requests';

/** Reads `#/requests?status=4xx`; an empty hash is the first view. */
export function readRoute(hash: string): PanelRoute {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  return { view: path === '' ? FIRST_VIEW : path, query: Object.fromEntries(new URLSearchParams(search)) };
}

/** Writes a route as a hash; empty values are left out. */
export function routeHash({ view, query }: PanelRoute): string {
  const chosen = Object.entries(query).filter(([, value]) => value !== '');
  const search = new URLSearchParams(chosen).toString();
  return `#/${view}${search === '' ? '' : `?${search}`}`;
}
