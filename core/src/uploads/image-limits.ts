/** Maximum megapixels of an upload: formats decoded row by row, formats decoded whole, and AVIF. */
export const MEGAPIXELS = { byRows: 25, whole: 12, avif: 5 }

/** The limit in pixels, one megapixel above the nominal one because cameras round down. */
export const pixelsIn = (megapixels: number) => (megapixels + 1) * 1_000_000

export const tooManyPixels = (megapixels: number) =>
  `L’immagine è troppo grande: usane una fino a ${megapixels} megapixel.`
