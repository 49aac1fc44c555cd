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
  | 'content_416_too_early'
  | 'content_416_when_done'
  | 'content_busy'
  | 'content_changed_between_ranges'
  | 'content_cut_at_40'
  | 'content_drip'
  | 'content_empty_200'
  | 'content_expired'
  | 'content_html_200'
  | 'content_range_elsewhere'
  | 'content_range_ignored'
  | 'content_range_short'
  | 'content_range_total'
  | 'content_redirect'
  | 'content_redirect_loop'
  | 'content_replaced'
  | 'content_short'
  | 'content_slow_first_byte'
  | 'content_stall'
  | 'cost_drift'
  | 'edit_ignores_duration'
  | 'empty_500'
  | 'exact_balance'
  | 'extra_and_missing_fields'
  | 'fails_in_batch'
  | 'fails_in_pending'
  | 'fails_while_running_refund'
  | 'gateway_html_502'
  | 'idempotency_expired'
  | 'idempotency_mismatch'
  | 'idempotency_race'
  | 'insufficient_mid_batch'
  | 'key_revoked_mid_poll'
  | 'moderated_output'
  | 'poll_404_for_good'
  | 'poll_404_once'
  | 'poll_503_for_good'
  | 'poll_goes_backwards'
  | 'poll_rate_limited'
  | 'poll_stalls'
  | 'rate_limit_burst_then_ok'
  | 'rate_limit_garbage'
  | 'rate_limit_http_date'
  | 'rate_limit_long'
  | 'rate_limit_no_header'
  | 'refund_needs_poll'
  | 'relative_output_url'
  | 'retry_after_ms_conflict'
  | 'skips_running'
  | 'slow_generation'
  | 'slow_headers'
  | 'source_foreign'
  | 'source_not_ready'
  | 'status_unknown_value'
  | 'storm_503'
  | 'stuck_pending'
  | 'stuck_running';

/** Settings of an account: for all accounts, or for one. */
export interface AccountSettingsInput {
  /** Opening balance of an account in US dollars. Default: `1000`. */
  balance?: number | undefined;
  /**
   * How long a generation takes: instant, fast (3 s), realistic, manual (by control API), polls:P,R or seconds:P,R.
   * P is the number of polls or seconds in the status pending. R is the number of polls or seconds in the status
   * running. The range 60..90 means a median of 60 and a 95th percentile of 90. Default: `"fast"`.
   */
  latency?: 'instant' | 'fast' | 'realistic' | 'manual' | `polls:${number},${number}` | `seconds:${string},${string}` | undefined;
  /**
   * The clock of an account: real, frozen, frozen@<ISO 8601 time> or x<rate> with a rate above 0 (x60 runs one
   * minute per real second). Default: `"real"`.
   */
  clock?: 'real' | 'frozen' | `frozen@${string}` | `x${number}` | undefined;
  /** Seed of every random choice. The same seed repeats the choices of a run. Default: `0`. */
  seed?: number | undefined;
  /** When a failed generation is refunded: on a poll, or immediately. Default: `"on_poll"`. */
  settle?: 'on_poll' | 'eager' | undefined;
  /** Rate and concurrency limits of an account. Default: `"off"`. */
  limits?: 'off' | 'realistic' | undefined;
  /** Failure scenario for all accounts; "standin scenarios" lists all scenarios. */
  scenario?: ScenarioName | (string & Record<never, never>) | undefined;
  /** Whether injected delays use real time or the account's clock. Default: `"real"`. */
  wire?: 'real' | 'clock' | undefined;
}

/** An account with its own keys. Other settings default to the settings of every account. */
export interface ListedAccountInput extends AccountSettingsInput {
  /** The name of the account in the control API and in the journal. */
  name: string;
  /** Keys of any form. If several accounts list a key, it opens the first of them. */
  keys: string[];
}

