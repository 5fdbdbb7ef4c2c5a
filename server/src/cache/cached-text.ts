import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** The smallest size of a buffer that zlib accepts, bytes. */
const MIN_CHUNK = 64

/** A response text that is stored in brotli, which browsers accept; lists of slots shrink to a fortieth. */
export class CachedText {
  readonly #brotli: Buffer
  /** Bytes of the text. */
  readonly #length: number

  constructor(text: string) {
    this.#length = Buffer.byteLength(text)
    const brotli = brotliCompressSync(text, {
      // The default window takes four times the memory and half of the time.
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 },
    })
    // Copied, since zlib's result keeps a whole block of memory alive.
    this.#brotli = Buffer.from(Uint8Array.from(brotli).buffer)
  }

  /** Bytes in memory. */
  get size() {
    return this.#brotli.byteLength
  }

  in(encoding: Encoding): Buffer {
    if (encoding === 'br') return this.#brotli
    // One buffer for the text and a byte to spare; zlib would take several and another one to join them.
    const plain = brotliDecompressSync(this.#brotli, { chunkSize: Math.max(MIN_CHUNK, this.#length + 1) })
    return encoding === 'gzip' ? gzipSync(plain) : plain
  }
}

/** A value of type `T` as JSON. */
export class CachedJson<T> extends CachedText {
  constructor(value: T) {
    super(JSON.stringify(value))
  }

  read(): T {
    return JSON.parse(this.in('identity').toString())
  }
}
