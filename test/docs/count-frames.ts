/** Counts the frames of an MP4's picture without decoding them: each has a packet of its own. */

import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';

/** Throws when the bytes are no MP4 with a picture. */
export async function countFrames(bytes: Uint8Array): Promise<number> {
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  if (track === null) throw new Error(`no picture in ${bytes.length} bytes`);
  let frames = 0;
  for await (const packet of new EncodedPacketSink(track).packets()) frames += packet.byteLength > 0 ? 1 : 0;
  return frames;
}
