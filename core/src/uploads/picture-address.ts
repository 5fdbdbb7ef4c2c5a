const PICTURES = '/api/client/pictures/'

/** Stored widths of pictures in pixels: for cards and small screens, for large screens, for full-page covers. */
export const PICTURE_WIDTHS = { small: 400, middle: 800, large: 1600 }

/** The address of a stored picture in its largest width; records store this address. */
export const pictureAddress = (name: string) => `${PICTURES}${name}-${PICTURE_WIDTHS.large}.webp`

/** The file of a picture in its largest width; undefined for a foreign address. */
export const pictureFile = (address: string) =>
  new RegExp(`^${PICTURES}([\\w-]{22}-${PICTURE_WIDTHS.large}\\.webp)$`).exec(address)?.[1]

/** The address of a picture in its smallest width. */
export const smallPicture = (address: string) =>
  pictureFile(address) ? address.replace(/\d+\.webp$/, `${PICTURE_WIDTHS.small}.webp`) : address

/** The `srcset` of a picture with all its widths. */
export const pictureWidths = (address: string) =>
  Object.values(PICTURE_WIDTHS)
    .map((width) => `${address.replace(/\d+\.webp$/, `${width}.webp`)} ${width}w`)
    .join(', ')
