/** Every number that the API document names as a limit. */

/** A separate constant, so that the panel does not load the other limits. */
export const FRAMES_PER_SECOND = 24;

export const LIMITS = {
  /** The length in Unicode code points, not in UTF-16 units or bytes. */
  prompt: { min: 1, max: 15_000 },
  durationSeconds: { min: 4, max: 30 },
  framesPerSecond: FRAMES_PER_SECOND,
  imageUrls: { max: 30, imageToVideo: { min: 1, max: 2 } },
  audioUrls: { max: 10 },
  sourceVideoIds: { max: 10, combinedSeconds: 30 },
  /** The number of images, audio files and source videos together. */
  references: { max: 50 },
  subjectMap: { handlePattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$', indexes: { min: 1, max: 30 } },
  idempotencyKey: { max: 128 },
  imageFile: {
    /** An exclusive bound: "below 30 MB". */
    bytesBelow: 30_000_000,
    axisPixels: { min: 300, max: 6000 },
    ratio: { min: 2 / 5, max: 5 / 2 },
  },
  audioFile: {
    /** An exclusive bound: "below 15 MB". */
    bytesBelow: 15_000_000,
    seconds: { min: 2, max: 30 },
    combinedSeconds: 30,
  },
} as const;
