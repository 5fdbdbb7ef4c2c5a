import { encode } from 'uqr'

/** `border`: the white one that scanners require, in modules. */
export const QR_CODE = { ecc: 'M', border: 4 } as const

/** A QR code; without a label it is decorative. */
export function QrCode({ text, label }: { text: string; label?: string }) {
  const { data, size } = encode(text, QR_CODE)
  const modules = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={modules.join('')} fill="#000" />
    </svg>
  )
}
