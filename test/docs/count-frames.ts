/** Counts the frames of an MP4 without decoding them: each frame has its own packet. */

import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';

/** Throws an error if the bytes are not an MP4 with a picture. */
export async function countFrames(bytes: Uint8Array): Promise<number> {
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  if (track === null) throw new Error(`no picture in ${bytes.length} bytes`);
  let frames = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) frames += packet.byteLength > 0 ? 1 : 0;
  return frames;
}
