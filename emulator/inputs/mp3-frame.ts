/** The four-byte header of an MPEG audio frame, Layer III. */

export interface Mp3Frame {
  readonly sampleRate: number;
  readonly samples: number;
  /** Bytes of the whole frame, header included. */
  readonly length: number;
  /** Where the side information ends: a Xing or Info mark would stand here. */
  readonly tagOffset: number;
  /** The bits that never change within one file. */
  readonly family: number;
}

const SAMPLE_RATES = [44_100, 48_000, 32_000] as const;
/** Kilobits per second by index; the first row is MPEG 1, the second MPEG 2 and 2.5. Index 0 (free) and 15 are not read. */
const KILOBITS = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;

/** Reads the header at `at`; undefined when no Layer III frame can begin there. */
export function readMp3Frame(bytes: Uint8Array, at: number): Mp3Frame | undefined {
  // First of all, and byte by byte: a search asks this at each place of a file.
  if (bytes[at] !== 0xff) return undefined;
  const second = bytes[at + 1] ?? 0;
  const third = bytes[at + 2] ?? 0;
  const fourth = bytes[at + 3] ?? 0;
  const version = (second >> 3) & 3;
  const isLayer3 = second >> 5 === 7 && ((second >> 1) & 3) === 1 && version !== 1;
  if (!isLayer3) return undefined;
  const mpeg1 = version === 3;
  const baseRate = SAMPLE_RATES[(third >> 2) & 3];
  const kilobits = KILOBITS[mpeg1 ? 0 : 1][third >> 4];
  if (baseRate === undefined || kilobits === undefined || kilobits === 0) return undefined;
  const sampleRate = baseRate / (mpeg1 ? 1 : version === 2 ? 2 : 4);
  const samples = mpeg1 ? 1152 : 576;
  const mono = fourth >> 6 === 3;
  return {
    sampleRate,
    samples,
    length: Math.floor(((samples / 8) * kilobits * 1000) / sampleRate) + ((third >> 1) & 1),
    tagOffset: 4 + (mpeg1 ? (mono ? 17 : 32) : mono ? 9 : 17),
    family: (second & 0x1e) * 256 + (third & 0x0c),
  };
}
