const PICTURES = '/api/client/pictures/'

/** How wide the pictures of a business are kept, pixels: for small screens and cards, for large ones, for all of a page. */
export const PICTURE_WIDTHS = { small: 400, middle: 800, large: 1600 }

/** Where a picture is served that was kept under a name: at its largest, which is the address that records keep. */
export const pictureAddress = (name: string) => `${PICTURES}${name}-${PICTURE_WIDTHS.large}.webp`

/** The file of a picture in its largest width; undefined for an address that is none of ours. */
export const pictureFile = (address: string) =>
  new RegExp(`^${PICTURES}([\\w-]{22}-${PICTURE_WIDTHS.large}\\.webp)$`).exec(address)?.[1]

/** The same picture in all its widths, as `srcset` has it; the browser takes the one it needs. */
export const pictureWidths = (address: string) =>
  Object.values(PICTURE_WIDTHS)
    .map((width) => `${address.replace(/\d+\.webp$/, `${width}.webp`)} ${width}w`)
    .join(', ')
