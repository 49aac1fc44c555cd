/** Describes a server to compare: its installation, its start, and the work that it does not support. */

/** A kind of work. Each kind is a column of the table. */
export type Work = 'polls' | 'creates' | 'refused creates' | 'download' | 'ranges';

/** A process to start. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The folder with a peer's packages, the file to serve, and the port to listen on. */
export interface Place {
  readonly folder: string;
  readonly clip: string;
  readonly port: number;
}

export interface Peer {
  /** The name in the table. */
  readonly name: string;
  /** The npm packages with exact versions. The first package is the peer itself. */
  readonly packages: readonly string[];
  /** Writes the configuration of the peer. Returns the command that starts it. */
  command(place: Place): Promise<Command>;
  /** The path of the generations. The default is `/v1/videos`. */
  readonly root?: string;
  /** The id of the only generation that exists. Without an id, the benchmark creates a generation and completes it. */
  readonly knownId?: string;
  /** Whether the peer renders its own clips. Other peers serve the clip of the first peer. */
  readonly makesClips?: boolean;
  /** The status of an accepted create. The default is 202. */
  readonly accepted?: number;
  /** The unsupported kinds of work, with the reasons. */
  readonly cannot?: Readonly<Partial<Record<Work, string>>>;
  /** A program that must be on the PATH. */
  readonly needs?: string;
}
