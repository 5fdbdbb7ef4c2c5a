import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBucketServer } from '@prenoto/test-support/http/bucket-server.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '../../settings/settings.ts'
import { bucketStore, diskStore, type FileStore, openFileStore } from './file-store.ts'

let folder: string
let bucket: Awaited<ReturnType<typeof openBucketServer>>
const stores: Record<string, FileStore> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prenoto-files-'))
  bucket = await openBucketServer(join(folder, 's3'))
  stores['a folder'] = diskStore(join(folder, 'disk'))
  stores['a bucket'] = openFileStore(readSettings(bucket.settings))
})
afterAll(async () => {
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

describe.each(['a folder', 'a bucket'])('in %s', (where) => {
  test('stores, lists, copies, replaces and removes a file', async () => {
    const store = stores[where]!
    const content = Buffer.from([0, 1, 2, 255])

    expect(await store.get('1/a.webp')).toBeUndefined()
    await store.put('1/a.webp', content, 'image/webp')
    await store.put('2/a.webp', Buffer.from('other'), 'image/webp')
    expect(await store.get('1/a.webp')).toEqual(content)
    await store.copy('1/a.webp', '1/copies/7/0', 'image/webp')
    expect(await store.get('1/copies/7/0')).toEqual(content)
    expect((await store.list('1/copies')).filter((key) => !key.endsWith('/'))).toEqual(['1/copies/7/0'])

    await store.put('1/a.webp', Buffer.from('new'), 'image/webp')
    expect(String(await store.get('1/a.webp'))).toBe('new')

    await store.remove('1/a.webp')
    await store.remove('1/a.webp')
    expect(await store.get('1/a.webp')).toBeUndefined()
    expect(String(await store.get('2/a.webp'))).toBe('other')
  })

  test('removes all files of one tenant only', { tags: ['10.8'] }, async () => {
    const store = stores[where]!
    const files = Array.from({ length: 3 }, (_, i) => `3/file-${i}.webp`)
    for (const key of [...files, '33/file.webp']) await store.put(key, Buffer.from('x'), 'image/webp')

    await store.removeAll(3)
    await store.removeAll(3)

    for (const key of files) expect(await store.get(key)).toBeUndefined()
    expect(String(await store.get('33/file.webp'))).toBe('x')
  })
})

test('a bucket that refuses access is an error, not a missing file', async () => {
  const nowhere = bucketStore({
    endpoint: 'http://127.0.0.1:1/x',
    region: 'r',
    accessKeyId: 'a',
    secretAccessKey: 'b',
  })
  await expect(nowhere.get('1/a')).rejects.toThrow()
  await expect(nowhere.put('1/a', Buffer.from('x'), 'image/webp')).rejects.toThrow()
})

test('a redirect of the bucket is not followed', async () => {
  const paths: string[] = []
  const server = createServer((request, response) => {
    paths.push(request.url!)
    response.writeHead(302, { location: '/elsewhere' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const store = bucketStore({
    endpoint: `http://127.0.0.1:${port}/x`,
    region: 'r',
    accessKeyId: 'a',
    secretAccessKey: 'b',
  })

  await expect(store.get('1/a.webp')).rejects.toThrow()
  server.close()

  expect(paths).not.toContain('/elsewhere')
  expect(paths).not.toEqual([])
})
