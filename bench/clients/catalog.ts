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

const NO_RETRIES = 'Nothing: it retries nothing, and has no timeout.';

export const PUBLISHED: readonly PublishedClient[] = [
  {
    name: 'openai',
    found: 'After `Retry-After: soon`, which is not a date and not a number, it polls again within 10 ms.',
    driver: 'openai.mjs',
    from: ['openai'],
    documented: 'Its defaults: two retries of every request, creates too, and a timeout of ten minutes.',
    advice:
      'Give each create an `Idempotency-Key` in `headers`: it sends none by itself, and retries creates. Set `maxRetries: 6` and a `timeout` in seconds rather than minutes.',
  },
  {
    name: 'fetch',
    driver: 'fetch.mjs',
    from: [],
    documented: NO_RETRIES,
    advice:
      'Give each request `signal: AbortSignal.timeout(ms)`, and write the retries yourself, with a key for each intent.',
  },
  {
    name: 'axios',
    driver: 'axios.mjs',
    from: ['axios', 'axios-retry'],
    documented:
      '`axiosRetry(client, { retries: 3, retryDelay: exponentialDelay })`: 5xx of what is idempotent, and connections that broke, of creates too.',
    advice:
      'Set `timeout` on the client. Let `retryCondition` take 429 and creates that have an `Idempotency-Key`, and raise `retries` to 6 with a first delay of 300 ms.',
  },
  {
    name: 'got',
    driver: 'got.mjs',
    from: ['got'],
    documented: 'Its defaults: two retries of what is idempotent, and no timeout.',
    advice:
      'Set `timeout: { response, socket }` and `retry: { limit: 5, methods: ["GET", "HEAD", "POST"], maxRetryAfter }`, with an `Idempotency-Key` on each create: a longer Retry-After ends it.',
  },
  {
    name: 'ky',
    found: 'With the advised settings, it polls again at once after `Retry-After: soon`. Two of three runs showed it.',
    driver: 'ky.mjs',
    from: ['ky'],
    documented: 'Its defaults: two retries of what is idempotent, and a timeout of ten seconds.',
    advice:
      'Set `retry: { limit: 5, methods: ["get", "head", "post"], retryOnTimeout: true, jitter: true }`, with an `Idempotency-Key` on each create. Its timeout is one of the whole request: for downloads it has to be longer than the longest of them.',
  },
  {
    name: 'undici',
    found:
      'If the body of a create or a poll breaks off, `RetryAgent` sends the request again with `Range`. Then it gives up: "Content-Range mismatch".',
    driver: 'undici.mjs',
    from: ['undici'],
    documented: '`new RetryAgent(new Agent())`: five retries of what is idempotent, and downloads that are resumed.',
    advice:
      'Set `methods` with `POST` and an `Idempotency-Key` on each create; `headersTimeout` and `bodyTimeout` of the agent are five minutes each. Compose `interceptors.redirect()` where redirects are to be followed.',
  },
  {
    name: 'urllib',
    found:
      'An error whose body breaks off raises `IncompleteRead` while the body is read. The driver does not handle it, and ends with a traceback.',
    driver: 'urllib.py',
    from: { program: 'python3', tell: '--version' },
    documented: NO_RETRIES,
    advice:
      'Give `urlopen` a `timeout`, and write the retries yourself, with a key for each intent. Take redirects in hand: it sends the headers of the request, the key among them, wherever an answer leads it.',
  },
  {
    name: 'net/http',
    driver: 'nethttp.go',
    from: { program: 'go', tell: 'version' },
    documented: NO_RETRIES,
    advice:
      'Set `Timeout` of the client, longer than the longest download takes, as it is one of the whole request; and write the retries yourself, with a key for each intent.',
  },
  {
    name: 'curl',
    driver: 'curl.sh',
    from: { program: 'curl', tell: '--version' },
    documented: '`--retry 5 --fail-with-body --location`: it retries 408, 429 and 5xx, creates too, and timeouts.',
    advice:
      'Send an `Idempotency-Key` with each create, bound the retries with `--retry-max-time`, and silences with `--speed-limit 1 --speed-time <seconds>`. Not `--retry-all-errors`: it sends again what was refused with 401 as well.',
  },
  {
    name: 'wget',
    driver: 'wget.sh',
    from: { program: 'wget', tell: '--version' },
    documented:
      '`--tries=5 --waitretry=5 --retry-on-http-error=429,500,502,503,504`: connections that broke are tried again as well, creates too.',
    advice:
      'Send an `Idempotency-Key` with each create, and set `--timeout`. It knows no Retry-After, and sends `--header` wherever a redirect leads it: use `--max-redirect=0`.',
  },
  {
    name: 'aria2',
    driver: 'aria2.sh',
    from: { program: 'aria2c', tell: '--version' },
    only: 'content_*',
    documented: 'Its defaults: five tries of a download, without a pause between them.',
    advice: 'Set `--retry-wait=2`, without which it tries no 503 again, and `--timeout`.',
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
