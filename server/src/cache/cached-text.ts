import { brotliCompressSync, brotliDecompressSync, constants, gzipSync } from 'node:zlib'

/** How a text travels: compressed, or as it is. */
export type Encoding = 'br' | 'gzip' | 'identity'

/** A text that is sent many times, kept in brotli as browsers ask for it: free hours shrink to a fortieth. */
export class CachedText {
  readonly #brotli: Buffer

  constructor(text: string) {
    const brotli = brotliCompressSync(text, {
      // The usual window takes four times the memory, which is half of the work.
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 },
    })
    // Copied, since what zlib returns holds on to a whole block of memory.
    this.#brotli = Buffer.from(Uint8Array.from(brotli).buffer)
  }

  /** The bytes that are kept. */
  get size() {
    return this.#brotli.byteLength
  }

  in(encoding: Encoding): Buffer {
    if (encoding === 'br') return this.#brotli
    const plain = brotliDecompressSync(this.#brotli)
    return encoding === 'gzip' ? gzipSync(plain) : plain
  }
}

/** A `T` in JSON. */
export class CachedJson<T> extends CachedText {
  constructor(value: T) {
    super(JSON.stringify(value))
  }

  read(): T {
    return JSON.parse(this.in('identity').toString())
  }
}
