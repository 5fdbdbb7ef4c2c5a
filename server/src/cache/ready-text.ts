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

/**
 * A text that is sent again and again, kept in those encodings in which somebody asked for it. A class, since thousands are kept:
 * functions of its own would take more for each than all else but its bytes.
 */
export class ReadyText {
  /** Whether it is compressed for those who take that. */
  readonly isCompressible: boolean
  readonly #resized: () => void
  readonly #forms: Partial<Record<Encoding, Buffer>> = {}
  #unasked: Buffer | undefined

  /** `resized` is called whenever more or less is kept of it than before. */
  constructor(text: string, resized: () => void) {
    this.#resized = resized
    this.#unasked = ownBytes(Buffer.from(text))
    this.isCompressible = this.#unasked.byteLength >= WORTH_COMPRESSING
  }

  /** The bytes that are kept, in all encodings. */
  get size(): number {
    return Object.values(this.#forms).reduce((sum, form) => sum + form.byteLength, this.#unasked?.byteLength ?? 0)
  }

  /** In that encoding; as it is when it is too short to compress. */
  in(asked: Encoding): Buffer {
    const encoding = this.isCompressible ? asked : 'identity'
    const known = this.#forms[encoding]
    if (known) return known

    const form = ownBytes(ENCODERS[encoding](this.#plain()))
    this.#forms[encoding] = form
    // Nine tenths of the memory, for those few who cannot take it compressed.
    this.#unasked = undefined
    this.#resized()
    return form
  }

  text(): string {
    return this.#plain().toString()
  }

  #plain(): Buffer {
    const { br, gzip, identity } = this.#forms
    const known = this.#unasked ?? identity
    if (known) return known
    return br ? brotliDecompressSync(br) : gunzipSync(gzip!)
  }
}
