/** As much of autocannon as is used here; the package has no types of its own. */

declare module 'autocannon' {
  interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds; or else so many requests in all. */
    readonly duration?: number;
    readonly amount?: number;
    readonly requests: readonly {
      readonly method: string;
      readonly path: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly onResponse?: (status: number, body: string) => void;
    }[];
  }

  interface Result {
    readonly errors: number;
    readonly duration: number;
    readonly requests: { readonly total: number };
    readonly statusCodeStats?: Readonly<Record<string, unknown>>;
  }

  export default function autocannon(options: Options): Promise<Result>;
}
