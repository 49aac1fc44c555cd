/** Legal tampering: the same clip in another codec, in fragments, or with times that begin later. */

import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedPacket,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Mp4OutputFormat,
  Output,
  type AudioCodec,
  type InputAudioTrack,
  type InputVideoTrack,
  type VideoCodec,
} from 'mediabunny';
import { withHeader, type Answer, type Tampering } from '../server.ts';

interface Muxing {
  readonly isFragmented?: boolean;
  /** The codec that the clip names. The frames stay the same, because nobody decodes them. */
  readonly video?: VideoCodec;
  readonly audio?: AudioCodec;
  /** The delay of the first frame and the first sound. */
  readonly startSeconds?: number;
  /** The four characters of the major brand. */
  readonly brand?: string;
  /** The codec of a silent track for clips without sound. */
  readonly silence?: keyof typeof SILENCE;
}

interface Silence {
  readonly frame: Uint8Array;
  readonly seconds: number;
  readonly config: AudioDecoderConfig;
}

/** A silent frame in two channels at 48 kHz: the shortest AAC frame, and an MP3 frame at 64 kbit/s. */
const SILENCE: Readonly<Record<'aac' | 'mp3', Silence>> = {
  aac: {
    frame: Uint8Array.of(0x21, 0x10, 0x04, 0x60, 0x8c, 0x1c),
    seconds: 1024 / 48_000,
    config: {
      codec: 'mp4a.40.2',
      sampleRate: 48_000,
      numberOfChannels: 2,
      description: Uint8Array.of(0x11, 0x90),
    },
  },
  mp3: {
    frame: Uint8Array.of(0xff, 0xfb, 0x54, 0x00, ...new Uint8Array(188)),
    seconds: 1152 / 48_000,
    config: { codec: 'mp3', sampleRate: 48_000, numberOfChannels: 2 },
  },
};

type Bytes = Answer['bytes'];

/** Sends every clip muxed again, and cuts parts from the new clip, as `Range` asks for them. */
export function remuxed(muxing: Muxing): () => Tampering {
  return () => {
    const made = new Map<string, Promise<Bytes>>();
    return async (call, engine) => {
      const answer = await engine(call);
      if (call.operation !== 'content' || (answer.status !== 200 && answer.status !== 206 && answer.status !== 416))
        return answer;
      const plain = ['range', 'if-range', 'if-none-match', 'if-match'].reduce(
        (one, name) => withHeader(one, name, undefined),
        { ...call, method: 'GET' },
      );
      const making = made.get(call.id) ?? engine(plain).then(({ bytes }) => muxedAnew(bytes, muxing));
      made.set(call.id, making);
      // Without validators, If-Range never matches. A range applies only to GET.
      const isWhole = call.method === 'HEAD' || call.headers.has('if-range');
      return cutFrom(await making, { ...answer, status: 200 }, isWhole ? null : call.headers.get('range'));
    };
  };
}

/** Answers the one form of range that the document promises. Other ranges get the whole clip. */
function cutFrom(clip: Bytes, answer: Answer, range: string | null): Answer {
  const bare = ['content-range', 'etag', 'last-modified', 'repr-digest', 'content-digest'].reduce(
    (one, name) => withHeader(one, name, undefined),
    // The engine may have rejected a range that lies within the longer file.
    withHeader(answer, 'content-type', 'video/mp4'),
  );
  const [, first, last] = /^bytes=(\d{1,9})-(\d{1,9})$/i.exec(range ?? '') ?? [];
  if (first === undefined || Number(last) < Number(first) || Number(first) >= clip.length)
    return { ...withHeader(bare, 'content-length', String(clip.length)), bytes: clip };
  const part = clip.slice(Number(first), Number(last) + 1);
  const end = Number(first) + part.length - 1;
  const named = withHeader(bare, 'content-range', `bytes ${first}-${end}/${clip.length}`);
  return { ...withHeader(named, 'content-length', String(part.length)), status: 206, bytes: part };
}

async function muxedAnew(
  bytes: Bytes,
  { isFragmented = false, startSeconds = 0, brand = '', silence, ...codecs }: Muxing,
): Promise<Bytes> {
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const target = new BufferTarget();
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: isFragmented ? 'fragmented' : 'in-memory' }),
    target,
  });
  const [picture, sound] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()]);
  if (picture === null) return bytes;
  const video = new EncodedVideoPacketSource(codecs.video ?? 'avc');
  const silent = sound === null && silence !== undefined ? SILENCE[silence] : undefined;
  const audio = new EncodedAudioPacketSource(codecs.audio ?? (sound === null ? silence : undefined) ?? 'aac');
  output.addVideoTrack(video);
  if (sound !== null || silent !== undefined) output.addAudioTrack(audio);
  await output.start();
  const [pictureConfig, soundConfig] = [await pictureAs(picture, codecs.video), await soundAs(sound, codecs.audio)];
  for await (const packet of new EncodedPacketSink(picture).packets())
    await video.add(packet.clone({ timestamp: packet.timestamp + startSeconds }), { decoderConfig: pictureConfig });
  for await (const packet of sound === null ? [] : new EncodedPacketSink(sound).packets())
    await audio.add(packet.clone({ timestamp: packet.timestamp + startSeconds }), soundConfig);
  if (silent !== undefined) await addSilence(audio, silent, await picture.computeDuration());
  await output.finalize();
  const clip = new Uint8Array(target.buffer ?? new ArrayBuffer(0));
  clip.set(new TextEncoder().encode(brand), 8); // The brand comes after the size and the type of the box `ftyp`.
  return clip;
}

async function addSilence(
  audio: EncodedAudioPacketSource,
  { frame, seconds, config }: Silence,
  until: number,
): Promise<void> {
  for (let at = 0; at < until; at += seconds)
    await audio.add(new EncodedPacket(frame, 'key', at, seconds), { decoderConfig: config });
}

const CODEC_STRINGS: Readonly<Partial<Record<VideoCodec, string>>> = {
  hevc: 'hvc1.1.6.L93.B0',
  vp9: 'vp09.00.10.08',
  av1: 'av01.0.04M.08',
};

async function pictureAs(track: InputVideoTrack, codec: VideoCodec | undefined): Promise<VideoDecoderConfig> {
  const { codedWidth, codedHeight, ...config } = (await track.getDecoderConfig()) ?? { codec: 'avc1.42c01e' };
  const size = { codedWidth: codedWidth ?? 0, codedHeight: codedHeight ?? 0 };
  if (codec === undefined) return { ...config, ...size };
  const description = codec === 'hevc' ? { description: new Uint8Array(23) } : {};
  return { codec: CODEC_STRINGS[codec] ?? codec, ...size, ...description };
}

async function soundAs(
  track: InputAudioTrack | null,
  codec: AudioCodec | undefined,
): Promise<{ decoderConfig?: AudioDecoderConfig }> {
  const config = (await track?.getDecoderConfig()) ?? undefined;
  if (config === undefined) return {};
  if (codec === undefined) return { decoderConfig: config };
  return { decoderConfig: { codec, sampleRate: config.sampleRate, numberOfChannels: config.numberOfChannels } };
}
