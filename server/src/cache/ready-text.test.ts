import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { type Encoding, ReadyText } from './ready-text.ts'

const LONG = 'Perché no? '.repeat(1_000)

const DECODERS: Record<Encoding, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes) => bytes,
}

test.for<Encoding[]>([['br'], ['gzip'], ['identity'], ['br', 'gzip', 'identity'], ['gzip', 'identity', 'br']])(
  'asked for as %s it says the same',
  (encodings) => {
    const text = new ReadyText(LONG, () => {})

    for (const encoding of encodings) expect(DECODERS[encoding](text.in(encoding)).toString()).toBe(LONG)
    expect(text.text()).toBe(LONG)
  },
)

test('it is kept as it was asked for, made once, and tells what it takes', () => {
  const resized = vi.fn()
  const text = new ReadyText(LONG, resized)
  const plain = Buffer.byteLength(LONG)
  expect(text.size).toBe(plain)

  const brotli = text.in('br')
  expect(text.in('br')).toBe(brotli)
  expect(text.size).toBe(brotli.length)
  const gzip = text.in('gzip')
  expect(text.size).toBe(brotli.length + gzip.length)
  text.in('identity')
  expect(text.size).toBe(brotli.length + gzip.length + plain)
  expect(resized).toHaveBeenCalledTimes(3)
})

test('a short one is sent as it is to everybody', () => {
  const text = new ReadyText('{"id":7}', () => {})

  expect(text.isCompressible).toBe(false)
  expect(text.in('br').toString()).toBe('{"id":7}')
})

test('no form of it holds on to more memory than its own', () => {
  const text = new ReadyText(LONG, () => {})
  const short = new ReadyText('{"id":7}', () => {})

  for (const bytes of [text.in('br'), text.in('gzip'), text.in('identity'), short.in('identity')])
    expect(bytes.buffer.byteLength).toBe(bytes.byteLength)
})
