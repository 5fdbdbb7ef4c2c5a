/** Saves content as a file of this name in the browser's downloads. */
export function saveFile(content: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Revoked late, since the browser reads the file asynchronously.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
