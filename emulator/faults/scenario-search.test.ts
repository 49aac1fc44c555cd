/** Searching the scenarios that there are. */

import { expect, test } from 'vitest';

import { listScenarios } from './catalog.ts';
import { searchScenarios } from './scenario-search.ts';

const all = listScenarios();
const names = (query: string): string[] => searchScenarios(query, all).map(({ name }) => name);

test.each([
  ['429 burst', 'rate_limit_burst_then_ok'],
  ['too many requests', 'rate_limit_burst_then_ok'],
  ['rate limit', 'rate_limit_burst_then_ok'],
  ['retry-after date', 'rate_limit_http_date'],
  ['no retry-after', 'rate_limit_no_header'],
  ['429 on poll', 'poll_rate_limited'],
  ['503', 'storm_503'],
  ['service down', 'storm_503'],
  ['502 html', 'gateway_html_502'],
  ['bad gateway', 'gateway_html_502'],
  ['internal server error', 'empty_500'],
  ['lost create', 'accepted_then_reset'],
  ['duplicate charge', 'accepted_then_reset'],
  ['connection reset', 'accepted_then_reset'],
  ['malformed json', 'accepted_then_cut_json'],
  ['timeout', 'accepted_then_timeout'],
  ['idempotency conflict', 'idempotency_mismatch'],
  ['double click', 'idempotency_race'],
  ['stuck', 'stuck_running'],
  ['stuck for hours', 'stuck_running'],
  ['never finishes', 'stuck_pending'],
  ['refund', 'fails_while_running_refund'],
  ['fails and is refunded', 'fails_while_running_refund'],
  ['failed video', 'fails_while_running_refund'],
  ['double refund', 'concurrent_poll_refund'],
  ['moderation', 'moderated_output'],
  ['out of credits', 'insufficient_mid_batch'],
  ['402', 'insufficient_mid_batch'],
  ['revoked key', 'key_revoked_mid_poll'],
  ['401', 'key_revoked_mid_poll'],
  ['unknown status', 'status_unknown_value'],
  ['404 after create', 'poll_404_once'],
  ['cut download', 'content_cut_at_40'],
  ['RESUME download', 'content_cut_at_40'],
  ['range ignored', 'content_range_ignored'],
  ['slow download', 'content_drip'],
  ['download hangs', 'content_stall'],
  ['truncated video', 'content_short'],
  ['login page', 'content_html_200'],
  ['redirect', 'content_redirect'],
  ['clock skew', 'clock_jump'],
  ['slow server', 'slow_headers'],
  ['price change', 'cost_drift'],
  ['corrupted mp4', 'content_short'],
  ['5xx', 'empty_500'],
])('"%s" leads to %s first', (query, name) => {
  expect(names(query)[0]).toBe(name);
});

test('a number finds whole numbers only, and a name of a scenario itself', () => {
  expect(names('42')).toEqual([]);
  expect(names('429').length).toBeGreaterThan(4);
  expect(names('storm_503')[0]).toBe('storm_503');
});

test('where none has all words, those with the most are found; nothing finds nothing', () => {
  expect(names('429 xylophone')).toEqual(names('429'));
  expect(names('xylophone')).toEqual([]);
  expect(names('')).toEqual([]);
});

test('every scenario of the package has keywords, and its own find it', () => {
  const lost = all.flatMap(({ name, keywords }) =>
    keywords.length === 0 ? [name] : keywords.filter((words) => !names(words).includes(name)),
  );
  expect(lost).toEqual([]);
});
