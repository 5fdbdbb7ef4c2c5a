import sharp from 'sharp'
import { expect, test } from 'vitest'
import { explainRejection } from './resize-image.ts'

test('a picture that takes too long is explained', async () => {
  const slow = sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#fff' } })
    .blur(200)
    .webp({ effort: 6 })
    .timeout({ seconds: 1 })

  const error = await slow.toBuffer().catch((error) => error)

  expect(explainRejection(error)).toContain('L’immagine richiede troppo tempo')
})
