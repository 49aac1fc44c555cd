/** Flaws in downloading: what is resumed, and what is joined. */

import { appending, careful, sending, isContent, passOn, type Fetch, type Flaw } from './flawed-client.ts';

/** Says of every answer that it has the ETag of the first. */
function oneEtag(): Fetch {
  let first: string | undefined;
  return async (url, init) => {
    const sent = new Headers(init.headers);
    sent.delete('if-range');
    const { body, status, headers } = await passOn(url, { ...init, headers: sent });
    const shown = new Headers(headers);
    first ??= headers.get('etag') ?? undefined;
    if (first !== undefined) shown.set('etag', first);
    return new Response(body, { status, headers: shown });
  };
}

export const DOWNLOAD_FLAWS: readonly Flaw[] = [
  {
    check: 'changed-etag-starts-anew',
    scenario: 'content_changed_between_ranges',
    client: careful(() => ({ fetch: oneEtag() })),
    also: ['sends-if-range'],
  },
  {
    check: 'nothing-appended-after-200',
    scenario: 'content_range_ignored',
    client: appending,
    also: ['delivered-file-is-the-clip'],
  },
  {
    check: 'resumes-where-it-broke-off',
    scenario: 'content_cut_at_40',
    client: sending((headers) => headers.delete('range')),
  },
  {
    check: 'sends-if-range',
    scenario: 'content_cut_at_40',
    client: sending((headers) => headers.delete('if-range')),
  },
  {
    check: 'idle-timeout',
    scenario: 'content_drip',
    client: careful(() => ({
      fetch: (url, init) => passOn(url, isContent(url) ? { ...init, signal: AbortSignal.timeout(3000) } : init),
    })),
  },
];
