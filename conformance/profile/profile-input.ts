/** A profile as a user writes it. Written by `npm run generate` from `profile.ts`: edit there. */

/** A server, and how the kit shall judge it; all of it may be left out. */
export interface ProfileInput {
  /** Where the API is; what follows it is /v1/videos. */
  baseUrl?: string | undefined;
  /** API keys of the target, by what each is for. */
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
     * A key that was valid once; with triggers.revoke, a valid key that the run revokes, and that first pays for a
     * clip of 6 s at 720p if it can.
     */
    revoked?: string | undefined;
    /** A key whose generations take a few polls; by default the primary key. */
    watched?: string | undefined;
    /** Another key of the account of the primary key. */
    second?: string | undefined;
  } | undefined;
  /** How to bring about what the target does seldom. */
  triggers?: {
    /** Fields of a create that make its generation fail in any workflow, such as { "prompt": "..." }. */
    failing?: Record<string, unknown> | undefined;
    /**
     * A path under the base URL; a POST to it, without a key, takes back the key "revoked", which works until then.
     */
    revoke?: string | undefined;
  } | undefined;
  /**
   * Where a get with the primary key tells how many US dollars its account can spend; nobody else may use the
   * account during the run. If the path is the same for every key, a refund that comes twice is traced to its
   * request.
   */
  balance?: {
    /** A path under the base URL. */
    path: string;
    /** The field of its JSON, with dots: "credits.left_usd". */
    field: string;
  } | undefined;
  /** Files that the target can fetch; without them their checks are not tried. */
  media?: {
    /** Images that the target can fetch; the kit varies their query. Default: `[]`. */
    images?: string[] | undefined;
    /** Sounds of 2 to 3 seconds that the target can fetch. Default: `[]`. */
    audio?: string[] | undefined;
    /** Files at the edges of the rules, which are references of a clip that is made anyway. */
    edges?: {
      /**
       * Images that are only just fit: with an axis of 300 or 6000 pixels, nearly 2:5 or 5:2, nearly 30 MB.
       * Default: `[]`.
       */
      images?: string[] | undefined;
      /** Sounds that are only just fit and last at most 30 s together, such as one of 30 s. Default: `[]`. */
      audio?: string[] | undefined;
    } | undefined;
    /**
     * Files that break a rule, by the rule: image.public, image.type, image.size, image.pixels, image.ratio,
     * audio.public, audio.type, audio.size, audio.seconds; and audio.combined, a fit one of nearly 30 s. For
     * image.ratio and audio.seconds it may be a list of two, one for each end: too wide and too tall, too long and
     * too short. For image.type and audio.type it may be up to three, such as a GIF, a text whose name ends in .png
     * and a file that is cut off. For image.pixels it may be three, each unfit on one axis only: too narrow, too
     * high, and too low, which stands behind a fit image in a run without --thorough.
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
  /** Promises whose breach fails the run: of the API document, or also of HTTP. Default: `["document"]`. */
  gates?: ('document' | 'http')[] | undefined;
  /**
   * Edition whose checks count, such as 0.1; newer checks run and are reported, and do not count. Default: `"0.2"`.
   */
  edition?: '0.1' | '0.2' | undefined;
  /** US dollars that the run may spend. */
  budget?: number | undefined;
  /**
   * US dollars for each billed second: text and extensions with sound have to cost so, to the cent; without it the
   * first cost_usd stands for every create.
   */
  prices?: {
    /** Of output, by resolution. */
    withoutSources: Record<'480p' | '720p' | '1080p', number>;
    /** Of input and output where there are source videos, by resolution. */
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
  /** Also send requests in quick succession until the server answers 429. Default: `false`. */
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
  /** Failures that are known and do not count yet. Default: `[]`. */
  baseline?: {
    /** Id of the check. */
    check: string;
    /** Why it may fail for now. */
    reason: string;
    /** The day from which on it counts again. */
    expires: string;
  }[] | undefined;
}
