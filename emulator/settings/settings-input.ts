/** Settings as a program or a file writes them. Written by `npm run generate` from `settings.ts`: edit there. */

import type { ErrorCode } from '../../contract/errors.ts';
import type { FaultRuleInput } from '../faults/rule.ts';

/** The named failure scenarios. */
export type ScenarioName =
  | 'accepted_then_cut_json'
  | 'accepted_then_reset'
  | 'accepted_then_timeout'
  | 'clock_jump'
  | 'concurrent_poll_refund'
  | 'content_404_after_completed'
  | 'content_416_when_done'
  | 'content_busy'
  | 'content_changed_between_ranges'
  | 'content_cut_at_40'
  | 'content_drip'
  | 'content_html_200'
  | 'content_range_elsewhere'
  | 'content_range_ignored'
  | 'content_range_short'
  | 'content_range_total'
  | 'content_redirect'
  | 'content_replaced'
  | 'content_short'
  | 'content_slow_first_byte'
  | 'content_stall'
  | 'cost_drift'
  | 'edit_ignores_duration'
  | 'empty_500'
  | 'exact_balance'
  | 'extra_and_missing_fields'
  | 'fails_in_pending'
  | 'fails_while_running_refund'
  | 'gateway_html_502'
  | 'idempotency_expired'
  | 'idempotency_mismatch'
  | 'idempotency_race'
  | 'insufficient_mid_batch'
  | 'key_revoked_mid_poll'
  | 'moderated_output'
  | 'poll_404_once'
  | 'poll_goes_backwards'
  | 'poll_rate_limited'
  | 'rate_limit_burst_then_ok'
  | 'rate_limit_garbage'
  | 'rate_limit_http_date'
  | 'rate_limit_long'
  | 'rate_limit_no_header'
  | 'refund_needs_poll'
  | 'relative_output_url'
  | 'retry_after_ms_conflict'
  | 'skips_running'
  | 'slow_headers'
  | 'source_foreign'
  | 'source_not_ready'
  | 'status_unknown_value'
  | 'storm_503'
  | 'stuck_pending'
  | 'stuck_running';

/** Settings of an account: for all accounts, or for one. */
export interface AccountSettingsInput {
  /** US dollars with which an account opens. Default: `1000`. */
  balance?: number | undefined;
  /**
   * How long a generation takes: instant, fast, realistic, manual, polls:P,R (P polls pending, R polls running) or
   * seconds:P,R (of which each may be a median and a 95th percentile, 60..90). Default: `"fast"`.
   */
  latency?: 'instant' | 'fast' | 'realistic' | 'manual' | `polls:${number},${number}` | `seconds:${string},${string}` | undefined;
  /** Where all chance starts; the same seed repeats a run. Default: `0`. */
  seed?: number | undefined;
  /** Refunds of failed generations: at the next look, or at once. Default: `"on_poll"`. */
  settle?: 'on_poll' | 'eager' | undefined;
  /** Rate and concurrency limits. Default: `"off"`. */
  limits?: 'off' | 'realistic' | undefined;
  /** A failure scenario for all accounts; standin scenarios lists them. */
  scenario?: ScenarioName | (string & Record<never, never>) | undefined;
  /** Injected delays: in real time, or in that of the account's clock. Default: `"real"`. */
  wire?: 'real' | 'clock' | undefined;
  /**
   * The account's clock: real, frozen, frozen@<time> (an ISO 8601 time) or x<rate>, above x0 (x60 is a minute each
   * second). Default: `"real"`.
   */
  clock?: 'real' | 'frozen' | `frozen@${string}` | `x${number}` | undefined;
}

/** An account with keys of its own; what is left out is as for every account. */
export interface ListedAccountInput extends AccountSettingsInput {
  /** By which the control API and the journal know it. */
  name: string;
  /** Any texts; the first listed account that has a key is the one that it opens. */
  keys: string[];
}

