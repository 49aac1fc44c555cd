/** Lists the published clients to judge, with their drivers and the advice for their users. */

import { execFileSync } from 'node:child_process';
import { basename, join } from 'node:path';

export interface PublishedClient {
  readonly name: string;
  /** The path in `docs/examples/clients/published/`. */
  readonly driver: string;
  /** The npm packages, or a program with the argument that prints its version. */
  readonly from: readonly string[] | { readonly program: string; readonly tell: string };
  /** The documented retries of the client, which the driver uses. */
  readonly documented: string;
  /** The advice to users. With the argument `advised`, the driver uses the advised settings. */
  readonly advice: string;
  /** The mistakes that only `standin audition --explore 60 --seed 1` found. */
  readonly found?: string;
  /** The pattern of the scenarios for a client that only downloads. */
  readonly only?: string;
}

const NO_RETRIES = 'By default, the client does not retry and does not have a timeout.';

export const PUBLISHED: readonly PublishedClient[] = [
  {
    name: 'openai',
    found: 'After `Retry-After: soon`, which is an invalid value, the client polls again within 10 ms.',
    driver: 'openai.mjs',
    from: ['openai'],
    documented:
      'By default, the client retries every request twice, even a create. The default timeout is ten minutes.',
    advice:
      'The client also retries creates, so add an `Idempotency-Key` to the `headers` of each create. Set `maxRetries: 6`, and shorten `timeout` to a few seconds.',
  },
  {
    name: 'fetch',
    driver: 'fetch.mjs',
    from: [],
    documented: NO_RETRIES,
    advice:
      'Add `signal: AbortSignal.timeout(ms)` to each request. Write the code for retries yourself. Send the same Idempotency-Key with all attempts to create one generation.',
  },
  {
    name: 'axios',
    driver: 'axios.mjs',
    from: ['axios', 'axios-retry'],
    documented:
      '`axiosRetry(client, { retries: 3, retryDelay: exponentialDelay })`. After 5xx, the client retries idempotent requests. After a broken connection, the client retries all requests, even creates.',
    advice:
      'Set `timeout` on the client. Write a `retryCondition` that retries after 429. It should also retry creates that have an `Idempotency-Key`. Set `retries` to 6, and start with a delay of 300 ms.',
  },
  {
    name: 'got',
    driver: 'got.mjs',
    from: ['got'],
    documented: 'By default, the client retries idempotent requests twice, and does not have a timeout.',
    advice:
      'Set `timeout: { response, socket }` and `retry: { limit: 5, methods: ["GET", "HEAD", "POST"], maxRetryAfter }`. Send an `Idempotency-Key` with each create. If `Retry-After` is larger than `maxRetryAfter`, the request fails without a retry.',
  },
  {
    name: 'ky',
    found:
      'With the recommended settings, the client polls again immediately after `Retry-After: soon`, which is an invalid value. This happened in two of three runs.',
    driver: 'ky.mjs',
    from: ['ky'],
    documented: 'By default, the client retries idempotent requests twice. The default timeout is ten seconds.',
    advice:
      'Set `retry: { limit: 5, methods: ["get", "head", "post"], retryOnTimeout: true, jitter: true }`. Send an `Idempotency-Key` with each create. The timeout limits the whole request, so the timeout must be longer than your longest download.',
  },
  {
    name: 'undici',
    found:
      'If the response to a create or a poll breaks off, `RetryAgent` sends the request again with a `Range` header. Then the client gives up with the error "Content-Range mismatch".',
    driver: 'undici.mjs',
    from: ['undici'],
    documented:
      '`new RetryAgent(new Agent())`. The client retries idempotent requests five times, and resumes downloads.',
    advice:
      'Add `POST` to `methods`, and send an `Idempotency-Key` with each create. Shorten the options `headersTimeout` and `bodyTimeout` of the agent. By default, these timeouts are five minutes. To follow redirects, add `interceptors.redirect()`.',
  },
  {
    name: 'urllib',
    found:
      'If the body of an error response breaks off, the client raises `IncompleteRead`. The driver does not handle this exception, and ends with a traceback.',
    driver: 'urllib.py',
    from: { program: 'python3', tell: '--version' },
    documented: NO_RETRIES,
    advice:
      'Pass a `timeout` to `urlopen`. Write the code for retries yourself. Send the same Idempotency-Key with all attempts to create one generation. Handle redirects yourself, because the client sends all headers, including the API key, to the address of a redirect.',
  },
  {
    name: 'net/http',
    driver: 'nethttp.go',
    from: { program: 'go', tell: 'version' },
    documented: NO_RETRIES,
    advice:
      'Set `Timeout` of the client to a longer time than your longest download takes, because this timeout limits the whole request. Write the code for retries yourself. Send the same Idempotency-Key with all attempts to create one generation.',
  },
  {
    name: 'curl',
    driver: 'curl.sh',
    from: { program: 'curl', tell: '--version' },
    documented:
      '`--retry 5 --fail-with-body --location`. The client retries all requests, even creates, after timeouts, 408, 429 and 5xx.',
    advice:
      'Send an `Idempotency-Key` with each create. Limit the time of the retries with `--retry-max-time`. End stalled downloads with `--speed-limit 1 --speed-time <seconds>`. Do not use `--retry-all-errors`, because this option also retries after a 401.',
  },
  {
    name: 'wget',
    driver: 'wget.sh',
    from: { program: 'wget', tell: '--version' },
    documented:
      '`--tries=5 --waitretry=5 --retry-on-http-error=429,500,502,503,504`. The client also retries all requests, even creates, after broken connections.',
    advice:
      'Send an `Idempotency-Key` with each create, and set `--timeout`. The client ignores Retry-After. If a response is a redirect, the client sends the headers of `--header` to the new address. So use `--max-redirect=0`.',
  },
  {
    name: 'aria2',
    driver: 'aria2.sh',
    from: { program: 'aria2c', tell: '--version' },
    only: 'content_*',
    documented: 'By default, the client tries a download five times, and does not pause between the attempts.',
    advice: 'Set `--timeout` and `--retry-wait=2`. Without `--retry-wait`, the client does not retry after a 503.',
  },
];

/** Returns the command that starts a driver in a folder. Go drivers are built first. */
export function commandOf({ driver }: PublishedClient, folder: string): string[] {
  const path = join(folder, driver);
  if (driver.endsWith('.mjs')) return [process.execPath, path];
  if (driver.endsWith('.py')) return ['python3', path];
  if (driver.endsWith('.sh')) return ['sh', path];
  // The program is next to the copy of the driver, so it is deleted with the folder.
  const program = join(folder, `${basename(driver)}.program`);
  execFileSync('go', ['build', '-o', program, path], { stdio: ['ignore', 'ignore', 'inherit'] });
  return [program];
}
