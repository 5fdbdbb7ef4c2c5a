import { readUpload } from '@prenoto/core/uploads/uploads.endpoints.ts'
import { expect } from 'vitest'
import { Refusal } from '../../testing/fake-api.ts'
import { screen, test } from '../../testing/render-page.tsx'
import { PreviewViewer } from './preview-viewer.tsx'

const url = `/api/uploads/${'a'.repeat(22)}.webp`

const Two = () => (
  <>
    <PreviewViewer url={url} alt="Foto di Ada" />
    <PreviewViewer url={url} alt="Foto nel menu" />
  </>
)

test('an image is read once for all its uses, and shows that it is loading', { tags: ['2.88', '7.31'] }, async ({
  api,
  render,
}) => {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  api.on(readUpload, async () => {
    await mayAnswer
    return new Blob(['RIFF'], { type: 'image/webp' })
  })
  render(<Two />)
  expect(await screen.findAllByRole('status', { name: 'Caricamento in corso' })).toHaveLength(2)
  answer()
  for (const name of ['Foto di Ada', 'Foto nel menu'])
    expect((await screen.findByRole('img', { name })).getAttribute('src')).toMatch(/^blob:/)
  expect(screen.queryByRole('status', { name: 'Caricamento in corso' })).toBeNull()
  expect(api.listCalls(readUpload)).toHaveLength(1)
})

test('a missing file shows an icon without a message', {
  tags: ['2.88', '8.12'],
}, async ({ api, render }) => {
  api.on(readUpload, () => new Refusal(404, { detail: 'Non c’è.' }))
  render(<PreviewViewer url={url} alt="Foto di Ada" />)
  const icon = await screen.findByRole('img', { name: 'Foto di Ada' })
  expect(icon.querySelector('svg')).not.toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