/** Settings as a user writes them; all have defaults. */
export interface SettingsInput extends AccountSettingsInput {
  /** Address to listen on. Default: `"127.0.0.1"`. */
  host?: string | undefined;
  /** Port to listen on; 0 picks a free one. Default: `4242`. */
  port?: number | undefined;
  /** Path in front of /v1, as behind a proxy; output.url does not show it. Default: `""`. */
  basePath?: string | undefined;
  /** HTTPS: self-signed, or the files of a certificate and its key. */
  tls?: 'self-signed' | {
    cert: string;
    key: string;
  } | undefined;
  /** Module with MSW handlers, which see each request before the emulator does. */
  handlers?: string | undefined;
  /** Keys that open accounts: sk_standin_ and listed, listed, or any. Default: `"standin"`. */
  auth?: 'standin' | 'listed' | 'any' | undefined;
  /** Accounts with keys of any form. Default: `[]`. */
  accounts?: ListedAccountInput[] | undefined;
  /** Scenarios as they stand, or in short waits where they have such. Default: `"real"`. */
  pace?: 'real' | 'quick' | undefined;
  /** Statuses: of the API document, or of RFCs (409, 415, 422, 431). Default: `"documented"`. */
  profile?: 'documented' | 'ietf' | undefined;
  /** US dollars for each billed second. */
  prices?: {
    withoutSources?: {
      '480p'?: number | undefined;
      '720p'?: number | undefined;
      '1080p'?: number | undefined;
    } | undefined;
    withSources?: {
      '480p'?: number | undefined;
      '720p'?: number | undefined;
      '1080p'?: number | undefined;
    } | undefined;
  } | undefined;
  /** Own status and code of an error, by its code in the catalogue of docs/api.md. */
  errors?: { [Code in ErrorCode]?: { status?: number | undefined; code?: string | undefined } | undefined } | undefined;
  /** Request ids: in each error and each header section, or nowhere. Default: `"all"`. */
  requestIds?: 'all' | 'none' | undefined;
  /** Output and error of a record where they do not apply. Default: `"left_out"`. */
  absentFields?: 'left_out' | 'null' | undefined;
  /** What an Idempotency-Key does; its length is looked at always. Default: `"replay"`. */
  idempotency?: 'replay' | 'ignore' | undefined;
  /** Status of a replayed create. Default: `202`. */
  replayStatus?: 200 | 202 | undefined;
  /** Record of a replayed create: as it was, or as it is. Default: `"stored"`. */
  replayBody?: 'stored' | 'current' | undefined;
  /** An Idempotency-Key sent again with another body. Default: `"refuse"`. */
  mismatch?: 'refuse' | '400' | '409' | '422' | 'ignore' | undefined;
  /** Hours until an Idempotency-Key is free again. Default: `24`. */
  idempotencyHours?: number | undefined;
  /** Fault rules for all accounts. Default: `[]`. */
  faults?: FaultRuleInput[] | undefined;
  /** Creates that need adaptive and have no aspect_ratio. Default: `"refuse"`. */
  omittedAspectRatio?: 'refuse' | 'accept' | undefined;
  /** Null in place of an optional field of a create. Default: `"refuse"`. */
  nullFields?: 'refuse' | 'left_out' | undefined;
  /** Content-Type of a create: has to be JSON, or is not looked at. Default: `"json"`. */
  contentTypes?: 'json' | 'any' | undefined;
  /**
   * Forms of Range that are served: those of HTTP with one range, or bytes=<first>-<last> alone. Default: `"all"`.
   */
  ranges?: 'all' | 'first_last' | undefined;
  /** ETag, Last-Modified and conditional requests of a clip. Default: `"send"`. */
  validators?: 'send' | 'none' | undefined;
  /** HEAD: as GET without a body, or 405. Default: `"answer"`. */
  head?: 'answer' | 'refuse' | undefined;
  /** Bad input files: a later refund, or a refused create. Default: `"later"`. */
  inputFiles?: 'later' | 'at_create' | undefined;
  /** Folders that stand for URL prefixes. Default: `[]`. */
  media?: {
    prefix: string;
    folder: string;
  }[] | undefined;
  /** Fetch other input files, guarded; otherwise a stand-in is made from the URL. Default: `false`. */
  mediaFetch?: boolean | undefined;
  /** Path of the ffmpeg to use. */
  ffmpeg?: string | undefined;
  /** TrueType file with the scripts of your prompts, such as CJK; slates show them with it. */
  font?: string | undefined;
  /** Folder for encoded parts of clips; by default in the user's cache folder. */
  cacheFolder?: string | undefined;
  /** Bound of that folder; the least recently used parts go first. Default: `2048`. */
  cacheMebibytes?: number | undefined;
  /**
   * Memory of the whole process; what clips, the journal and Node leave of it is for accounts and what is under
   * way. Default: `2048`.
   */
  totalMebibytes?: number | undefined;
  /** Bound of the clips kept in memory. Default: `256`. */
  memoryMebibytes?: number | undefined;
  /**
   * A server renders clips while their generations run, until so many were never asked for; 0 for none. Default:
   * `4`.
   */
  renderAhead?: number | undefined;
  /** Accounts kept at once; over it an idle one makes room, or 503. Default: `10000`. */
  maxAccounts?: number | undefined;
  /** Seconds without a request after which an account is idle. Default: `3600`. */
  accountIdleSeconds?: number | undefined;
  /** Generations kept in all; over it the oldest ended one makes room. Default: `1000000`. */
  maxGenerations?: number | undefined;
  /** Generations kept in one account. Default: `200000`. */
  maxGenerationsPerAccount?: number | undefined;
  /** The journal, which records each request. Default: `true`. */
  journal?: boolean | undefined;
  /** The most requests that the journal keeps of one account. Default: `2000`. */
  journalEntries?: number | undefined;
  /** Bound of the journal of one account; its oldest entries go first, several at once. Default: `4096`. */
  journalKibibytes?: number | undefined;
  /** Bound of the whole journal; the oldest entries go first. Default: `64`. */
  journalMebibytes?: number | undefined;
  /** How much of each JSON body the journal keeps. Default: `4096`. */
  journalBodyCharacters?: number | undefined;
  /** Seconds of the account's clock within which the same request is a retry. Default: `600`. */
  journalRetrySeconds?: number | undefined;
  /** Redis or Valkey that several replicas share: redis://host:6379; docs/replicas.md. */
  store?: string | undefined;
  /** A line for each request on standard output; serve on a terminal prints requests. */
  log?: 'off' | 'requests' | 'json' | undefined;
  /** Folder in which accounts and journal outlive the process; docs/data.md. */
  data?: string | undefined;
  /** With data, an answer leaves once the system or the disk has its commit. Default: `"os"`. */
  durable?: 'os' | 'disk' | undefined;
  /** The control API under /_standin/; without it only the health paths answer there. Default: `true`. */
  control?: boolean | undefined;
  /** Token of the control API; needed to listen on an address that other machines reach. */
  controlToken?: string | undefined;
  /** More host names that a server on loopback answers to. Default: `[]`. */
  allowHosts?: string[] | undefined;
  /** Origins whose pages may call the API from a browser, or *; never the control API. Default: `[]`. */
  cors?: string[] | undefined;
  /** More host names of the control API. Default: `[]`. */
  controlHosts?: string[] | undefined;
  /** Seconds for the header section of a request to arrive. Default: `30`. */
  headersTimeoutSeconds?: number | undefined;
  /** Seconds for a whole request to arrive. Default: `60`. */
  requestTimeoutSeconds?: number | undefined;
  /** Seconds that a connection may lie idle between requests. Default: `75`. */
  idleTimeoutSeconds?: number | undefined;
}
