/** A profile as a user writes it. Written by `npm run generate` from `profile.ts`: edit there. */

/** A server, and how the kit shall judge it; all of it may be left out. */
export interface ProfileInput {
  /** The URL of the API, without /v1/videos. */
  baseUrl?: string | undefined;
  /** API keys of the target, by purpose. */
  keys?: {
    /** The API key that most requests carry. */
    primary?: string | undefined;
    /** A key of another account. */
    other?: string | undefined;
    /** A key of an account without credits. */
    poor?: string | undefined;
    /** A key with credits for exactly one 4 s clip at 480p, which a run spends. */
    once?: string | undefined;
    /**
     * A revoked key. With triggers.revoke, a valid key that the run revokes; before that, it pays for a clip of 6 s
     * at 480p if it can.
     */
    revoked?: string | undefined;
    /** A key whose generations take a few polls; by default the primary key. */
    watched?: string | undefined;
    /** Another key of the account of the primary key. */
    second?: string | undefined;
  } | undefined;
  /** How to trigger rare behavior of the target. */
  triggers?: {
    /** Fields of a create that make its generation fail in any workflow, such as { "prompt": "..." }. */
    failing?: Record<string, unknown> | undefined;
    /**
     * A path under the base URL; a POST to it without a key revokes the key "revoked", which is valid before that.
     */
    revoke?: string | undefined;
  } | undefined;
  /**
   * Where a get with the primary key returns the balance of its account in US dollars. No other client may use the
   * account during the run. If the path is the same for every key, the run finds the request that caused a double
   * refund.
   */
  balance?: {
    /** A path under the base URL. */
    path: string;
    /** The field of its JSON, with dots: "credits.left_usd". */
    field: string;
  } | undefined;
  /** Files that the target can fetch; without them, the run skips their checks. */
  media?: {
    /** Images that the target can fetch; the kit varies their query. Default: `[]`. */
    images?: string[] | undefined;
    /** Sounds of 2 to 3 seconds that the target can fetch. Default: `[]`. */
    audio?: string[] | undefined;
    /** Valid files at the limits of the rules. They are the references of a clip, so they cost nothing more. */
    edges?: {
      /**
       * Valid images at a limit: a side of 300 or 6000 pixels, a ratio of nearly 2:5 or 5:2, or nearly 30 MB.
       * Default: `[]`.
       */
      images?: string[] | undefined;
      /** Valid sounds at a limit, such as a sound of 30 s; together they last at most 30 s. Default: `[]`. */
      audio?: string[] | undefined;
    } | undefined;
    /**
     * Unfit files by the rule that they break: image.public, image.type, image.size, image.pixels, image.ratio,
     * audio.public, audio.type, audio.size and audio.seconds. For audio.combined, give a valid sound of nearly 30
     * s. For image.ratio and audio.seconds, you may give two files: too wide and too tall, or too long and too
     * short. For image.type and audio.type, you may give three files: a GIF, a text file with the name .png, and a
     * truncated file. For image.pixels, you may give three files: too narrow, too high, and too low. Without
     * --thorough, the third file is used after a valid image.
     */
    unfit?: Record<string, string | string[]> | undefined;
  } | undefined;
  /** Limits in seconds. */
  timing?: {
    /** Maximum time of one request, in seconds. Default: `30`. */
    requestSeconds?: number | undefined;
    /** Maximum time of one generation, from its create to its end, in seconds. Default: `1800`. */
    generationSeconds?: number | undefined;
    /** Maximum time that one request waits in all after 429 and 503, in seconds. Default: `120`. */
    patienceSeconds?: number | undefined;
    /** Maximum time of the whole run, in seconds. Default: `7200`. */
    runSeconds?: number | undefined;
    /** The first pause between two polls; they grow by half up to 15 s. Default: `2`. */
    pollSeconds?: number | undefined;
  } | undefined;
  /**
   * Promises that fail the run if they are broken: of the API document, or also of HTTP. Default: `["document"]`.
   */
  gates?: ('document' | 'http')[] | undefined;
  /**
   * Edition whose checks count, such as 0.1; newer checks run and are reported, but do not count. Default: `"0.2"`.
   */
  edition?: '0.1' | '0.2' | undefined;
  /** US dollars that the run may spend. */
  budget?: number | undefined;
  /**
   * US dollars for each billed second. Text creates and extensions with sound must have these prices, to the cent.
   * Without prices, the run assumes the price of the first create for all creates.
   */
  prices?: {
    /** For output seconds, by resolution. */
    withoutSources: Record<'480p' | '720p' | '1080p', number>;
    /** For input and output seconds of creates with source videos, by resolution. */
    withSources: Record<'480p' | '720p' | '1080p', number>;
  } | undefined;
  /** Maximum number of requests at once. Default: `4`. */
  concurrency?: number | undefined;
  /** Maximum number of requests that start in one second. */
  ratePerSecond?: number | undefined;
  /** Ids of completed generations of the account, to use in place of paid ones. Default: `[]`. */
  reuse?: string[] | undefined;
  /**
   * Also check every resolution, aspect ratio, workflow and rule for input files, which costs more. Default:
   * `false`.
   */
  thorough?: boolean | undefined;
  /** Also send huge bodies and deeply nested JSON. Default: `false`. */
  hostile?: boolean | undefined;
  /** Also send requests in quick succession until the server returns 429. Default: `false`. */
  provoke?: boolean | undefined;
  /**
   * A search for broken promises after the run: sequences of requests are drawn, and those that fail are made
   * smaller.
   */
  explore?: {
    /**
     * After the run, search for broken promises: draw this many sequences of requests, and show the smallest one
     * for each mistake.
     */
    rounds?: number | undefined;
    /** With --explore: number that the sequences follow from. Default: `1`. */
    seed?: number | undefined;
    /** With --explore: end the search after this time, such as 90s, 5m or 1h. */
    seconds?: number | undefined;
    /** The number of mistakes after which the search ends: 10 by default. */
    findings?: number | undefined;
    /** Runs no check before the search. Default: `false`. */
    alone?: boolean | undefined;
  } | undefined;
  /** Run only these checks or sections; * matches any characters. Default: `[]`. */
  only?: string[] | undefined;
  /** Leave out these checks or sections; * matches any characters. Default: `[]`. */
  skip?: string[] | undefined;
  /** Observations that must have this value. */
  expect?: Record<string, string> | undefined;
  /** Known failures that do not count yet. Default: `[]`. */
  baseline?: {
    /** Id of the check. */
    check: string;
    /** Why it may fail for now. */
    reason: string;
    /** The day when it counts again. */
    expires: string;
  }[] | undefined;
}
