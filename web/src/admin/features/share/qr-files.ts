import { encode, renderSVG } from 'uqr'
import { QR_CODE } from '../../ui/qr-code.tsx'

/** Pixels: sharp on a sheet of A4. */
const LEAST_SIDE = 1_200

export const qrCodeSvg = (text: string) => new Blob([renderSVG(text, QR_CODE)], { type: 'image/svg+xml' })

/** Each module has the same whole number of pixels. */
export function qrCodePng(text: string): Promise<Blob | null> {
  const { data, size } = encode(text, QR_CODE)
  const side = Math.ceil(LEAST_SIDE / size)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size * side
  const context = canvas.getContext('2d')!
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000'
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries()) if (isDark) context.fillRect(x * side, y * side, side, side)
  return new Promise((resolve) => canvas.toBlob(resolve))
}