/** Settings as a user writes them; all have defaults. */
export interface SettingsInput extends AccountSettingsInput {
  /** Address to listen on. Default: `"127.0.0.1"`. */
  host?: string | undefined;
  /** Port to listen on. With 0, the server uses a free port. Default: `4242`. */
  port?: number | undefined;
  /**
   * Path before /v1, such as /media, as with a reverse proxy. The URL in output.url does not contain this path.
   * Default: `""`.
   */
  basePath?: string | undefined;
  /** Serve HTTPS: "self-signed", or the files of a certificate and its key, such as cert.pem,key.pem. */
  tls?: 'self-signed' | {
    cert: string;
    key: string;
  } | undefined;
  /** Module with MSW handlers. These handlers receive each request before the emulator. */
  handlers?: string | undefined;
  /** How to log each request on standard output. On a terminal, "serve" logs requests by default. */
  log?: 'off' | 'requests' | 'json' | undefined;
  /** Timeout in seconds for the headers of a request to arrive. Default: `30`. */
  headersTimeoutSeconds?: number | undefined;
  /** Timeout in seconds for a whole request to arrive. Default: `60`. */
  requestTimeoutSeconds?: number | undefined;
  /** Timeout in seconds of an idle connection between requests. Default: `75`. */
  idleTimeoutSeconds?: number | undefined;
  /**
   * Which API keys the server accepts: sk_standin_ keys and listed keys, only listed keys, or any key. Default:
   * `"standin"`.
   */
  auth?: 'standin' | 'listed' | 'any' | undefined;
  /** List of accounts, with keys of any form. Default: `[]`. */
  accounts?: ListedAccountInput[] | undefined;
  /** Delays of scenarios: real uses the delays as written, quick uses shortened delays. Default: `"real"`. */
  pace?: 'real' | 'quick' | undefined;
  /** Fault rules for all accounts. Default: `[]`. */
  faults?: FaultRuleInput[] | undefined;
  /**
   * Statuses of errors. With the value documented, errors have the statuses in the API document. With the value
   * ietf, some errors have 408, 409, 415, 422 or 431, which come from RFCs. Default: `"documented"`.
   */
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
  /** Statuses and codes that your server uses for the errors in docs/api.md. */
  errors?: { [Code in ErrorCode]?: { status?: number | undefined; code?: string | undefined } | undefined } | undefined;
  /** Whether errors and response headers contain a request id. Default: `"all"`. */
  requestIds?: 'all' | 'none' | undefined;
  /** The fields output and error, if they do not apply to a record: omitted, or null. Default: `"left_out"`. */
  absentFields?: 'left_out' | 'null' | undefined;
  /**
   * Response to a repeated Idempotency-Key: replay the first response, ignore the Idempotency-Key, or reject the
   * create request. The server always checks the length of the Idempotency-Key. Default: `"replay"`.
   */
  idempotency?: 'replay' | 'ignore' | 'reject' | undefined;
  /** Status of the response to a replayed create request. Default: `202`. */
  replayStatus?: 200 | 202 | undefined;
  /**
   * Record in the response to a replayed create request: the record of the first response, or the current record.
   * Default: `"stored"`.
   */
  replayBody?: 'stored' | 'current' | undefined;
  /**
   * Response to a repeated Idempotency-Key with another body: refuse (the error of --profile), a number (an error
   * with this status), or ignore (the first response). Default: `"refuse"`.
   */
  mismatch?: 'refuse' | '400' | '409' | '422' | 'ignore' | undefined;
  /** Hours until an Idempotency-Key expires. Default: `24`. */
  idempotencyHours?: number | undefined;
  /**
   * Response to a create request without aspect_ratio, if its workflow requires "adaptive". Default: `"refuse"`.
   */
  omittedAspectRatio?: 'refuse' | 'accept' | undefined;
  /** Null in an optional field of a create request: rejected, or treated as omitted. Default: `"refuse"`. */
  nullFields?: 'refuse' | 'left_out' | undefined;
  /** Content-Type that a create request needs: JSON, or any. Default: `"json"`. */
  contentTypes?: 'json' | 'any' | undefined;
  /**
   * Supported forms of the Range header: all forms with one range, or only bytes=<first>-<last>. Default: `"all"`.
   */
  ranges?: 'all' | 'first_last' | undefined;
  /** Whether clips have ETag and Last-Modified, and whether conditional requests work. Default: `"send"`. */
  validators?: 'send' | 'none' | undefined;
  /** Response to HEAD: the headers of GET, or 405. Default: `"answer"`. */
  head?: 'answer' | 'refuse' | undefined;
  /**
   * Effect of an invalid input file: the generation fails later and is refunded, or the create request is rejected.
   * Default: `"later"`.
   */
  inputFiles?: 'later' | 'at_create' | undefined;
  /** Folder with the input files of a URL prefix. Default: `[]`. */
  media?: {
    prefix: string;
    folder: string;
  }[] | undefined;
  /**
   * Fetch input files from their URLs, within safety limits. By default, the server makes a placeholder from the
   * URL. Default: `false`.
   */
  mediaFetch?: boolean | undefined;
  /** Path of the ffmpeg program (default: the ffmpeg on PATH or in an npm package). */
  ffmpeg?: string | undefined;
  /** TrueType font for title frames with prompts in Chinese, Japanese and other scripts. */
  font?: string | undefined;
  /** Folder of the clip cache (default: a folder in the cache folder of the user). */
  cacheFolder?: string | undefined;
  /**
   * Maximum size of the clip cache in MiB. The server deletes the least recently used parts first. Default: `2048`.
   */
  cacheMebibytes?: number | undefined;
  /**
   * Maximum number of clips to render before their download. With 0, the server renders each clip during its
   * download. Default: `4`.
   */
  renderAhead?: number | undefined;
  /** Folder that keeps accounts and journal across restarts (docs/data.md). */
  data?: string | undefined;
  /**
   * With --data: send each response after the operating system has the change (os), or after the disk has the
   * change (disk). Default: `"os"`.
   */
  durable?: 'os' | 'disk' | undefined;
  /** Redis or Valkey that several replicas share, such as redis://host:6379 (docs/replicas.md). */
  store?: string | undefined;
  /**
   * Memory of the whole process in MiB. Accounts use the memory that clips, journal and Node do not need. Default:
   * `2048`.
   */
  totalMebibytes?: number | undefined;
  /** Memory for clips in MiB. Default: `256`. */
  memoryMebibytes?: number | undefined;
  /**
   * Maximum number of accounts. If a new account would exceed this number, the server deletes an idle account. If
   * no account is idle, the request gets 503. Default: `10000`.
   */
  maxAccounts?: number | undefined;
  /** Number of seconds without a request after which an account is idle. Default: `3600`. */
  accountIdleSeconds?: number | undefined;
  /**
   * Maximum number of generations in all accounts. Above this number, the server deletes the oldest generation that
   * has ended. Default: `1000000`.
   */
  maxGenerations?: number | undefined;
  /** Maximum number of generations in one account. Default: `200000`. */
  maxGenerationsPerAccount?: number | undefined;
  /** Record each request in the journal. Default: `true`. */
  journal?: boolean | undefined;
  /** Maximum number of journal entries of one account. Default: `2000`. */
  journalEntries?: number | undefined;
  /**
   * Maximum size of the journal of one account in KiB. The server deletes the oldest entries first. Default:
   * `4096`.
   */
  journalKibibytes?: number | undefined;
  /** Maximum size of the whole journal in MiB. The server deletes the oldest entries first. Default: `64`. */
  journalMebibytes?: number | undefined;
  /** Maximum number of characters of a JSON body that the journal stores. Default: `4096`. */
  journalBodyCharacters?: number | undefined;
  /**
   * Time in seconds on the account's clock. Within this time, the same request counts as a retry. Default: `600`.
   */
  journalRetrySeconds?: number | undefined;
  /** Serve the control API and the panel under /_standin/. The health paths always work. Default: `true`. */
  control?: boolean | undefined;
  /**
   * Token for the control API. It is necessary if the server listens on an address that other machines can reach.
   */
  controlToken?: string | undefined;
  /** Additional host names that the control API accepts. Default: `[]`. */
  controlHosts?: string[] | undefined;
  /** Additional host names that a server on a loopback address accepts. Default: `[]`. */
  allowHosts?: string[] | undefined;
  /**
   * Origins of web pages that can call the API, but not the control API. The value * allows all origins. Default:
   * `[]`.
   */
  cors?: string[] | undefined;
}
