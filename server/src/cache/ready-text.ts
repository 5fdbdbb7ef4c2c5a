import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib'

/** How a text travels: compressed, or as it is. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** Bytes from which on compressing pays. */
export const WORTH_COMPRESSING = 2_048

/** Made once and sent many times: a step above what pays for a single answer. */
const QUALITY = 5

/**
 * The window spans most answers. With a smaller one and a length that is known the encoder takes a third of the memory, which is
 * what most of its time is spent on: the system clears every page of it anew each time.
 */
const brotliOf = ({ byteLength }: Buffer) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: byteLength <= 2 ** 16 ? 16 : 18,
    [constants.BROTLI_PARAM_SIZE_HINT]: byteLength,
  },
})

/** A text that is sent again and again, kept in those encodings in which somebody asked for it. */
export type ReadyText = {
  /** Whether it is compressed for those who take that. */
  readonly isCompressible: boolean
  /** The bytes that are kept, in all encodings. */
  readonly size: number
  /** In that encoding; as it is when it is too short to compress. */
  in(encoding: Encoding): Buffer
  text(): string
}

/** Memory of their own: what the library gives, and short texts, would each hold on to a whole block of memory. */
function ownBytes(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.byteLength)
  bytes.copy(own)
  return own
}

const ENCODERS: Record<Encoding, (plain: Buffer) => Buffer> = {
  br: (plain) => brotliCompressSync(plain, brotliOf(plain)),
  gzip: (plain) => gzipSync(plain),
  identity: (plain) => plain,
}

/** `resized` is called whenever more or less is kept of it than before. */
export function readyText(text: string, resized: () => void): ReadyText {
  const forms = new Map<Encoding, Buffer>()
  let unasked: Buffer | undefined = ownBytes(Buffer.from(text))
  const isCompressible = unasked.byteLength >= WORTH_COMPRESSING

  function plain(): Buffer {
    const known = unasked ?? forms.get('identity')
    if (known) return known
    const brotli = forms.get('br')
    return brotli ? brotliDecompressSync(brotli) : gunzipSync(forms.get('gzip')!)
  }

  return {
    isCompressible,
    get size() {
      return [...forms.values()].reduce((sum, form) => sum + form.byteLength, unasked?.byteLength ?? 0)
    },
    in(asked) {
      const encoding = isCompressible ? asked : 'identity'
      const known = forms.get(encoding)
      if (known) return known

      const form = ownBytes(ENCODERS[encoding](plain()))
      forms.set(encoding, form)
      // Nine tenths of the memory, for those few who cannot take it compressed.
      unasked = undefined
      resized()
      return form
    },
    text: () => plain().toString(),
  }
}
