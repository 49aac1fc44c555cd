/** The published clients that are judged: how each is driven, and what its readers are told to set. */

import { execFileSync } from 'node:child_process';
import { basename, join } from 'node:path';

export interface PublishedClient {
  readonly name: string;
  /** In `docs/examples/clients/published/`. */
  readonly driver: string;
  /** npm packages of `package.json` here, or a program with the arguments that make it tell its version. */
  readonly from: readonly string[] | { readonly program: string; readonly tell: string };
  /** What its documentation says of retries, and the driver does. */
  readonly documented: string;
  /** What to set or to do; the driver's argument `advised` sets what can be set. */
  readonly advice: string;
  /** The mistakes that `standin audition --explore 60 --seed 1` found beyond the scenarios. */
  readonly found?: string;
  /** Globs over scenarios, of a client that only downloads. */
  readonly only?: string;
}

const NO_RETRIES = 'It does not retry, and has no timeout.';

export const PUBLISHED: readonly PublishedClient[] = [
  {
    name: 'openai',
    found: 'After `Retry-After: soon`, which is not a date and not a number, it polls again within 10 ms.',
    driver: 'openai.mjs',
    from: ['openai'],
    documented: 'Its defaults are two retries of every request, even of creates, and a timeout of ten minutes.',
    advice:
      'Give each create an `Idempotency-Key` in `headers`, because the client retries creates without one. Set `maxRetries: 6` and a `timeout` in seconds rather than minutes.',
  },
  {
    name: 'fetch',
    driver: 'fetch.mjs',
    from: [],
    documented: NO_RETRIES,
    advice:
      'Give each request `signal: AbortSignal.timeout(ms)`, and write the retries yourself. Use one Idempotency-Key for each generation that you want, in all its retries.',
  },
  {
    name: 'axios',
    driver: 'axios.mjs',
    from: ['axios', 'axios-retry'],
    documented:
      '`axiosRetry(client, { retries: 3, retryDelay: exponentialDelay })`: it retries 5xx of idempotent requests, and all broken connections, even of creates.',
    advice:
      'Set `timeout` on the client. Let `retryCondition` accept 429, and creates with an `Idempotency-Key`. Raise `retries` to 6 with a first delay of 300 ms.',
  },
  {
    name: 'got',
    driver: 'got.mjs',
    from: ['got'],
    documented: 'Its defaults are two retries of idempotent requests, and no timeout.',
    advice:
      'Set `timeout: { response, socket }` and `retry: { limit: 5, methods: ["GET", "HEAD", "POST"], maxRetryAfter }`, with an `Idempotency-Key` on each create. A `Retry-After` above `maxRetryAfter` ends the request.',
  },
  {
    name: 'ky',
    found: 'With the advised settings, it polls again at once after `Retry-After: soon`. Two of three runs showed it.',
    driver: 'ky.mjs',
    from: ['ky'],
    documented: 'Its defaults are two retries of idempotent requests, and a timeout of ten seconds.',
    advice:
      'Set `retry: { limit: 5, methods: ["get", "head", "post"], retryOnTimeout: true, jitter: true }`, with an `Idempotency-Key` on each create. Its timeout covers the whole request, so set it longer than the longest download.',
  },
  {
    name: 'undici',
    found:
      'If the body of a create or a poll breaks off, `RetryAgent` sends the request again with `Range`. Then it gives up: "Content-Range mismatch".',
    driver: 'undici.mjs',
    from: ['undici'],
    documented: '`new RetryAgent(new Agent())`: five retries of idempotent requests, and resumed downloads.',
    advice:
      'Add `POST` to `methods`, and send an `Idempotency-Key` with each create. By default, `headersTimeout` and `bodyTimeout` of the agent are five minutes. To follow redirects, compose `interceptors.redirect()`.',
  },
  {
    name: 'urllib',
    found:
      'An error whose body breaks off raises `IncompleteRead` while the body is read. The driver does not handle it, and ends with a traceback.',
    driver: 'urllib.py',
    from: { program: 'python3', tell: '--version' },
    documented: NO_RETRIES,
    advice:
      'Give `urlopen` a `timeout`, and write the retries yourself. Use one Idempotency-Key for each generation that you want, in all its retries. Handle redirects yourself, because it sends all headers, including the key, to every address of a redirect.',
  },
  {
    name: 'net/http',
    driver: 'nethttp.go',
    from: { program: 'go', tell: 'version' },
    documented: NO_RETRIES,
    advice:
      'Set `Timeout` of the client longer than the longest download, because it covers the whole request. Write the retries yourself. Use one Idempotency-Key for each generation that you want, in all its retries.',
  },
  {
    name: 'curl',
    driver: 'curl.sh',
    from: { program: 'curl', tell: '--version' },
    documented: '`--retry 5 --fail-with-body --location`: it retries timeouts, 408, 429 and 5xx, even of creates.',
    advice:
      'Send an `Idempotency-Key` with each create. Limit the retries with `--retry-max-time`, and stalled downloads with `--speed-limit 1 --speed-time <seconds>`. Do not use `--retry-all-errors`, which also retries a 401.',
  },
  {
    name: 'wget',
    driver: 'wget.sh',
    from: { program: 'wget', tell: '--version' },
    documented:
      '`--tries=5 --waitretry=5 --retry-on-http-error=429,500,502,503,504`: it also retries broken connections, even of creates.',
    advice:
      'Send an `Idempotency-Key` with each create, and set `--timeout`. It ignores Retry-After. It sends `--header` to every address of a redirect, so use `--max-redirect=0`.',
  },
  {
    name: 'aria2',
    driver: 'aria2.sh',
    from: { program: 'aria2c', tell: '--version' },
    only: 'content_*',
    documented: 'Its defaults are five tries of a download, without a pause between them.',
    advice: 'Set `--timeout`, and `--retry-wait=2`. Without `--retry-wait`, it does not retry a 503.',
  },
];

/** The command that starts a driver which lies in a folder; of Go it is built first. */
export function commandOf({ driver }: PublishedClient, folder: string): string[] {
  const path = join(folder, driver);
  if (driver.endsWith('.mjs')) return [process.execPath, path];
  if (driver.endsWith('.py')) return ['python3', path];
  if (driver.endsWith('.sh')) return ['sh', path];
  // Beside the copy of the driver, which goes with its folder.
  const program = join(folder, `${basename(driver)}.program`);
  execFileSync('go', ['build', '-o', program, path], { stdio: ['ignore', 'ignore', 'inherit'] });
  return [program];
}
