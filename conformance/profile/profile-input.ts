/** A profile as a user writes it. Written by `npm run generate` from `profile.ts`: edit there. */

/** A server and the rules by which the kit judges it. All fields are optional. */
export interface ProfileInput {
  /** The URL of the API, without /v1/videos. */
  baseUrl?: string | undefined;
  /** API keys of the target, by purpose. */
  keys?: {
    /** The API key that most requests carry. */
    primary?: string | undefined;
    /** A key of another account. */
    other?: string | undefined;
    /** A key of an account that has no credits. */
    poor?: string | undefined;
    /** A key with credits for exactly one clip of 4 s at 480p with sound. A run spends these credits. */
    once?: string | undefined;
    /**
     * A revoked key. With triggers.revoke, this is a valid key that the run revokes. If the key has credits, the
     * run first makes a clip of 6 s at 480p with this key.
     */
    revoked?: string | undefined;
    /** A key for generations that take longer than a few polls; default: the primary key. */
    watched?: string | undefined;
    /** Another key for the account of the primary key. */
    second?: string | undefined;
  } | undefined;
  /** Ways to trigger rare behavior of the target. */
  triggers?: {
    /** Fields of a create request that make its generation fail in every workflow, such as { "prompt": "..." }. */
    failing?: Record<string, unknown> | undefined;
    /**
     * A path under the base URL. A POST request to this path, without a key, revokes the key "revoked". Before
     * that, the key is valid.
     */
    revoke?: string | undefined;
  } | undefined;
  /**
   * The place from which the run reads the balance: a get request with the primary key returns the balance of the
   * account in US dollars. Do not use the account with another client during the run. If the path is the same for
   * every key, the run can find out which request caused a double refund.
   */
  balance?: {
    /** A path under the base URL. */
    path: string;
    /** The field of the JSON response that contains the balance. Separate names with dots: "credits.left_usd". */
    field: string;
  } | undefined;
  /** Files that the target can fetch. Without these files, the run skips the checks that need them. */
  media?: {
    /**
     * URLs of images that the target can fetch. If a create needs more images, the run adds different queries to
     * these URLs. Default: `[]`.
     */
    images?: string[] | undefined;
    /** URLs of audio files of 2 to 3 seconds that the target can fetch. Default: `[]`. */
    audio?: string[] | undefined;
    /**
     * Valid files exactly at the limits of the rules. One clip uses them as references, so these files do not cause
     * extra costs.
     */
    edges?: {
      /**
       * Valid images exactly at a limit: a side of 300 or 6000 pixels, an aspect ratio of nearly 2:5 or 5:2, or
       * nearly 30 MB. Default: `[]`.
       */
      images?: string[] | undefined;
      /**
       * Valid audio files exactly at a limit, such as an audio file of 30 s. All of them together last at most 30
       * s. Default: `[]`.
       */
      audio?: string[] | undefined;
    } | undefined;
    /**
     * Files that break a rule. The name of each member is the name of a rule: image.public, image.type, image.size,
     * image.pixels, image.ratio, audio.public, audio.type, audio.size and audio.seconds. For audio.combined, give a
     * valid audio file of nearly 30 s. For image.ratio, you can give two files: a file that is too wide and a file
     * that is too tall. For audio.seconds, you can give two files: a file that is too long and a file that is too
     * short. For image.type and audio.type, you can give three files: a GIF, a text file with the name .png, and a
     * truncated file. For image.pixels, you can give three files: too narrow, too high, and too low. Without
     * --thorough, the run sends the third file after a valid image.
     */
    unfit?: Record<string, string | string[]> | undefined;
  } | undefined;
  /** Limits in seconds. */
  timing?: {
    /** Maximum time of one request, in seconds. Default: `30`. */
    requestSeconds?: number | undefined;
    /** Maximum time of one generation, from its create request to its end, in seconds. Default: `1800`. */
    generationSeconds?: number | undefined;
    /** Maximum total waiting time of one request after 429 and 503, in seconds. Default: `120`. */
    patienceSeconds?: number | undefined;
    /** Maximum time of the whole run, in seconds. Default: `7200`. */
    runSeconds?: number | undefined;
    /**
     * The first pause between two polls, in seconds. Each later pause is 1.5 times as long as the previous pause,
     * up to 15 s. Default: `2`.
     */
    pollSeconds?: number | undefined;
  } | undefined;
  /**
   * Kinds of promises that fail the run if the server breaks them, from the API document or from HTTP. Default:
   * `["document"]`.
   */
  gates?: ('document' | 'http')[] | undefined;
  /**
   * Edition of the checks that count, such as 0.1. Newer checks also run and appear in the report, but do not
   * change the exit status. Default: `"0.2"`.
   */
  edition?: '0.1' | '0.2' | undefined;
  /** Maximum cost of the run in US dollars. */
  budget?: number | undefined;
  /**
   * Prices in US dollars for each billed second. The cost of text create requests, and of extensions with sound,
   * must match these prices to the cent. Without prices, the run assumes that all create requests have the price of
   * the first create request.
   */
  prices?: {
    /** Price of an output second, by resolution. */
    withoutSources: Record<'480p' | '720p' | '1080p', number>;
    /** Price of an input or output second of create requests with source videos, by resolution. */
    withSources: Record<'480p' | '720p' | '1080p', number>;
  } | undefined;
  /** Maximum number of parallel requests. Default: `4`. */
  concurrency?: number | undefined;
  /** Maximum number of requests that start in one second. */
  ratePerSecond?: number | undefined;
  /**
   * Ids of completed generations of the account. The run uses these generations instead of paying for new
   * generations. Default: `[]`.
   */
  reuse?: string[] | undefined;
  /**
   * Also check every resolution, aspect ratio, workflow and rule for input files. This costs more. Default:
   * `false`.
   */
  thorough?: boolean | undefined;
  /** Also send huge bodies and deeply nested JSON. Default: `false`. */
  hostile?: boolean | undefined;
  /** Also send requests in quick succession until the server returns 429. Default: `false`. */
  provoke?: boolean | undefined;
  /**
   * A search for broken promises after the run. The run sends random sequences of requests, and shortens the
   * sequences that fail.
   */
  explore?: {
    /**
     * After the run, search for broken promises with this many random sequences of requests. For each mistake, the
     * report shows the shortest sequence.
     */
    rounds?: number | undefined;
    /** With --explore: seed of the random sequences. Default: `1`. */
    seed?: number | undefined;
    /** With --explore: end the search after this time, such as 90s, 5m or 1h. */
    seconds?: number | undefined;
    /** The number of mistakes after which the search ends (default: 10). */
    findings?: number | undefined;
    /** Does not run checks before the search. Default: `false`. */
    alone?: boolean | undefined;
  } | undefined;
  /** Run only these checks or sections; * matches any characters. Default: `[]`. */
  only?: string[] | undefined;
  /** Do not run these checks or sections; * matches any characters. Default: `[]`. */
  skip?: string[] | undefined;
  /** Observations that must have this value. */
  expect?: Record<string, string> | undefined;
  /** Known failures. Until the given day, these failures do not fail the run. Default: `[]`. */
  baseline?: {
    /** Id of the check. */
    check: string;
    /** The reason why this failure is accepted for now. */
    reason: string;
    /** The day when this failure counts again. */
    expires: string;
  }[] | undefined;
}
