/** A place in the panel, as in the hash of its URL: a view, its filters and its selection. */

export interface PanelRoute {
  readonly view: string;
  /** The filters and the selection, without empty values. */
  readonly query: Readonly<Record<string, string>>;
}

const FIRST_VIEW = 'requests';

/** Reads a hash such as `#/requests?status=4xx`. An empty hash selects the first view. */
export function readRoute(hash: string): PanelRoute {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  return { view: path === '' ? FIRST_VIEW : path, query: Object.fromEntries(new URLSearchParams(search)) };
}

/** Returns the hash of a route, without empty values. */
export function routeHash({ view, query }: PanelRoute): string {
  const chosen = Object.entries(query).filter(([, value]) => value !== '');
  const search = new URLSearchParams(chosen).toString();
  return `#/${view}${search === '' ? '' : `?${search}`}`;
}
