/** What the benchmark has to know of a server that it compares: how it is installed and started, and what it cannot do. */

/** The kinds of work; each is a column of the table. */
export type Work = 'polls' | 'creates' | 'refused creates' | 'download' | 'ranges';

/** A process to start. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Where a peer finds its packages, the file that it serves and the port that it takes. */
export interface Place {
  readonly folder: string;
  readonly clip: string;
  readonly port: number;
}

export interface Peer {
  /** As the table names it. */
  readonly name: string;
  /** Exact versions of npm packages; the first is the peer itself. */
  readonly packages: readonly string[];
  /** Writes what the peer reads when it starts, and says how to start it. */
  command(place: Place): Promise<Command>;
  /** Where its generations are, when not at `/v1/videos`. */
  readonly root?: string;
  /** The one generation that it knows; without it, one is created and polled until it is completed. */
  readonly knownId?: string;
  /** It makes clips of its own; the others serve the first one's file. */
  readonly makesClips?: boolean;
  /** Its status for an accepted create, when not 202. */
  readonly accepted?: number;
  /** Work that it cannot do, and why. */
  readonly cannot?: Readonly<Partial<Record<Work, string>>>;
  /** A program that has to be on the PATH. */
  readonly needs?: string;
}
