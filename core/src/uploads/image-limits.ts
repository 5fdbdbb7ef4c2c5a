/** The most megapixels that are taken of a picture: of what is decoded row by row, of what is decoded whole, of AVIF. */
export const MEGAPIXELS = { byRows: 25, whole: 12, avif: 5 }

/** Cameras round down. */
export const pixelsIn = (megapixels: number) => (megapixels + 1) * 1_000_000

export const tooManyPixels = (megapixels: number) =>
  `L’immagine è troppo grande: usane una fino a ${megapixels} megapixel.`
