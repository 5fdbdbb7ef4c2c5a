/** How images are sent that anybody may see: for good, since a name is never given to another file; others may show them. */
export const FOR_EVERYBODY = {
  'cache-control': 'public, max-age=31536000, immutable',
  'cross-origin-resource-policy': 'cross-origin',
  'content-disposition': 'inline',
}
